/** The worst decision, shown first: the reader's own, or for a spectator the worst of all players. */

import { actionWords } from "../decide/words.js";
import { button, element } from "../dom.js";
import { doneText, estimate, markSign, seatSign } from "./words.js";

/** Returns the decision that certainly cost most, of one seat's player (not its bot) or (null) of all; undefined if none did. */
export function worstOf({ decisions, by_bot: byBot }, found, seat) {
  const cost = ({ number }) => found[number].loss.low;
  const certain = decisions.filter((one) => (seat === null || (one.seat === seat && !byBot.includes(one.number))) && found[one.number]?.loss?.checked && cost(one) > 0);
  return certain.sort((one, other) => cost(other) - cost(one))[0];
}

/** Creates the panel's content: the worst decision once all are analysed; it says so if none certainly cost anything.
 *
 * `jump` shows a decision on the board, `tryBetter` starts a game from it.
 */
export function worstParts(game, view, { status, decisions: found }, seat, jump, tryBetter) {
  const title = element("h2", { text: seat === null ? "The worst decision" : "Your worst decision" });
  if (status === "failed") return [];
  if (status !== "done") return [title, element("p", { class: "faint", text: "It is shown here when all decisions are analysed." })];
  const worst = worstOf(game, found, seat);
  const none = seat === null ? "Nobody made a clear mistake." : "You made no clear mistake.";
  return worst ? [title, ...description(view, worst, found[worst.number], seat !== null, jump, tryBetter)] : [title, element("p", { text: none })];
}

/** Says what was done, what would have been better, and why. */
function description(view, worst, { loss, better, mark, why, why_you: whyYou }, isYours, jump, tryBetter) {
  const reason = isYours ? whyYou : why;
  return [
    element("p", {}, seatSign(worst.seat, view.name(worst.seat)), `, turn ${worst.turn}: `, element("b", { text: doneText(view, worst) }), " ", mark ? markSign(mark) : null),
    element("p", {}, "Better: ", element("b", { text: actionWords(view, better) }), ` (${estimate(loss)} points)`),
    reason ? element("p", { class: "review-why", text: reason }) : null,
    element("div", { class: "row" }, button("Show it", () => jump(worst.number)), button("Try the better one", () => tryBetter(worst.number), { class: "first" })),
  ].filter(Boolean);
}
