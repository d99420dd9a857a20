/** The verdict on every trade: for both sides, and for those who were not in it. */

import { button, element } from "../dom.js";
import { estimate, seatSign } from "./words.js";

/** All trades; `jump` is called with the number of a decision. */
export function tradesPanel(trades, names, jump) {
  const list = trades.length
    ? element("ol", { class: "trade-list" }, ...trades.map((trade) => tradeItem(trade, names, jump)))
    : element("p", { class: "faint", text: "Nobody accepted an offer." });
  return element(
    "section",
    { class: "panel review-trades" },
    element("h2", { text: "Trades" }),
    element("p", {
      class: "note",
      text: "How accepting changed the chance of every seat, against refusing. Good and bad are certain, even is less than 3 points for certain, open is what could not be told.",
    }),
    list,
  );
}

function tradeItem(trade, names, jump) {
  const outside = [...names.keys()].filter((seat) => seat !== trade.proposer && seat !== trade.other);
  const verdicts = [trade.proposer, trade.other, ...outside].map((seat) => verdict(trade, seat, names, outside.includes(seat)));
  return element(
    "li",
    {},
    element(
      "p",
      { class: "trade-head" },
      button(`Turn ${trade.turn}`, () => jump(trade.decision), { class: "small", attrs: { "aria-label": `Show the trade of turn ${trade.turn}` } }),
      seatSign(trade.proposer, names[trade.proposer]),
      element("span", { text: "to" }),
      seatSign(trade.other, `${names[trade.other]}:`),
      element("span", { text: trade.terms }),
    ),
    element("ul", { class: "verdicts" }, ...verdicts),
  );
}

function verdict(trade, seat, names, outside) {
  const change = trade.changes[seat];
  return element(
    "li",
    { class: `verdict ${change.word}` },
    seatSign(seat, names[seat]),
    element("b", { text: change.word }),
    element("span", { class: "figure", text: estimate(change) }),
    outside ? element("span", { class: "faint", text: "not in it" }) : null,
  );
}
