/** Frames around squares of the board: what was played, dashed and crossed, and what is better, solid and ticked. */

import { element, svg } from "../dom.js";
import { BOTTOM, centre, LEFT, TOP } from "./layout.js";

/** The kinds of frames: the words for screen readers, the sign, the line, and where the sign stands. */
const KINDS = {
  better: { words: "better move", sign: "✓", line: "solid", shift: 1 },
  played: { words: "move played", sign: "✕", line: "dashed", shift: -1 },
};
const SIGN = 17; // radius
const OUTER = 1; // how far a frame is inside its square
const INNER = 9; // the same inside another frame
const VARIANT = "\uFE0E"; // text, not an emoji

/** Returns where the sign of a frame stands: at the edge of the square towards the middle of the board. */
function signPlace(place, shift) {
  const { x, y } = centre(place);
  const step = shift * SIGN * 1.05;
  if (place.side === BOTTOM) return [x + step, place.y];
  if (place.side === TOP) return [x + step, place.y + place.height];
  if (place.side === LEFT) return [place.x + place.width, y + step];
  return [place.x, y + step];
}

/** Creates the frame of one square. */
function frame(kind, place, inset) {
  const { sign, shift } = KINDS[kind];
  const [x, y] = signPlace(place, shift);
  return svg(
    "g",
    { class: `frame ${kind}` },
    svg("rect", { attrs: { x: place.x + inset, y: place.y + inset, width: place.width - 2 * inset, height: place.height - 2 * inset, rx: 5 } }),
    svg("circle", { attrs: { cx: x, cy: y, r: SIGN } }),
    svg("text", { text: sign + VARIANT, attrs: { x, y: y + 9, "text-anchor": "middle" } }),
  );
}

/** Creates the frames of a board: `frames` are {kind, squares}, `places` the rectangles of all squares. */
export function drawFrames(frames, places) {
  const isInner = (kind, square) => kind === "played" && frames.some((other) => other.kind === "better" && other.squares.includes(square));
  return frames.flatMap(({ kind, squares }) => squares.map((square) => frame(kind, places[square], isInner(kind, square) ? INNER : OUTER)));
}

/** Returns the frames of a square in words: `better move, move played`; "" without any. */
export function frameWords(frames, square) {
  return frames.filter(({ squares }) => squares.includes(square)).map(({ kind }) => KINDS[kind].words).join(", ");
}

/** Creates the sign of a frame for a legend. */
export function frameSign(kind) {
  return element("span", { class: `frame-sign ${kind}`, text: KINDS[kind].sign + VARIANT, attrs: { "aria-hidden": "true" } });
}

/** Creates the legend of the frames on the board, with the words for each kind; null if there are none. */
export function frameLegend(frames, words) {
  if (!frames.some(({ squares }) => squares.length)) return null;
  return element("p", { class: "note frame-legend" }, "On the board:", ...frames.map(({ kind }) => element("span", {}, frameSign(kind), `${KINDS[kind].line} frame: ${words[kind]}`)));
}
