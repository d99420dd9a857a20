/** A small board as decoration. */

import { element, svg } from "../dom.js";
import { cut, planBoard, SIZE } from "../table/layout.js";

const GROUPS = "-b-bs-l-ll-p-ppso-oo-r-rrsy-yy-g-ggs-n-n"; // the colour group of each square
const COLOURS = { b: "#8b5a3c", l: "#9fd3ea", p: "#d6409f", o: "#ef8e1c", r: "#dc2626", y: "#f2d516", g: "#1d9a50", n: "#1d4ed8", s: "#4b5563" };
const HOUSES = { 16: 3, 18: 3, 19: 2, 31: 1, 32: 1, 34: 1, 39: 4 };

/** Creates the picture. */
export function boardPicture() {
  const { places, depth } = planBoard(GROUPS.length);
  const squares = places.map((place, number) => {
    const { x, y, width, height } = place;
    const face = svg("rect", { class: "face", attrs: { x, y, width, height } });
    const colour = COLOURS[GROUPS[number]];
    if (!colour) return face;
    const [band] = cut(place, (place.side + 2) % 4, 0.26 * depth);
    const flat = band.width > band.height;
    const houses = Array.from({ length: HOUSES[number] ?? 0 }, (_, house) => {
      const along = (house + 0.5) / 4;
      const at = { x: band.x + (flat ? along * band.width : band.width / 2) - 7, y: band.y + (flat ? band.height / 2 : along * band.height) - 7 };
      return svg("rect", { class: "building house", attrs: { ...at, width: 14, height: 14, rx: 2 } });
    });
    return svg("g", {}, face, svg("rect", { class: "band", attrs: { ...band, fill: colour } }), ...houses);
  });
  const picture = svg("svg", { class: "board", attrs: { viewBox: `0 0 ${SIZE} ${SIZE}` } }, ...squares);
  return element("div", { class: "ornament", attrs: { "aria-hidden": "true" } }, picture, element("p", { class: "wordmark", text: "Rentier" }));
}
