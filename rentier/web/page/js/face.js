/** Portraits of opponents, drawn from their names: the same name always has the same face. */

import { svg } from "./dom.js";

const SKINS = ["#f6d5bd", "#e9b994", "#c98f65", "#9a6440", "#6f4427"];
const HAIRS = ["#2b2320", "#5a3825", "#a8642a", "#d9a441", "#8d8f94", "#e6e3dc", "#8c2f23"];
const CLOTHES = ["#0067a5", "#c03f00", "#00795c", "#a8327d", "#5b4b9a", "#8a6d00", "#3f5b66"];
const GROUNDS = ["#cfe3ef", "#f3ddc9", "#d3e9dd", "#efd9e6", "#e3dff2", "#f2e8c4", "#dbe2e5"];
const INK = "#33251f";

/** The hair behind the head and in front of it, by style. */
const CUTS = [
  (fill) => [null, path("M24 45C21 24 36 15 50 15S79 24 76 45C72 33 62 30 50 31S28 34 24 45Z", fill)], // short
  (fill) => [path("M22 78C16 40 26 14 50 14S84 40 78 78Z", fill), path("M27 46C27 28 38 22 50 22C58 32 68 34 74 45C76 26 66 15 50 15S24 26 27 46Z", fill)], // long
  (fill) => [svg("circle", { attrs: { cx: 50, cy: 12, r: 10, fill } }), path("M25 44C23 25 37 17 50 17S77 25 75 44C70 31 60 27 50 27S30 31 25 44Z", fill)], // bun
  (fill) => [curls(fill), path("M28 38C32 26 40 24 50 24S68 26 72 38C66 31 58 30 50 30S34 31 28 38Z", fill)], // curls
  (fill) => [path("M22 62C18 34 28 15 50 15S82 34 78 62C79 68 72 68 72 62L72 40H28L28 62C28 68 21 68 22 62Z", fill), path("M27 40V32C32 20 40 17 50 17S68 20 73 32V40C64 34 36 34 27 40Z", fill)], // bob with a fringe
  (fill) => [null, path("M25 48C22 40 24 34 28 32C25 42 28 44 27 50ZM75 48C78 40 76 34 72 32C75 42 72 44 73 50Z", fill)], // bald, hair at the sides
  (fill) => [null, path("M25 44C20 22 40 10 57 14C70 14 79 26 75 44C73 36 70 32 66 29C54 34 38 30 33 29C28 33 26 38 25 44Z", fill)], // parting
];

function path(d, fill) {
  return svg("path", { attrs: { d, fill } });
}

function curls(fill) {
  const places = [[26, 40, 9], [25, 28, 10], [35, 18, 11], [50, 14, 12], [65, 18, 11], [75, 28, 10], [74, 40, 9]];
  return svg("g", {}, ...places.map(([cx, cy, r]) => svg("circle", { attrs: { cx, cy, r, fill } })));
}

function line(d, width = 2.2) {
  return svg("path", { attrs: { d, fill: "none", stroke: INK, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" } });
}

const MOUTHS = ["M42 65C46 69 54 69 58 65", "M41 64C46 71 54 71 59 64", "M43 66C48 68 54 67 58 63"];

function glasses() {
  const round = (cx) => svg("circle", { attrs: { cx, cy: 49, r: 8, fill: "#ffffff33", stroke: INK, "stroke-width": 2 } });
  return svg("g", {}, round(40), round(60), line("M48 49H52M32 48L27 46M68 48L73 46", 2));
}

function moustache(fill) {
  return path("M50 59C45 56 39 58 36 63C42 65 47 64 50 62C53 64 58 65 64 63C61 58 55 56 50 59Z", fill);
}

/** Returns small whole numbers that follow from a name. */
function draws(name) {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0;
  return (most) => {
    hash = (Math.imul(hash ^ (hash >>> 15), 2246822519) + 3266489917) >>> 0;
    return (hash >>> 8) % most;
  };
}

/** The features of the opponents whose names the start page gives: [skin, hair, cut, clothes, ground, mouth, glasses, moustache]. */
const KNOWN = {
  Edith: [0, 5, 2, 3, 1, 1, true, false],
  Toby: [1, 2, 0, 0, 5, 1, false, false],
  Rosa: [2, 0, 1, 1, 3, 1, false, false],
  Kofi: [4, 0, 3, 2, 5, 1, false, false],
  Max: [0, 3, 6, 2, 0, 0, false, false],
  Nora: [1, 6, 4, 4, 2, 0, false, false],
  Yusuf: [2, 0, 0, 5, 4, 0, false, true],
  Greta: [0, 3, 1, 0, 1, 0, true, false],
  Vera: [1, 0, 4, 1, 6, 2, true, false],
  Hugo: [0, 4, 5, 6, 4, 2, false, true],
  Mei: [1, 0, 2, 4, 3, 2, false, false],
  Arthur: [3, 0, 6, 0, 2, 2, true, false],
  Augusta: [3, 5, 3, 4, 5, 2, false, false],
  Magnus: [0, 1, 6, 6, 0, 2, false, true],
  Kenji: [1, 0, 0, 1, 2, 2, true, false],
  Beatrix: [0, 6, 2, 2, 6, 2, false, false],
};

function featuresOf(name) {
  if (Object.hasOwn(KNOWN, name)) return KNOWN[name];
  const draw = draws(name);
  return [draw(SKINS.length), draw(HAIRS.length), draw(CUTS.length), draw(CLOTHES.length), draw(GROUNDS.length), draw(MOUTHS.length), draw(4) === 0, draw(6) === 0];
}

/** Creates the portrait of an opponent; decoration, since the name stands beside it. */
export function face(name) {
  const [skin, hair, cut, clothes, ground, mouth, hasGlasses, hasMoustache] = featuresOf(name);
  const [behind, front] = CUTS[cut](HAIRS[hair]);
  const clip = svg("g", { class: "likeness-body" },
    behind,
    path("M14 104C14 82 30 76 50 76S86 82 86 104Z", CLOTHES[clothes]),
    path("M42 68H58V78C58 86 42 86 42 78Z", SKINS[skin]),
    svg("ellipse", { attrs: { cx: 50, cy: 48, rx: 24, ry: 27, fill: SKINS[skin] } }),
    front,
    svg("circle", { attrs: { cx: 40, cy: 49, r: 2.8, fill: INK } }),
    svg("circle", { attrs: { cx: 60, cy: 49, r: 2.8, fill: INK } }),
    line("M35 41C38 39 42 39 44 41M56 41C58 39 62 39 65 41", 2),
    line("M50 50L48 57H51", 1.6),
    hasGlasses && glasses(),
    hasMoustache ? moustache(HAIRS[hair]) : null,
    line(MOUTHS[mouth]),
  );
  return svg("svg", { class: "likeness", attrs: { viewBox: "0 0 100 100", "aria-hidden": "true" } }, svg("rect", { attrs: { width: 100, height: 100, fill: GROUNDS[ground] } }), clip);
}
