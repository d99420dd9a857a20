/** The worst decision, shown first: the reader's own, or for a spectator the worst of all players. */

import { button, element } from "../dom.js";
import { actionText, doneText, estimate, seatSign } from "./words.js";

/** Returns the decision that certainly cost most, of one seat or (null) of all; undefined if none did. */
export function worstOf(decisions, found, seat) {
  const cost = ({ number }) => found[number].loss.low;
  const certain = decisions.filter((one) => (seat === null || one.seat === seat) && found[one.number]?.loss?.checked && cost(one) > 0);
  return certain.sort((one, other) => cost(other) - cost(one))[0];
}

/** Creates the panel; it says so if no decision certainly cost anything. */
export function worstPanel(game, found, seat, jump) {
  const worst = worstOf(game.decisions, found, seat);
  const none = seat === null ? "No decision certainly cost anything." : "None of your decisions certainly cost anything.";
  return element(
    "section",
    { class: "panel review-worst", attrs: { "aria-label": "Worst decision" } },
    element("h2", { text: seat === null ? "The worst decision" : "Your worst decision" }),
    ...(worst ? description(game, worst, found[worst.number], seat !== null, jump) : [element("p", { text: none })]),
  );
}

/** Says what was done, what would have been better, and why. */
function description({ names, currency }, worst, { loss, better, why, why_you: whyYou }, isYours, jump) {
  const reason = isYours ? whyYou : why;
  return [
    element("p", {}, seatSign(worst.seat, names[worst.seat]), `, turn ${worst.turn}: `, element("b", { text: doneText(worst, names, currency) })),
    element("p", {}, "Better: ", element("b", { text: actionText(better, names, currency) }), ` (${estimate(loss)} points)`),
    reason ? element("p", { class: "review-why", text: reason }) : null,
    button("Show it", () => jump(worst.number)),
  ];
}
