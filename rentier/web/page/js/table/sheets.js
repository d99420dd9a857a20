/** `<rentier-sheets>`: the tabs of a small screen, which has room for one part of the table below the board. */

import { button, counted, element } from "../dom.js";
import "./emotes.js";

const SHEETS = { deciding: "Play", seats: "Players", chances: "Chances", story: "Log", coach: "Coach" };

class RentierSheets extends HTMLElement {
  #asked = null; // the number of the last question
  #tabs = Object.entries(SHEETS).map(([name, text]) => button(text, () => this.#choose(name), { class: "sheet-tab", attrs: { "data-sheet": name } }));

  connectedCallback() {
    this.replaceChildren(...this.#tabs, element("rentier-emotes"));
    this.#choose("deciding");
  }

  /** Shows the decision when there is a new one, or the result. */
  set model({ question, settings, over }) {
    const asked = over ? "over" : (question?.number ?? null);
    if (asked !== null && asked !== this.#asked) this.#choose("deciding");
    this.#asked = asked;
    this.#offer("chances", settings.odds);
    this.#offer("coach", settings.tutorial);
  }

  /** Marks the tab of the log if there are lines of the chat that have not been seen here. */
  set unread(number) {
    const log = this.#tabs.find((tab) => tab.dataset.sheet === "story");
    log.classList.toggle("unread", number > 0);
    if (number) log.setAttribute("aria-label", `${SHEETS.story}, ${counted(number, "new message")}`);
    else log.removeAttribute("aria-label");
  }

  /** Brings a part of the table into view. */
  show(part) {
    this.#choose(Object.keys(SHEETS).find((name) => part.classList.contains(name)));
  }

  /** Shows the tab of a part, or hides it. */
  #offer(name, isThere) {
    this.#tabs.find((tab) => tab.dataset.sheet === name).hidden = !isThere;
    if (!isThere && this.parentElement.dataset.sheet === name) this.#choose("deciding");
  }

  #choose(name) {
    this.parentElement.dataset.sheet = name;
    for (const tab of this.#tabs) tab.setAttribute("aria-pressed", String(tab.dataset.sheet === name));
  }
}

customElements.define("rentier-sheets", RentierSheets);
