/** The tokens that players choose from: small own drawings around the origin, about 14 units wide. */

import { svg } from "../dom.js";

const PATHS = {
  boat: "M-7 3H7L4.500 7H-4.500ZM-0.600 -7.500V2H-5.500ZM0.800 -6L5.500 2H0.800Z",
  car: "M-7.500 3.500V0L-4.800 -0.600L-2.800 -4.300H3L5.300 -0.600L7.500 0V3.500H6A2 2 0 0 0 2 3.500H-2A2 2 0 0 0 -6 3.500ZM-5.300 3.500A1.300 1.300 0 0 0 -2.700 3.500A1.300 1.300 0 0 0 -5.300 3.500ZM2.700 3.500A1.300 1.300 0 0 0 5.300 3.500A1.300 1.300 0 0 0 2.700 3.500Z",
  cat: "M-6.500 -7L-2.500 -4.500H2.500L6.500 -7V1.500C6.500 5 3.500 6.800 0 6.800S-6.500 5 -6.500 1.500ZM-3.800 -0.500A1 1 0 0 0 -1.800 -0.500A1 1 0 0 0 -3.800 -0.500ZM1.800 -0.500A1 1 0 0 0 3.800 -0.500A1 1 0 0 0 1.800 -0.500ZM-1 2.200H1L0 3.600Z",
  rocket: "M0 -8.500C3.200 -5.500 3.600 -1.500 3 2L6 5.500V7.500L2.300 5.200H-2.300L-6 7.500V5.500L-3 2C-3.600 -1.500 -3.200 -5.500 0 -8.500ZM-1.500 -2.500A1.500 1.500 0 0 0 1.500 -2.500A1.500 1.500 0 0 0 -1.500 -2.500Z",
  umbrella: "M0 -8C4.500 -8 7.800 -4.800 7.800 -0.500C6.500 -1.700 5 -1.700 3.900 -0.500C2.800 -1.600 1.600 -1.800 0.700 -1V5C0.700 7.900 -3.300 7.900 -3.300 5H-1.900C-1.900 6.100 -0.700 6.100 -0.700 5V-1C-1.600 -1.800 -2.800 -1.600 -3.900 -0.500C-5 -1.700 -6.500 -1.700 -7.800 -0.500C-7.800 -4.800 -4.500 -8 0 -8Z",
  tree: "M0 -8.500L4 -3.500H2.200L5.300 0.500H3L6.500 4.700H1V7.500H-1V4.700H-6.500L-3 0.500H-5.300L-2.200 -3.500H-4Z",
  bell: "M0 -8A1.300 1.300 0 0 1 1.200 -6.300C4 -5.500 5 -3 5 -0.500C5 2 6 3.300 7 4.500H-7C-6 3.300 -5 2 -5 -0.500C-5 -3 -4 -5.500 -1.200 -6.300A1.300 1.300 0 0 1 0 -8ZM-2 5.500H2A2 2 0 0 1 -2 5.500Z",
  crown: "M-7 -4.500L-3.300 -1.200L0 -6.800L3.300 -1.200L7 -4.500L5.700 4H-5.700ZM-5.700 5H5.700V6.800H-5.700Z",
  fish: "M-7.500 -4.500L-4 -1.500C-2 -4 0.500 -5 3 -4.600C5.500 -4 7 -2 7.800 0C7 2 5.500 4 3 4.600C0.500 5 -2 4 -4 1.500L-7.500 4.500L-6.300 0ZM3.200 -1.500A1 1 0 0 0 5.200 -1.500A1 1 0 0 0 3.200 -1.500Z",
  mug: "M-6 -5.500H4V-3.500H6C8.500 -3.500 8.500 3 6 3H4V4C4 5.500 3 6.500 1.500 6.500H-3.500C-5 6.500 -6 5.500 -6 4ZM4 -2V1.500H5.500C6.600 1.500 6.600 -2 5.500 -2Z",
};

export const TOKENS = Object.keys(PATHS);
export const COLOURS = ["blue", "orange", "green", "pink", "yellow", "sky", "violet", "grey"];

/** Creates a token in a colour: a disc with its drawing. */
export function tokenShape(name, colour) {
  return svg("g", { class: "token-body" },
    svg("circle", { class: "token-shape", attrs: { r: 11, fill: `var(--paint-${colour})` } }),
    svg("path", { attrs: { d: PATHS[name], fill: `var(--paint-ink-${colour})`, "fill-rule": "evenodd" } }));
}

/** Creates a token as an icon in running text. */
export function tokenImage(name, colour) {
  return svg("svg", { class: "token", attrs: { viewBox: "-13 -13 26 26", "aria-hidden": "true" } }, tokenShape(name, colour));
}
