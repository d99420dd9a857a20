/** `<rentier-over>`: the result of the game, and what to do next. Dispatches "notice". */

import { post } from "../api.js";
import { button, element, listed, money } from "../dom.js";
import { keepMade, myTable } from "../keep.js";
import { seatName } from "../state.js";
import { tokenIcon } from "./token.js";

class RentierOver extends HTMLElement {
  #table = null;
  #again = element("div", { class: "row" });

  connectedCallback() {
    this.hidden = this.#table === null;
  }

  set model(table) {
    this.hidden = !table.over;
    if (!table.over || this.#table) return;
    this.#table = table;
    const { over, seats, you, currency } = table;
    const names = listed(over.winners.map((seat) => seatName(seats, seat)));
    const won = over.winners.includes(you.seat);
    const title = !over.winners.length ? "Draw" : over.winners.length > 1 ? `${names} share first place` : won ? "You won!" : `${names} wins`;
    const rows = over.standings.map(({ rank, seat, worth }) =>
      element("tr", { class: over.winners.includes(seat) ? "winner" : "" }, element("td", { text: String(rank) }),
        element("th", { attrs: { scope: "row" } }, element("span", { class: "standing-name" }, tokenIcon(seat), seatName(seats, seat))),
        element("td", { class: "money", text: table.state.players[seat].bankrupt ? "bankrupt" : money(currency, worth) })),
    );
    const { token, host } = myTable(table.table);
    this.#again.replaceChildren(
      element("a", { class: "button first", text: "Review this game", attrs: { href: `#review/${over.game}` } }),
      (token || host) && !this.#again.querySelector(".rematch") ? button("Play again", () => this.#rematch(token ?? host), { class: "rematch" }) : "",
      element("a", { class: "button", text: "Home", attrs: { href: "#" } }),
    );
    this.replaceChildren(
      element("h2", { class: "over-title", text: title }),
      element("table", { class: "standings" }, element("caption", { class: "unseen", text: "Standings" }),
        element("thead", {}, element("tr", {}, ...["Place", "Player", "Net worth"].map((text) => element("th", { text, attrs: { scope: "col" } })))),
        element("tbody", {}, ...rows)),
      this.#again,
    );
  }

  /** Shows the link to the rematch that another player has started. */
  set rematch({ table, invite }) {
    const address = invite ? `#table/${table}/invite/${invite}` : `#table/${table}`;
    this.#again.prepend(element("a", { class: "button first", text: "Join the rematch", attrs: { href: address } }));
    this.#again.querySelector(".rematch")?.remove();
  }

  async #rematch(token) {
    try {
      const made = await post(`/api/tables/${this.#table.table}/rematch`, {}, token);
      location.hash = `#table/${keepMade(made, this.#table.title)}`;
    } catch (error) {
      this.dispatchEvent(new CustomEvent("notice", { detail: error.message, bubbles: true }));
    }
  }
}

customElements.define("rentier-over", RentierOver);
