/** The symbols of squares: drawn around the origin, about 40 units wide. */

import { svg } from "../dom.js";

const path = (d, fill, more = {}) => svg("path", { attrs: { d, fill, ...more } });
const line = (d, stroke, width = 3) => svg("path", { attrs: { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" } });
const letter = (text, size, fill, y) => svg("text", { text, attrs: { "text-anchor": "middle", y, "font-size": size, "font-weight": 700, fill, "font-family": "var(--serif)" } });

const BLUE = "#6d95b8";
const ORANGE = "#d98c3f";
const GOLD = "#c9a548";

/** Creates the bars of a prison cell. */
export function bars(width, height) {
  const count = Math.max(3, Math.round(width / 11));
  const drawn = Array.from({ length: count }, (_, bar) => `M${(-width / 2 + ((bar + 0.5) * width) / count).toFixed(1)} ${-height / 2}v${height}`);
  return svg(
    "g",
    {},
    svg("rect", { attrs: { x: -width / 2, y: -height / 2, width, height, rx: 4, fill: ORANGE, opacity: 0.28 } }),
    line(drawn.join(""), "var(--face-line)", 2),
  );
}

const SIGNS = {
  go: () => path("M-22 0L-8 -12V-5H22V5H-8V12Z", "#c8453a"),
  chance: () => letter("?", 46, ORANGE, 15),
  chest: () =>
    svg(
      "g",
      {},
      path("M-20 -4C-20 -13 -13 -15 -8 -15H8C13 -15 20 -13 20 -4Z", BLUE),
      path("M-20 -1H20V14H-20Z", BLUE),
      path("M-4 -6H4V5H-4Z", "var(--face)"),
    ),
  tax: () => svg("g", {}, ...[10, 2, -6].map((cy) => svg("ellipse", { attrs: { cx: 0, cy, rx: 16, ry: 7, fill: GOLD, stroke: "var(--face)", "stroke-width": 1.5 } }))),
  parking: () =>
    svg("g", {}, path("M-22 13H22", "none", { stroke: "var(--face-line)", "stroke-width": 3 }), path("M-20 9V1L-14 -1L-9 -10H9L14 -1L20 1V9Z", BLUE), ...[-11, 11].map((cx) => svg("circle", { attrs: { cx, cy: 10, r: 5, fill: "var(--face-ink)" } }))),
  gotojail: () => svg("g", {}, line("M-24 0H-4M-12 -8L-3 0L-12 8", "#c8453a", 5), svg("g", { attrs: { transform: "translate(13 0)" } }, bars(22, 32))),
  station: () =>
    svg(
      "g",
      {},
      path("M-12 -15H12C15 -15 16 -12 16 -9V6C16 9 14 10 12 10H-12C-14 10 -16 9 -16 6V-9C-16 -12 -15 -15 -12 -15Z", "var(--face-faint)"),
      path("M-11 -9H11V-1H-11Z", "var(--face)"),
      ...[-9, 9].map((cx) => svg("circle", { attrs: { cx, cy: 4.5, r: 2.6, fill: "var(--face)" } })),
      line("M-9 12L-14 17M9 12L14 17", "var(--face-faint)"),
    ),
  utility: () => path("M3 -18L-12 3H-1L-4 18L12 -5H1Z", GOLD),
};

/** Creates the symbol of a kind of square at a point with a given width; null for kinds without one. */
export function sign(kind, { x, y }, width) {
  const drawn = SIGNS[kind]?.();
  if (!drawn) return null;
  return svg("g", { class: "sign", attrs: { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(width / 44).toFixed(3)})` } }, drawn);
}
