/** A trade in the middle of the board: what both sides give. */

import { element, money } from "../dom.js";
import { seatName } from "../state.js";
import { tokenIcon } from "./token.js";

/** Creates the card of a deed that changes hands. */
function deedChip(board, deed) {
  const { name, colour } = board.find((square) => square.deed === deed);
  const chip = element("li", { class: "deed-chip", text: name });
  chip.style.setProperty("--colour", colour);
  return chip;
}

/** Creates one side of a trade. */
function sideBoard({ board, seats, currency }, seat, { deeds, cash, iou, jail_cards: cards }) {
  const things = deeds.map((deed) => deedChip(board, deed));
  if (cash) things.push(element("li", { class: "cash-chip", text: money(currency, cash) }));
  if (iou) things.push(element("li", { class: "cash-chip", text: `IOU ${money(currency, iou)}` }));
  things.push(...cards.map(() => element("li", { class: "deed-chip", text: "Jail card" })));
  if (!things.length) things.push(element("li", { class: "no-chip", text: "nothing" }));
  const name = seatName(seats, seat);
  return element("section", { class: "offer-side", attrs: { "aria-label": `${name} gives` } }, element("p", { class: "offer-name" }, tokenIcon(seat), element("span", { text: name })), element("ul", {}, ...things));
}

/** Creates the trade on the table. */
export function offerBoard(table) {
  const { offer } = table.state;
  return element(
    "div",
    { class: "offer-board", attrs: { role: "group", "aria-label": "Trade" } },
    element("p", { class: "topic-title", text: "Trade" }),
    sideBoard(table, offer.from, offer.gives),
    element("span", { class: "offer-arrows", text: "⇄", attrs: { "aria-hidden": "true" } }),
    sideBoard(table, offer.to, offer.asks),
    offer.free_rent.length ? element("p", { class: "offer-more", text: `no rent on ${offer.free_rent.join(", ")}` }) : null,
  );
}
