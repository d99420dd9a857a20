/** The worst decision, shown first: the reader's own, or for a spectator the worst of all players. */

import { actionWords } from "../decide/words.js";
import { button, element } from "../dom.js";
import { doneText, estimate, markSign, seatSign } from "./words.js";

/** Returns the decision that certainly cost most, of one seat or (null) of all; undefined if none did. */
export function worstOf(decisions, found, seat) {
  const cost = ({ number }) => found[number].loss.low;
  const certain = decisions.filter((one) => (seat === null || one.seat === seat) && found[one.number]?.loss?.checked && cost(one) > 0);
  return certain.sort((one, other) => cost(other) - cost(one))[0];
}

/** Creates the panel's content: the worst decision once all are analysed; it says so if none certainly cost anything.
 *
 * `jump` shows a decision on the board, `playOn` starts a game from the decision on the board.
 */
export function worstParts(game, view, { status, decisions: found }, seat, jump, playOn) {
  const title = element("h2", { text: seat === null ? "The worst decision" : "Your worst decision" });
  if (status === "failed") return [];
  if (status !== "done") return [title, element("p", { class: "faint", text: "It is shown here when all decisions are analysed." })];
  const worst = worstOf(game.decisions, found, seat);
  const none = seat === null ? "Nobody made a clear mistake." : "You made no clear mistake.";
  return worst ? [title, ...description(view, worst, found[worst.number], seat !== null, jump, playOn)] : [title, element("p", { text: none })];
}

/** Says what was done, what would have been better, and why. */
function description(view, worst, { loss, better, mark, why, why_you: whyYou }, isYours, jump, playOn) {
  const reason = isYours ? whyYou : why;
  const tryIt = () => {
    jump(worst.number);
    playOn();
  };
  return [
    element("p", {}, seatSign(worst.seat, view.name(worst.seat)), `, turn ${worst.turn}: `, element("b", { text: doneText(view, worst) }), " ", mark ? markSign(mark) : null),
    element("p", {}, "Better: ", element("b", { text: actionWords(view, better) }), ` (${estimate(loss)} points)`),
    reason ? element("p", { class: "review-why", text: reason }) : null,
    element("div", { class: "row" }, button("Show it", () => jump(worst.number)), button("Try the better one", tryIt, { class: "first" })),
  ].filter(Boolean);
}
