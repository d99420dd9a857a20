/** The verdict on every trade: for both sides, and for the other players. */

import { button, element, withCurrency } from "../dom.js";
import { estimate, seatSign } from "./words.js";

/** Creates the panel of all trades; `jump` is called with the number of a decision. */
export function tradesPanel(trades, names, currency, jump) {
  const list = trades.length
    ? element("ol", { class: "trade-list" }, ...trades.map((trade) => tradeItem(trade, names, currency, jump)))
    : element("p", { class: "faint", text: "There were no trades." });
  return element(
    "section",
    { class: "panel review-trades" },
    element("h2", { text: "Trades" }),
    element("p", {
      class: "note",
      text: "How each trade changed every player's chance of winning, compared with refusing it. Good or bad: the 95 % interval excludes zero. Even: less than 3 points either way. Unclear: too close to call.",
    }),
    list,
  );
}

function tradeItem(trade, names, currency, jump) {
  const outside = [...names.keys()].filter((seat) => seat !== trade.proposer && seat !== trade.other);
  const verdicts = [trade.proposer, trade.other, ...outside].map((seat) => verdict(trade, seat, names, outside.includes(seat)));
  return element(
    "li",
    {},
    element(
      "p",
      { class: "trade-head" },
      button(`Turn ${trade.turn}`, () => jump(trade.decision), { class: "small", attrs: { "aria-label": `Show the trade in turn ${trade.turn}` } }),
      seatSign(trade.proposer, names[trade.proposer]),
      element("span", { text: "to" }),
      seatSign(trade.other, `${names[trade.other]}:`),
      element("span", { text: withCurrency(currency, trade.terms) }),
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
    outside ? element("span", { class: "faint", text: "not involved" }) : null,
  );
}
