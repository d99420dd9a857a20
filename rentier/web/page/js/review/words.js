/** The words and numbers of a review. */

import { element, svg } from "../dom.js";
import { tokenIcon } from "../table/token.js";

/** The marks, the gravest first: the share of a win that was thrown away for certain, and what is drawn. */
export const MARKS = {
  blunder: { share: 0.15, shape: "M-5,-5 5,5 M5,-5 -5,5", sign: "✕" },
  mistake: { share: 0.1, shape: "M-6,-4.5 6,-4.5 0,6 Z", sign: "▼" },
  slip: { share: 0.05, shape: "M-4.5,0 a4.5,4.5 0 1,0 9,0 a4.5,4.5 0 1,0 -9,0 Z", sign: "●" },
};

/** A share of a win: `34 %`. */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** Points with their sign: `+12.5`, `−3.1`, `0.0`. */
export function points(share) {
  const written = Math.abs(100 * share).toFixed(1);
  if (written === "0.0") return written;
  return `${share < 0 ? "−" : "+"}${written}`;
}

/** An estimate in points: `+12.5 ± 3.1`. */
export function estimate({ mean, high }) {
  return `${points(mean)} ± ${(100 * (high - mean)).toFixed(1)}`;
}

/** A seat as its token; the name stands beside it where it is given. */
export function seatSign(seat, name = null) {
  return name === null ? tokenIcon(seat) : element("span", { class: "seat-name" }, tokenIcon(seat), element("span", { text: name }));
}

/** The sign and the word of a mark. */
export function markSign(mark) {
  return element(
    "span",
    { class: `mark mark-${mark}` },
    element("span", { text: MARKS[mark].sign, attrs: { "aria-hidden": "true" } }),
    element("span", { text: mark }),
  );
}

/** The shape of a mark for a drawing. */
export function markShape(mark, seat, x, y) {
  return svg("path", { class: `point point-${mark} of-${seat}`, attrs: { d: MARKS[mark].shape, transform: `translate(${x} ${y})` } });
}

/** An action in words: whom an offer goes to is said by name. */
export function actionText(action, names) {
  return action.replace(/^offer (\d)(?=:)/, (_, seat) => `offer to ${names[Number(seat)]}`);
}

/** What was done, and about what: `refuse (Ada offers 615 for Trafalgar Square)`. */
export function doneText({ action, subject }, names) {
  const text = actionText(action, names);
  return subject ? `${text} (${subject})` : text;
}
