/** Emotes that appear for a moment beside the players who sent them; screen readers announce every line of the chat. */

import { element } from "../dom.js";
import { emoteName, emotePicture } from "./emote_shapes.js";

const SHOWN = 4000; // milliseconds

export class Bubbles {
  #live = element("p", { class: "unseen", attrs: { "aria-live": "polite" } });
  node = element("div", { class: "emote-bubbles" }, this.#live);
  #root;

  /** `root`: the table, which has the players. */
  constructor(root) {
    this.#root = root;
  }

  /** Shows a new line of the chat; `isRead`: whether it is visible in the chat. */
  add({ seat, name, text }, isRead) {
    if (!isRead) this.#live.textContent = `${name}: ${emoteName(text) ?? text}`;
    if (emoteName(text)) this.#pop(seat, emotePicture(text));
  }

  /** Removes the bubbles whose time is up: in a hidden tab, or while the computer sleeps, timers may stand still. */
  tidy() {
    for (const bubble of this.node.querySelectorAll(".emote-bubble")) if (Number(bubble.dataset.until) <= Date.now()) bubble.remove();
  }

  #pop(seat, picture) {
    const row = this.#root.querySelector(`.player[data-seat="${seat}"]`);
    const token = row?.firstElementChild.getBoundingClientRect();
    if (!token?.width) return;
    const home = this.#root.getBoundingClientRect();
    const bubble = element("div", { class: "emote-bubble", attrs: { "data-seat": seat, "data-until": Date.now() + SHOWN, "aria-hidden": "true" } }, picture);
    bubble.style.left = `${token.right - home.x}px`;
    bubble.style.top = `${token.top - home.y}px`;
    this.node.querySelector(`[data-seat="${seat}"]`)?.remove();
    this.node.append(bubble);
    setTimeout(() => bubble.remove(), SHOWN);
  }
}
