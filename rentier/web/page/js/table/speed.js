/** `<rentier-speed>`: the host's controls for the agents' speed and what everybody sees. Dispatches "send". */

import { button, element } from "../dom.js";

const DELAYS = [0, 0.15, 0.3, 0.6, 1, 2, 4, 8];

class RentierSpeed extends HTMLElement {
  #table = null;
  #slower = button("−", () => this.#change(1), { class: "small", attrs: { "aria-label": "Slower", title: "Slower (−)" } });
  #faster = button("+", () => this.#change(-1), { class: "small", attrs: { "aria-label": "Faster", title: "Faster (+)" } });
  #delay = element("span", { class: "speed-now money", attrs: { "aria-live": "polite" } });
  #pause = button("❚❚", () => this.#togglePause(), { class: "small" });
  #step = button("▶❚", () => this.#send({ type: "step" }), { class: "small", attrs: { "aria-label": "Step", title: "Let one AI player decide (.)" } });
  #odds = element("input", { attrs: { type: "checkbox" }, on: { change: () => this.#sendShown() } });
  #hints = element("input", { attrs: { type: "checkbox" }, on: { change: () => this.#sendShown() } });
  #note = element("p", { class: "note" });

  connectedCallback() {
    this.hidden = true;
    this.replaceChildren(
      element("div", { class: "speed-host" }, this.#pause, this.#step,
        element("div", { class: "speed-delay", attrs: { role: "group", "aria-label": "Speed of the AI players", title: "How long AI players wait before they decide" } }, this.#slower, this.#delay, this.#faster),
        element("button", { class: "small quiet", text: "Table…", attrs: { type: "button", popovertarget: "table-shows", "aria-haspopup": "dialog" } })),
      element("div", { class: "table-shows panel", attrs: { popover: "auto", id: "table-shows" } },
        element("p", { class: "label", text: "For everyone at this table" }),
        element("label", { class: "check" }, this.#odds, "Show chances of winning"), element("label", { class: "check" }, this.#hints, "Allow hints")),
      this.#note,
    );
  }

  set model(table) {
    this.#table = table;
    const { settings, you, over } = table;
    this.hidden = Boolean(over);
    this.querySelector(".speed-host").hidden = !you.host;
    this.#note.textContent = you.host ? "" : settings.paused ? "The host has paused the AI players." : you.spectator ? "You are watching." : "";
    this.#delay.textContent = settings.delay === 0 ? "instant" : `${settings.delay} s`;
    this.#pause.textContent = settings.paused ? "▶" : "❚❚";
    this.#pause.setAttribute("aria-label", settings.paused ? "Resume" : "Pause");
    this.#pause.title = settings.paused ? "Let the AI players go on (k)" : "Pause the AI players (k)";
    this.#pause.classList.toggle("first", settings.paused);
    this.#step.disabled = !settings.paused;
    this.#odds.checked = settings.odds;
    this.#hints.checked = settings.hints;
  }

  /** Handles a shortcut; returns false if the key is not one. */
  key(key) {
    if (!this.#table?.you.host || this.#table.over) return false;
    if (key === "k") this.#togglePause();
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

  #togglePause() {
    this.#send({ type: "pause", paused: !this.#table.settings.paused });
  }

  #sendShown() {
    this.#send({ type: "show", odds: this.#odds.checked, hints: this.#hints.checked });
  }

  #send(detail) {
    this.dispatchEvent(new CustomEvent("send", { detail, bubbles: true }));
  }
}

customElements.define("rentier-speed", RentierSpeed);
