/** The current decision: the player, the action, what followed, and what would have been better. */

import { actionWords } from "../decide/words.js";
import { element, percent, possessive } from "../dom.js";
import { frameSign } from "../table/frames.js";
import { doneText, estimate, markSign, points, seatSign } from "./words.js";

const DECIDING = {
  manage: (name) => `${possessive(name)} turn`,
  roll: (name) => `${name} is about to roll`,
  buy: (name) => `${name} may buy`,
  bid: (name) => `${name} may bid`,
  respond: (name) => `${name} is answering an offer`,
  raise: (name) => `${name} must raise money`,
  card: (name) => `${name} is choosing: pay the fine or draw a card`,
  tax: (name) => `${name} is choosing how to pay the tax`,
  settle: (name) => `${name} has received a mortgaged deed`,
  claim: (name) => `${name} may collect rent`,
  place: (name) => `${name} is choosing where to build`,
};

/** Creates the content of the panel; `end` are the chances at the end, `you` is the reader's seat, and `compared` are the
 * findings on the decision if it is compared with a better one; then the `legend` explains the frames on the board.
 */
export function currentPanel(game, view, review, number, end, you, compared, legend) {
  const { decisions, names } = game;
  if (number > decisions.length) {
    const drawn = game.over && !game.winners.length;
    return [element("h2", { text: game.over ? "The end" : "The end of the record" }), ...(drawn ? [element("p", { class: "review-done", text: "Draw" })] : []), ...chanceRow(end, null, names)];
  }
  const one = decisions[number - 1];
  const found = review.decisions[number];
  const why = one.seat === you ? found?.why_you : found?.why;
  return [
    element("h2", {}, seatSign(one.seat, (DECIDING[one.decision] ?? ((name) => name))(names[one.seat]))),
    element("p", { class: "note", text: `Decision ${number} of ${decisions.length} · round ${one.round}, turn ${one.turn}` }),
    element("p", { class: "review-done" }, element("b", {}, ...(compared ? [frameSign("played"), " "] : []), doneText(view, one)), found?.mark ? markSign(found.mark) : null),
    ...(compared ? [verdict(view, compared), legend] : []),
    why ? element("p", { class: "review-why", text: why }) : null,
    element("ul", { class: "review-lines" }, ...one.lines.map((line) => element("li", { text: line }))),
    ...chanceRow(review.chances[number - 1], found?.change, names),
  ].filter((part) => part !== null);
}

/** Creates the line that says what would have been better than a decision. */
function verdict(view, { loss, better, mark }) {
  return element("p", { class: `review-verdict is-${mark}` }, frameSign("better"), " Better: ", element("b", { text: actionWords(view, better) }), ` (${estimate(loss)} points)`);
}

/** Creates the chances before the decision, and how it changed them. */
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
  const title = change ? "Chances before the decision, and the change" : "Chances";
  return [element("h3", { text: title }), element("ul", { class: "chance-row" }, ...seats)];
}
