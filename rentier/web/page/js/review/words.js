/** Formats the marks, decisions and figures of a review. */

import { actionWords } from "../decide/words.js";
import { element, svg, withCurrency } from "../dom.js";
import { tokenIcon } from "../table/token.js";

/** The marks, worst first: the chance of winning that the decision cost, and the symbols. */
export const MARKS = {
  blunder: { share: 0.15, shape: "M-5,-5 5,5 M5,-5 -5,5", sign: "✕" },
  mistake: { share: 0.1, shape: "M-6,-4.5 6,-4.5 0,6 Z", sign: "▼" },
  slip: { share: 0.05, shape: "M-4.5,0 a4.5,4.5 0 1,0 9,0 a4.5,4.5 0 1,0 -9,0 Z", sign: "●" },
};

/** Formats points with their sign: `+12.5`, `−3.1`, `0.0`. */
export function points(share) {
  const written = Math.abs(100 * share).toFixed(1);
  if (written === "0.0") return written;
  return `${share < 0 ? "−" : "+"}${written}`;
}

/** Formats an estimate in points: `+12.5 ± 3.1`. */
export function estimate({ mean, high }) {
  return `${points(mean)} ± ${(100 * (high - mean)).toFixed(1)}`;
}

/** Creates the token of a seat, with a text beside it if one is given. */
export function seatSign(seat, name = null) {
  return name === null ? tokenIcon(seat) : element("span", { class: "seat-name" }, tokenIcon(seat), element("span", { text: name }));
}

/** Creates the symbol and the word of a mark. */
export function markSign(mark) {
  return element(
    "span",
    { class: `mark mark-${mark}` },
    element("span", { text: MARKS[mark].sign, attrs: { "aria-hidden": "true" } }),
    element("span", { text: mark }),
  );
}

/** Creates the shape of a mark for a chart. */
export function markShape(mark, seat, x, y) {
  return svg("path", { class: `point point-${mark} of-${seat}`, attrs: { d: MARKS[mark].shape, transform: `translate(${x} ${y})` } });
}

/** Returns the action and its subject: `Refuse (Ada offers £615 for Trafalgar Square)`. */
export function doneText(view, { action, subject }) {
  const text = actionWords(view, action);
  return subject ? `${text} (${withCurrency(view.model.currency, subject)})` : text;
}
