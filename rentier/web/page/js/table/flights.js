/** Money and deeds that fly between the players and the bank. */

import { element, money } from "../dom.js";

/** Returns the centre of an element on the screen; null if it is not in view. */
function centreOf(node) {
  const box = node?.getBoundingClientRect();
  if (!box?.width || box.bottom < 0 || box.top > innerHeight) return null;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the frames of a flight in an arc. */
function arc(start, end) {
  const at = ({ x, y }, scale) => ({ transform: `translate(${x.toFixed(0)}px, ${y.toFixed(0)}px) translate(-50%, -50%) scale(${scale})` });
  const top = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - 0.12 * Math.abs(start.x - end.x) - 20 };
  return [
    { ...at(start, 0.6), opacity: 0, easing: "ease-out" },
    { ...at(start, 1), opacity: 1, offset: 0.15, easing: "ease-in" },
    { ...at(top, 1.25), opacity: 1, offset: 0.5, easing: "ease-out" },
    { ...at(end, 1), opacity: 1, offset: 0.85 },
    { ...at(end, 0.7), opacity: 0 },
  ];
}

/** The layer over the table in which things fly. */
export class Flights {
  node = element("div", { class: "flights", attrs: { "aria-hidden": "true" } });
  #root;

  /** `root`: the table, which has the players and the board. */
  constructor(root) {
    this.#root = root;
  }

  /** Shows what flies in a scene. */
  play(scene, table, stage) {
    if (scene.scene === "pay") this.#fly(element("span", { class: "coin", text: money(table.currency, scene.amount) }), this.#purse(scene.from), this.#purse(scene.to), scene, stage);
    if (scene.scene === "deed") this.#deed(scene, table.board[scene.square], stage);
  }

  #deed(scene, { name, colour }, stage) {
    const flying = element("span", { class: "flying-deed", text: name });
    flying.style.setProperty("--colour", colour);
    const square = centreOf(this.#root.querySelector(`[data-square="${scene.square}"] .face`));
    const [from, to] = [scene.from, scene.to].map((seat) => (seat === null ? square : this.#purse(seat)));
    this.#fly(flying, from, to, scene, stage);
  }

  #fly(node, from, to, { length }, stage) {
    if (!from || !to) return;
    stage.add(this.node, node);
    stage.animate(node, arc(from, to), { duration: length, fill: "both" });
  }

  /** Returns where the money of a player, the bank or the pot is: a player's row if it is in view, else the token. */
  #purse(who) {
    const find = (selector) => centreOf(this.#root.querySelector(selector));
    if (typeof who === "string") return find(".bank-sign");
    return find(`.player[data-seat="${who}"] .purse`) ?? find(`.walker[data-seat="${who}"] .token-shape`);
  }
}
