/** The tokens of the seats: each has its colour, shape and number. */

import { svg } from "../dom.js";

/** Returns the corners of a regular polygon. */
function polygon(corners, turn, radius = 10.5) {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = turn + (2 * Math.PI * corner) / corners;
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
  }).join(" ");
}

const SHAPES = [
  () => svg("circle", { attrs: { r: 9.5 } }),
  () => svg("rect", { attrs: { x: -8.5, y: -8.5, width: 17, height: 17, rx: 2 } }),
  () => svg("polygon", { attrs: { points: "0,-11.5 11,8.5 -11,8.5" } }),
  () => svg("polygon", { attrs: { points: "0,-12 10.5,0 0,12 -10.5,0" } }),
  () => svg("polygon", { attrs: { points: polygon(6, 0) } }),
  () => svg("path", { attrs: { d: "M-9 -9H9V2C9 7 4 10 0 11.500C-4 10 -9 7 -9 2Z" } }),
  () => svg("polygon", { attrs: { points: polygon(5, 0, 11) } }),
  () => svg("path", { attrs: { d: "M-4 -10.500H4V-4H10.500V4H4V10.500H-4V4H-10.500V-4H-4Z" } }),
];
const LOWER = [0, 0, 2.5, 0, 0, -0.5, 0.6, 0]; // vertical shift of the number in each shape
export const SHAPE_NAMES = ["circle", "square", "triangle", "diamond", "hexagon", "shield", "pentagon", "cross"];

/** Creates the token of a seat around the origin, about 20 units wide. */
export function token(seat) {
  const shape = SHAPES[seat]();
  shape.setAttribute("fill", `var(--seat-${seat})`);
  shape.setAttribute("class", "token-shape");
  const number = svg("text", {
    class: "token-number",
    text: String(seat + 1),
    attrs: { y: 3.7 + LOWER[seat], "text-anchor": "middle", fill: `var(--seat-ink-${seat})` },
  });
  return svg("g", { class: "token-body" }, shape, number);
}

/** Creates the token of a seat as an icon in running text. */
export function tokenIcon(seat) {
  return svg("svg", { class: "token", attrs: { viewBox: "-13 -13 26 26", "aria-hidden": "true" } }, token(seat));
}
