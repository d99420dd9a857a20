/** The form part with which a person chooses a token and a colour; the browser remembers them. */

import { element } from "./dom.js";
import { recall, remember } from "./keep.js";
import { COLOURS, TOKENS, tokenImage } from "./table/token_shapes.js";

const LOOK = "rentier.look";

/** Dispatches "change". */
export class LookPicker extends EventTarget {
  #tokens = element("div", { class: "look-choices", attrs: { role: "radiogroup", "aria-label": "Token" } });
  #colours = element("div", { class: "look-choices", attrs: { role: "radiogroup", "aria-label": "Colour" } });

  /** `taken`: the looks of the players who have sat down already. */
  constructor(taken = []) {
    super();
    const remembered = recall(LOOK, {});
    const free = (all, part, wish) => (all.includes(wish) && !taken.some((look) => look[part] === wish) ? wish : all.find((one) => !taken.some((look) => look[part] === one)));
    this.taken = taken;
    this.token = free(TOKENS, "token", remembered.token);
    this.colour = free(COLOURS, "colour", remembered.colour);
    this.node = element("div", { class: "look" }, this.#tokens, this.#colours);
    this.#show();
  }

  /** The look for the server. */
  get look() {
    return { token: this.token, colour: this.colour };
  }

  #show() {
    this.#tokens.replaceChildren(...TOKENS.map((name) => this.#choice("token", name, tokenImage(name, this.colour))));
    this.#colours.replaceChildren(...COLOURS.map((name) => this.#choice("colour", name, this.#swatch(name))));
  }

  #swatch(name) {
    const made = element("span", { class: "swatch", attrs: { "aria-hidden": "true" } });
    made.style.backgroundColor = `var(--paint-${name})`;
    return made;
  }

  #choice(part, value, picture) {
    const taken = this.taken.some((look) => look[part] === value);
    const box = element("input", { attrs: { type: "radio", name: `look-${part}`, value, checked: this[part] === value, disabled: taken } });
    box.addEventListener("change", () => this.#choose(part, value));
    return element("label", { class: "look-choice", attrs: { title: taken ? `${value}, taken` : value } }, box, element("span", { class: "unseen", text: value }), picture);
  }

  #choose(part, value) {
    this[part] = value;
    remember(LOOK, this.look);
    if (part === "colour") this.#tokens.replaceChildren(...TOKENS.map((name) => this.#choice("token", name, tokenImage(name, this.colour))));
    this.dispatchEvent(new Event("change"));
  }
}
