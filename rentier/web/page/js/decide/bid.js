/** Auctions: the lot, the bidding so far, buttons for common bids, and a field for any other bid. */

import { element, listed } from "../dom.js";
import { lotCard } from "./buy.js";
import { choiceButton, note, row, stepButton, sums } from "./parts.js";
import { lotName } from "./words.js";

const RAISES = [10, 50, 100];

/** Returns the bids that get a button, lowest first: [[amount, reason]]. */
function quickBids(view) {
  const { least, most } = view.question.bid;
  const { auction } = view.state;
  const lot = view.squareOf(auction.lot);
  const bids = new Map([[least, "minimum"]]);
  for (const raise of RAISES) add(auction.high_bid + raise, `+${view.money(raise)}`);
  if (lot !== undefined) add(view.board[lot].price, "printed price");
  add(most, most === view.cash ? "all in" : "");
  return [...bids].sort(([one], [other]) => one - other);

  /** Adds a legal bid, unless there is a button for this amount already. */
  function add(amount, reason) {
    if (reason && amount >= least && amount <= most && !bids.has(amount)) bids.set(amount, reason);
  }
}

/** Returns what is wrong with the text of a bid; "" if nothing is. */
function bidProblem(view, text) {
  const { least, most } = view.question.bid;
  if (!/^\d+$/.test(text)) return "Enter your bid as a whole number.";
  if (Number(text) < least) return `Bid at least ${view.money(least)}.`;
  return Number(text) > most ? `Bid at most ${view.money(most)}.` : "";
}

/** Creates the button that lets the table bid up to the amount of a field. */
function limitButton(panel, amount) {
  const { view } = panel;
  const title = "The table raises for you by the minimum, up to this amount, and then passes";
  const click = () => {
    const problem = bidProblem(view, amount.value);
    if (problem) panel.say(problem);
    else panel.send({ type: "limit", number: view.question.number, most: Number(amount.value) });
  };
  return element("button", { class: "step-button quiet", text: "Bid up to", attrs: { type: "button", title, "aria-label": "Bid for me up to this amount", "data-part": "bid-limit" }, on: { click } });
}

/** Creates the note on the table's bids for the player, with a button that stops them; null if there are none. */
export function limitNote(panel) {
  const { limit } = panel.view.model;
  if (typeof limit !== "number") return null;
  const stop = stepButton("Stop", () => panel.send({ type: "limit", number: 0 }), { name: "stop-bidding" });
  return element("div", { class: "bid-limit" }, note(`Bidding for you up to ${panel.view.money(limit)}.`), stop);
}

/** Creates the form for any other bid. */
function ownBid(panel) {
  const { view } = panel;
  const { least, most } = view.question.bid;
  const bounds = most >= least + 1_000_000 ? `at least ${view.money(least)}` : `${view.money(least)} to ${view.money(most)}`;
  const attrs = { type: "number", min: least, max: most, step: 1, inputmode: "numeric", placeholder: least };
  const amount = element("input", { attrs: { ...attrs, "data-part": "bid", "aria-label": `Your bid, ${bounds}` } });
  return element(
    "form",
    {
      class: "own-bid",
      on: {
        submit: (event) => {
          event.preventDefault();
          const problem = bidProblem(view, amount.value);
          if (problem) panel.say(problem);
          else panel.act(`bid ${Number(amount.value)}`);
        },
      },
      props: { noValidate: true },
    },
    amount,
    element("button", { class: "step-button quiet", text: "Bid", attrs: { type: "submit", "data-part": "bid-own" } }),
    view.rule("auction") === "sealed" ? null : limitButton(panel, amount),
  );
}

/** Creates the summary of an auction, for bidders and spectators. */
export function biddingSummary(view) {
  const { auction } = view.state;
  const leads = auction.leader === null ? "no bids yet" : `${view.money(auction.high_bid)} by ${view.you(auction.leader)}`;
  return sums(["Highest bid", leads], ["Still bidding", listed(auction.bidders.map((seat) => view.you(seat))) || "nobody"]);
}

/** The panel for the decision `bid`. */
export function bid(panel) {
  const { view } = panel;
  const { auction } = view.state;
  const sealed = view.rule("auction") === "sealed";
  const lot = view.squareOf(auction.lot);
  const raises = !view.question.bid
    ? []
    : quickBids(view).map(([amount, reason]) => {
        const text = view.money(amount);
        const made = choiceButton(panel, { action: `bid ${amount}`, text, label: `Bid ${text}` });
        made.firstChild.append(element("small", { class: "lot-standing", text: reason }));
        return made;
      });
  return {
    heading: `Auction: ${lotName(view, auction.lot)}`,
    parts: [
      lot === undefined ? null : lotCard(view, lot),
      sealed ? note("Sealed bids: everyone bids once, and no bid is shown until all are in.", "sealed") : biddingSummary(view),
      sums(["Your cash", view.money(view.cash)]),
      row(...raises),
      row(
        view.question.bid && ownBid(panel),
        ...view.choices("pass").map(({ action }) => choiceButton(panel, { action, text: "Pass", key: "p" })),
      ),
    ],
  };
}
