/** `<rentier-lobby>`: the players still missing, and the links to the table. */

import { button, element, listed } from "../dom.js";
import { myTable } from "../keep.js";
import { seatName } from "../state.js";

/** Returns a link to the table; `access` is `invite`, `token` or `watch` with its code. */
function link(table, ...access) {
  return `${location.origin}${location.pathname}#table/${[table, ...access].map(encodeURIComponent).join("/")}`;
}

/** Creates a read-only field for a link, with a button that copies it. */
function linkField(label, address) {
  const field = element("input", { attrs: { type: "text", readonly: true, "aria-label": label, value: address }, on: { focus: (event) => event.target.select() } });
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.select();
      document.execCommand("copy"); // without TLS, pages have no navigator.clipboard
    }
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1500);
  }, { class: "small copy" });
  return element("div", { class: "link" }, element("span", { class: "label", text: label }), element("div", { class: "row" }, field, copy));
}

class RentierLobby extends HTMLElement {
  #key = "";

  set model(table) {
    const invited = table.seats.filter((seat) => seat.invite);
    const key = JSON.stringify([invited, table.watch, Boolean(table.over)]);
    if (key === this.#key) return;
    this.#key = key;
    this.hidden = Boolean(table.over) || (!invited.length && !table.watch);
    const open = this.querySelector("details")?.open ?? false;
    this.replaceChildren(...(invited.length ? [this.#invitations(table, invited)] : []), this.#links(table, open));
  }

  #invitations(table, invited) {
    const names = listed(invited.map((seat) => seatName(table.seats, seat.seat)));
    const host = table.you.seat === null ? [] : [seatName(table.seats, table.you.seat)];
    const links = invited.map((seat) => linkField(`Invitation for player ${seat.seat + 1}`, link(table.table, "invite", seat.invite, ...host)));
    return element("section", { class: "panel invitations", attrs: { "aria-label": "Invitations" } },
      element("h2", { text: `Waiting for ${names}` }), element("p", { class: "note", text: "Send each player one of these links. Each link is good for one seat." }), ...links);
  }

  #links(table, open) {
    const { token } = myTable(table.table);
    const links = [];
    if (table.watch) links.push(linkField("Watch this game", link(table.table, "watch", table.watch)));
    if (token) links.push(linkField("Play your seat on another device (keep this link private)", link(table.table, "token", token)));
    return element("details", { class: "links", props: { open, hidden: links.length === 0 } }, element("summary", { text: "Links to this table" }), ...links);
  }
}

customElements.define("rentier-lobby", RentierLobby);
