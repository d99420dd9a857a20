/** The decision that is shown, in words: whose it was, what was done, what it led to, and what would have been better. */

import { element } from "../dom.js";
import { actionText, doneText, estimate, markSign, percent, points, seatSign } from "./words.js";

/** The parts of the panel; `end` are the chances at the end. */
export function currentPanel(game, review, number, end) {
  const { decisions, names } = game;
  if (number > decisions.length) return [element("h2", { text: game.over ? "The end" : "The end of the record" }), ...chanceRow(end, null, names)];
  const one = decisions[number - 1];
  const found = review.decisions[number];
  return [
    element("h2", {}, seatSign(one.seat, names[one.seat]), element("span", { class: "faint", text: `to ${one.decision}` })),
    element("p", { class: "note", text: `Decision ${number} of ${decisions.length} · round ${one.round}, turn ${one.turn}` }),
    element("p", { class: "review-done" }, element("b", { text: doneText(one, names) }), found?.mark ? markSign(found.mark) : null),
    found?.mark ? verdict(found, names) : null,
    element("ul", { class: "review-lines" }, ...one.lines.map((line) => element("li", { text: line }))),
    ...chanceRow(review.chances[number - 1], found?.change, names),
  ].filter((part) => part !== null);
}

/** What would have been better than a decision that is marked. */
function verdict({ loss, better, mark }, names) {
  return element("p", { class: `review-verdict is-${mark}` }, "Better: ", element("b", { text: actionText(better, names) }), ` (${estimate(loss)} points)`);
}

/** The chances before the decision, and what it changed. */
function chanceRow(chances, change, names) {
  if (!chances) return [];
  const seats = names.map((name, seat) =>
    element(
      "li",
      {},
      seatSign(seat, name),
      element("b", { text: percent(chances[seat]) }),
      change && Math.abs(change[seat]) >= 0.005 ? element("span", { class: change[seat] < 0 ? "worse" : "better", text: points(change[seat]) }) : null,
    ),
  );
  const title = change ? "Chances before it, and what it changed" : "Chances";
  return [element("h3", { text: title }), element("ul", { class: "chance-row" }, ...seats)];
}
