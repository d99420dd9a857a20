/** The dice: cubes that tumble and stop at their face. */

import { element, svg } from "../dom.js";

const PIPS = [[-1, -1], [1, 1], [1, -1], [-1, 1], [-1, 0], [1, 0]];
// how each face lies on the cube: rotation around the x and the y axis, in degrees; opposite faces add up to seven
const FACES = { 1: [0, 0], 2: [-90, 0], 3: [0, 90], 4: [0, -90], 5: [90, 0], 6: [0, 180] };

/** Creates one face of a cube. */
function face(pips) {
  const spots = [...PIPS.slice(0, pips - (pips % 2)), ...(pips % 2 ? [[0, 0]] : [])];
  const [x, y] = FACES[pips];
  const made = svg(
    "svg",
    { class: "die-face", attrs: { viewBox: "-20 -20 40 40" } },
    svg("rect", { attrs: { x: -19, y: -19, width: 38, height: 38, rx: 7 } }),
    ...spots.map(([across, down]) => svg("circle", { attrs: { cx: across * 9.5, cy: down * 9.5, r: 3.6 } })),
  );
  made.style.transform = `rotateX(${x}deg) rotateY(${y}deg) translateZ(calc(var(--die) / 2))`;
  return made;
}

/** Returns the rotation of a cube that shows a face. */
function showing(pips, turns = [0, 0]) {
  const [x, y] = FACES[pips];
  return `rotateY(${-y + 360 * turns[1]}deg) rotateX(${-x + 360 * turns[0]}deg)`;
}

/** Creates a die that shows a face. */
function die(pips) {
  const cube = element("div", { class: "cube" }, ...Object.keys(FACES).map((one) => face(Number(one))));
  cube.style.transform = showing(pips);
  return element("div", { class: "die" }, cube);
}

/** The dice on the table. */
export class Dice {
  node = element("div", { class: "dice", attrs: { role: "img", "aria-label": "No dice rolled yet" } });
  #shown = "";

  /** Shows a roll. */
  show(dice) {
    if (!dice.some((pips) => pips > 0) || dice.join() === this.#shown) return;
    this.#shown = dice.join();
    this.node.setAttribute("aria-label", `Rolled: ${dice.join(" and ")}`);
    this.node.replaceChildren(...dice.map(die));
  }

  /** Lets the dice tumble to the faces that they show; they stop shortly before the end of the scene. */
  tumble(stage, length) {
    [...this.node.children].forEach((one, place) => {
      const pips = Number(this.#shown.split(",")[place]);
      const far = 1 + 0.35 * (place % 2); // the dice are thrown together but do not roll alike
      const stops = { duration: length * (0.75 + 0.1 * (place % 2)) };
      stage.animate(one.firstChild, [{ transform: showing(pips, [2, -2 - (place % 2)]) }, { transform: showing(pips) }], { ...stops, easing: "cubic-bezier(0.15, 0.6, 0.3, 1)" });
      stage.animate(
        one,
        [
          { transform: `translate(${320 * far}%, ${-230 * far}%) scale(1.5)` },
          { transform: `translate(${150 * far}%, 0) scale(1)`, offset: 0.35, easing: "ease-out" },
          { transform: `translate(${70 * far}%, ${-60 * far}%) scale(1.12)`, offset: 0.55, easing: "ease-in" },
          { transform: `translate(${20 * far}%, 0) scale(1)`, offset: 0.8 },
          { transform: "none" },
        ],
        stops,
      );
    });
  }
}
