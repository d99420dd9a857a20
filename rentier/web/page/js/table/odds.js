/** `<rentier-odds>`: every player's win probability, with its interval. */

import { counted, element, listed, percent } from "../dom.js";
import { seatName } from "../state.js";
import { tokenIcon } from "./token.js";

class RentierOdds extends HTMLElement {
  #bar = element("div", { class: "odds-bar", attrs: { "aria-hidden": "true" } });
  #list = element("ul", { class: "odds-list" });
  #drawn = element("span", { class: "drawn" }); // the share of draws
  #note = element("p", { class: "note" });
  #parts = [];

  connectedCallback() {
    this.replaceChildren(this.#bar, this.#list, this.#note);
  }

  set model(table) {
    const { odds, settings, seats } = table;
    this.closest(".part").hidden = !settings.odds;
    if (!settings.odds) return;
    this.#bar.hidden = this.#list.hidden = !odds;
    if (odds) this.#show(odds, seats);
    else this.#note.textContent = "Calculating…";
  }

  #show(odds, seats) {
    if (this.#parts.length !== odds.seats.length) {
      this.#parts = odds.seats.map(({ seat }) => this.#part(seat));
      this.#bar.replaceChildren(...this.#parts.map(({ piece }) => piece), this.#drawn);
      this.#list.replaceChildren(...this.#parts.map(({ row }) => row));
    }
    odds.seats.forEach(({ seat, share, low, high }, place) => {
      const { piece, name, probability, interval } = this.#parts[place];
      piece.style.flexGrow = String(100 * share);
      piece.textContent = share >= 0.12 ? percent(share) : "";
      name.textContent = seatName(seats, seat);
      probability.textContent = percent(share);
      interval.textContent = `(${Math.round(low * 100)} to ${percent(high)})`;
    });
    const drawn = 1 - odds.seats.reduce((sum, { share }) => sum + share, 0);
    this.#drawn.hidden = drawn < 0.005;
    this.#drawn.style.flexGrow = String(100 * drawn);
    this.#drawn.textContent = drawn >= 0.12 ? "draw" : "";
    const draws = drawn < 0.005 ? "" : ` Draw: ${percent(drawn)}.`;
    const agents = [...new Set(odds.seats.map(({ agent }) => agent))];
    const assumed = agents.length === 1 ? `everybody plays on like ${agents[0]}` : `the players play on like ${listed(odds.seats.map(({ agent }) => agent))}`;
    const cut = odds.cut ? `, which a network values after ${odds.cut} turns` : "";
    this.#note.textContent = `If ${assumed}: estimated from ${counted(odds.rollouts, "simulated game")}${cut} (95 % interval in brackets).${draws}`;
  }

  #part(seat) {
    const piece = element("span");
    piece.style.backgroundColor = `var(--seat-${seat})`;
    piece.style.color = `var(--seat-ink-${seat})`;
    const name = element("span", { class: "odds-name" });
    const probability = element("strong", { class: "money" });
    const interval = element("span", { class: "faint money" });
    return { piece, name, probability, interval, row: element("li", {}, tokenIcon(seat), name, probability, interval) };
  }
}

customElements.define("rentier-odds", RentierOdds);
