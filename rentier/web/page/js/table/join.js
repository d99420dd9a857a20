/** `<rentier-join>`: an invitation, or an open seat of a public table. It asks for a name, a token and a colour, and takes the seat. */

import { get, post } from "../api.js";
import { element, listed, possessive } from "../dom.js";
import { keepTable, myTable, recall, remember } from "../keep.js";
import { LookPicker } from "../look.js";
import { levelOf } from "../opponents.js";
import { rulesInWords } from "./lobby.js";

class RentierJoin extends HTMLElement {
  table = "";
  seat = {}; // {invite} or {seat}, as the server wants it

  async connectedCallback() {
    if (myTable(this.table).token) {
      location.replace(`#table/${this.table}`); // this browser has a seat already
      return;
    }
    try {
      this.#show(await get(`/api/tables/${encodeURIComponent(this.table)}/invitation?${new URLSearchParams(this.seat)}`));
    } catch (refusal) {
      this.replaceChildren(element("section", { class: "panel join" }, element("h1", { text: "Join the game" }), element("p", { class: "error", text: refusal.message }), element("a", { class: "button", text: "Home", attrs: { href: "#" } })));
    }
  }

  #show(told) {
    const taken = told.seats.filter((seat) => seat.taken);
    const look = new LookPicker(taken);
    const name = element("input", { attrs: { id: "join-name", required: true, maxlength: 30, autocomplete: "nickname", value: recall("rentier.name", "") } });
    const error = element("p", { class: "error", attrs: { role: "alert" } });
    const form = element(
      "form",
      { class: "panel join" },
      element("h1", { text: "Join the game" }),
      element("p", { class: "join-host", text: this.#greeting(told) }),
      element("p", { class: "note", text: `At the table: ${listed(taken.map((seat) => (seat.kind === "agent" ? `${seat.name} (AI player, ${levelOf(seat.agent)})` : seat.name)))}.` }),
      element("ul", { class: "lobby-rules note", attrs: { "aria-label": "Rules" } }, ...rulesInWords(told).map((text) => element("li", { text }))),
      element("div", { class: "field" }, element("label", { text: "Your name", attrs: { for: "join-name" } }), name),
      element("div", { class: "field" }, element("span", { class: "label", text: "Your token and colour" }), look.node),
      error,
      element("button", { class: "first large", text: "Take your seat", attrs: { type: "submit" } }),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const { seat, token } = await post(`/api/tables/${this.table}/seats`, { ...this.seat, name: name.value.trim(), ...look.look });
        remember("rentier.name", name.value.trim());
        keepTable(this.table, { seat, token });
        location.replace(`#table/${this.table}`);
      } catch (refusal) {
        error.textContent = refusal.message;
      }
    });
    this.replaceChildren(form);
    name.focus();
  }

  #greeting({ host, started }) {
    const who = "invite" in this.seat ? `${host ?? "Somebody"} has invited you to a game of Monopoly.` : `There is an open seat at ${host ? possessive(host) : "this"} table.`;
    return started ? `${who} It has already started; a bot plays for you until you sit down.` : who;
  }
}

customElements.define("rentier-join", RentierJoin);
