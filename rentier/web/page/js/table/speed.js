/** `<rentier-speed>`: how fast the agents play, and what is shown to all; the host's to change. Fires "send". */

import { button, element } from "../dom.js";

const DELAYS = [0, 0.15, 0.3, 0.6, 1, 2, 4, 8];

class RentierSpeed extends HTMLElement {
  #table = null;
  #slower = button("−", () => this.#change(1), { class: "small", attrs: { "aria-label": "Slower", title: "Slower (−)" } });
  #quicker = button("+", () => this.#change(-1), { class: "small", attrs: { "aria-label": "Quicker", title: "Quicker (+)" } });
  #delay = element("span", { class: "speed-now money", attrs: { "aria-live": "polite" } });
  #pause = button("Pause", () => this.#pauseOrGo(), { class: "small pause" });
  #step = button("Step", () => this.#send({ type: "step" }), { class: "small", attrs: { title: "One decision of an agent (.)" } });
  #odds = element("input", { attrs: { type: "checkbox" }, on: { change: () => this.#shown() } });
  #hints = element("input", { attrs: { type: "checkbox" }, on: { change: () => this.#shown() } });
  #quiet = element("p", { class: "note" });

  connectedCallback() {
    this.hidden = true;
    this.replaceChildren(
      element("div", { class: "speed-host row" }, this.#pause, this.#step, this.#slower, this.#delay, this.#quicker,
        element("label", { class: "check" }, this.#odds, "Chances"), element("label", { class: "check" }, this.#hints, "Hints")),
      this.#quiet,
    );
  }

  set model(table) {
    this.#table = table;
    const { settings, you, over } = table;
    this.hidden = Boolean(over);
    this.querySelector(".speed-host").hidden = !you.host;
    this.#quiet.textContent = you.host ? "" : settings.paused ? "The host has paused the agents." : you.spectator ? "You are watching." : "";
    this.#delay.textContent = settings.delay === 0 ? "at once" : `${settings.delay} s`;
    this.#pause.textContent = settings.paused ? "Go on" : "Pause";
    this.#pause.classList.toggle("first", settings.paused);
    this.#step.disabled = !settings.paused;
    this.#odds.checked = settings.odds;
    this.#hints.checked = settings.hints;
  }

  /** Does what a key stands for; false where it stands for nothing here. */
  key(key) {
    if (!this.#table?.you.host || this.#table.over) return false;
    if (key === "k") this.#pauseOrGo();
    else if (key === "." && this.#table.settings.paused) this.#send({ type: "step" });
    else if (key === "+" || key === "=") this.#change(-1);
    else if (key === "-" || key === "−") this.#change(1);
    else return false;
    return true;
  }

  #change(by) {
    const now = this.#table.settings.delay;
    const nearest = DELAYS.reduce((best, delay, at) => (Math.abs(delay - now) < Math.abs(DELAYS[best] - now) ? at : best), 0);
    const next = DELAYS[Math.min(DELAYS.length - 1, Math.max(0, nearest + by))];
    this.#send({ type: "delay", seconds: next });
  }

  #pauseOrGo() {
    this.#send({ type: "pause", paused: !this.#table.settings.paused });
  }

  #shown() {
    this.#send({ type: "show", odds: this.#odds.checked, hints: this.#hints.checked });
  }

  #send(detail) {
    this.dispatchEvent(new CustomEvent("send", { detail, bubbles: true }));
  }
}

customElements.define("rentier-speed", RentierSpeed);
