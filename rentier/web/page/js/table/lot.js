/** An auction in the middle of the board: the lot, the highest bid, and who is still bidding. */

import { element, listed, money } from "../dom.js";
import { seatName } from "../state.js";
import { builtWords } from "./square.js";
import { tokenIcon } from "./token.js";

/** Creates the deed that is auctioned: its colour, name, price and rents. */
function lotDeed({ board, currency }, lot) {
  const square = board.find(({ deed }) => deed === lot);
  if (!square) return element("div", { class: "lot-deed" }, element("p", { class: "lot-name", text: lot === "hotel" ? "A hotel" : "A house" }), element("p", { text: "from the bank" }));
  const fact = (name, value) => element("li", {}, element("span", { text: name }), element("span", { text: money(currency, value) }));
  const facts = [fact("Price", square.price)];
  if (square.kind !== "utility") facts.push(fact("Rent", square.rents[0]));
  if (square.kind === "street") facts.push(fact(`with ${builtWords(5)}`, square.rents.at(-1)));
  if (square.kind === "station") facts.push(fact("with all", square.rents.at(-1)));
  const made = element("div", { class: "lot-deed" }, element("p", { class: "lot-name", text: square.name }), element("ul", {}, ...facts));
  made.style.setProperty("--colour", square.colour);
  return made;
}

/** Creates the auction. */
export function lotBoard(table) {
  const { state, seats, currency, switches_all: rules } = table;
  const { lot, high_bid: high, leader, bidders } = state.auction;
  const sealed = rules?.auction === "sealed";
  const bid =
    leader === null
      ? [element("p", { class: "high-bid none", text: sealed ? "Sealed bids" : "No bids yet" })]
      : [element("p", { class: "high-bid money", text: money(currency, high) }), element("p", { class: "leader" }, tokenIcon(leader), seatName(seats, leader))];
  const rest = bidders.filter((seat) => seat !== leader);
  return element(
    "div",
    { class: "lot-board", attrs: { role: "group", "aria-label": "Auction" } },
    lotDeed(table, lot),
    element(
      "div",
      { class: "bidding" },
      element("p", { class: "topic-title", text: "Auction" }),
      ...bid,
      element("p", { class: "bidders", attrs: { "aria-label": rest.length ? `Still bidding: ${listed(rest.map((seat) => seatName(seats, seat)))}` : null } }, rest.length ? "against" : "", ...rest.map(tokenIcon)),
    ),
  );
}
