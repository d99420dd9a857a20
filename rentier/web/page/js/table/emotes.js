/** `<rentier-emotes>`: a small button with a palette of emotes. Dispatches "send". */

import { button, element } from "../dom.js";
import { EMOTE_TEXTS, emoteName, emotePicture } from "./emote_shapes.js";

const GAP = 6; // pixels between the button and the palette

class RentierEmotes extends HTMLElement {
  #palette = element("div", { class: "emote-palette panel", attrs: { popover: "auto", role: "group", "aria-label": "Emotes" } }, ...EMOTE_TEXTS.map((text) => this.#emote(text)));
  #opener = element("button", { class: "quiet emote-opener", attrs: { type: "button", "aria-label": "Send an emote", title: "Send an emote (i)", "aria-haspopup": "true" } }, emotePicture("😊"));

  connectedCallback() {
    this.hidden = true;
    this.replaceChildren(this.#opener, this.#palette);
    this.#opener.popoverTargetElement = this.#palette;
    this.#palette.addEventListener("toggle", ({ newState }) => newState === "open" && this.#place());
  }

  /** Opens the palette; returns false if there is none here. */
  open() {
    if (!this.checkVisibility()) return false;
    this.#palette.showPopover({ source: this.#opener });
    return true;
  }

  #emote(text) {
    const made = button("", () => this.#say(text), { class: "quiet", attrs: { "aria-label": emoteName(text), title: emoteName(text) } });
    made.append(emotePicture(text));
    return made;
  }

  /** Puts the palette above its button, within the window. */
  #place() {
    const { right, top } = this.#opener.getBoundingClientRect();
    const { width, height } = this.#palette.getBoundingClientRect();
    this.#palette.style.left = `${Math.max(GAP, right - width)}px`;
    this.#palette.style.top = `${Math.max(GAP, top - height - GAP)}px`;
    this.#palette.querySelector("button").focus();
  }

  #say(text) {
    this.#palette.hidePopover();
    this.dispatchEvent(new CustomEvent("send", { detail: { type: "chat", text }, bubbles: true }));
  }
}

customElements.define("rentier-emotes", RentierEmotes);
