/** `<rentier-join>`: an invitation; it asks for a name and takes the seat. */

import { post } from "../api.js";
import { element } from "../dom.js";
import { keepTable, myTable, recall, remember } from "../keep.js";

class RentierJoin extends HTMLElement {
  table = "";
  invite = "";
  host = ""; // the name of the player who sent the invitation, if known

  connectedCallback() {
    if (myTable(this.table).token) {
      location.replace(`#table/${this.table}`); // this browser has a seat already
      return;
    }
    const name = element("input", { attrs: { id: "join-name", required: true, maxlength: 30, autocomplete: "nickname", value: recall("rentier.name", "") } });
    const error = element("p", { class: "error", attrs: { role: "alert" } });
    const form = element(
      "form",
      { class: "panel join" },
      element("h1", { text: "Join the game" }),
      element("p", { class: "faint", text: this.host ? `${this.host} has invited you to a game.` : "You have been invited to a game." }),
      element("div", { class: "field" }, element("label", { text: "Your name", attrs: { for: "join-name" } }), name),
      error,
      element("button", { class: "first large", text: "Take your seat", attrs: { type: "submit" } }),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const { seat, token } = await post(`/api/tables/${this.table}/seats`, { invite: this.invite, name: name.value.trim() });
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
}

customElements.define("rentier-join", RentierJoin);
