/** `<rentier-lobby>`: who is still to come, and the links that let people in. */

import { button, element, listed } from "../dom.js";
import { myTable } from "../keep.js";
import { seatName } from "../state.js";

/** The address of a door to the table. */
function link(table, ...door) {
  return `${location.origin}${location.pathname}#table/${[table, ...door].join("/")}`;
}

/** A link with a button that copies it. */
function copied(label, address) {
  const field = element("input", { attrs: { type: "text", readonly: true, "aria-label": label, value: address }, on: { focus: (event) => event.target.select() } });
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.select();
      document.execCommand("copy"); // pages that are not served over TLS have no clipboard
    }
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1500);
  }, { class: "small copy" });
  return element("div", { class: "link" }, element("span", { class: "label", text: label }), element("div", { class: "row" }, field, copy));
}

class RentierLobby extends HTMLElement {
  #key = "";

  set model(table) {
    const absent = table.seats.filter((seat) => seat.kind === "person" && !seat.name);
    const invited = table.seats.filter((seat) => seat.invite);
    const key = JSON.stringify([absent, invited, table.watch, Boolean(table.over)]);
    if (key === this.#key) return;
    this.#key = key;
    this.hidden = Boolean(table.over) || table.you.spectator || (!absent.length && !invited.length && !table.watch);
    const open = this.querySelector("details")?.open ?? false;
    this.replaceChildren(...this.#invitations(table, invited, absent), this.#links(table, open));
  }

  #invitations(table, invited, absent) {
    if (!invited.length && !absent.length) return [];
    const waiting = invited.length ? invited : absent;
    const names = listed(waiting.map((seat) => (seat.name ? seatName(table.seats, seat.seat) : `seat ${seat.seat + 1}`)));
    const links = invited.map((seat) => copied(`Invitation to seat ${seat.seat + 1}`, link(table.table, "invite", seat.invite)));
    const ask = invited.length ? "Send each person a link; it is good for one seat." : "The host has the links to let them in.";
    return [element("section", { class: "panel invitations", attrs: { "aria-label": "Invitations" } },
      element("h2", { text: `Waiting for ${names}` }), element("p", { class: "note", text: ask }), ...links)];
  }

  #links(table, open) {
    const { token } = myTable(table.table);
    const links = [];
    if (table.watch) links.push(copied("To watch", link(table.table, "watch", table.watch)));
    if (token) links.push(copied("Your seat, on another device (keep it to yourself)", link(table.table, "token", token)));
    return element("details", { class: "links", props: { open, hidden: links.length === 0 } }, element("summary", { text: "Links to this table" }), ...links);
  }
}

customElements.define("rentier-lobby", RentierLobby);
