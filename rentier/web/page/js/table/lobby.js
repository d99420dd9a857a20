/** `<rentier-lobby>`: before the game, who has arrived and who is missing; later, the links to the table. Dispatches "send". */

import { button, counted, element, listed } from "../dom.js";
import { myTable } from "../keep.js";
import { levelOf, portrait } from "../opponents.js";
import { copy } from "../share.js";
import { seatName } from "../state.js";

/** Returns a link to the table; `access` is `invite`, `token` or `watch` with its code. */
function link(table, ...access) {
  return `${location.origin}${location.pathname}#table/${[table, ...access].map(encodeURIComponent).join("/")}`;
}

/** Creates a read-only field for a link, with a button that copies it. */
function linkField(label, address) {
  const field = element("input", { attrs: { type: "text", readonly: true, "aria-label": label, value: address }, on: { focus: (event) => event.target.select() } });
  const copier = button("Copy", async () => {
    if (!(await copy(address))) {
      field.select();
      document.execCommand("copy");
    }
    copier.textContent = "Copied";
    setTimeout(() => (copier.textContent = "Copy"), 1500);
  }, { class: "small copy" });
  return element("div", { class: "link" }, element("span", { class: "label", text: label }), element("div", { class: "row" }, field, copier));
}

/** Creates the links that invite to seats. */
function invitations(table, invited) {
  return invited.map((seat) => linkField(`Invitation for player ${seat.seat + 1}`, link(table.table, "invite", seat.invite)));
}

/** Returns where a player is, in a word or two. */
function whereabouts(table, seat) {
  if (seat.kind === "agent") return `AI player, ${levelOf(seat.agent)}`;
  if (!seat.taken) return seat.open ? "open to anyone" : "invited, not here yet";
  const host = table.host === seat.seat ? "host, " : "";
  return `${host}${seat.here ? "here" : "away"}`;
}

/** Returns what differs from the usual rules, as sentences. */
export function rulesInWords({ title, house_rules: changed, clock, minutes }) {
  return [title, ...changed, ...(minutes ? [`${minutes} minutes, then the richest player wins`] : []), ...(clock ? [`${clock} seconds per decision`] : [])];
}

class RentierLobby extends HTMLElement {
  #key = "";

  set model(table) {
    const { started } = table.settings;
    const invited = table.seats.filter((seat) => seat.invite);
    const key = JSON.stringify([started ? invited : table.seats, started, table.watch, Boolean(table.over)]);
    if (key === this.#key) return;
    this.#key = key;
    this.hidden = Boolean(table.over) || (started && !invited.length && !table.watch);
    const open = this.querySelector("details")?.open ?? false;
    const parts = started ? this.#late(table, invited) : [this.#gathering(table, invited)];
    this.replaceChildren(...parts, this.#links(table, open));
  }

  /** The lobby before the game. */
  #gathering(table, invited) {
    const { you, seats } = table;
    const missing = seats.filter((seat) => !seat.taken);
    const heading = missing.length ? `Waiting for ${counted(missing.length, "player")}` : "Everyone is here";
    return element(
      "section",
      { class: "gathering-panel", attrs: { "aria-label": "Lobby" } },
      element("h2", { text: heading }),
      element("ul", { class: "lobby-seats" }, ...seats.map((seat) => this.#seat(table, seat))),
      ...(invited.length ? [element("p", { class: "note", text: "Send each friend one of these links. Each link is good for one seat." }), ...invitations(table, invited)] : []),
      element("ul", { class: "lobby-rules note", attrs: { "aria-label": "Rules" } }, ...rulesInWords({ ...table, ...table.settings }).map((text) => element("li", { text }))),
      you.host ? this.#start(missing.length) : element("p", { class: "lobby-wait", text: this.#waitText(table) }),
    );
  }

  #waitText({ you, seats, host }) {
    const starts = host === null ? "The host starts the game." : `${seatName(seats, host)} starts the game.`;
    return you.spectator ? `You are watching. ${starts}` : starts;
  }

  #start(missing) {
    const start = button(missing ? "Start now with bots" : "Start the game", () => this.dispatchEvent(new CustomEvent("send", { detail: { type: "start" }, bubbles: true })), { class: missing ? "large" : "large first" });
    const note = missing ? "A bot plays in every empty seat. Invitations stay valid: your friends can take their seats later." : "";
    return element("div", { class: "row lobby-start" }, start, element("span", { class: "note", text: note }));
  }

  #seat(table, seat) {
    const name = seat.taken ? seatName(table.seats, seat.seat) : `Player ${seat.seat + 1}`;
    return element("li", { class: seat.taken ? "lobby-seat" : "lobby-seat missing" }, portrait(seat),
      element("span", {}, element("strong", { text: name }), table.you.seat === seat.seat ? " (you)" : ""), element("span", { class: "note", text: whereabouts(table, seat) }));
  }

  /** The invitations to seats that nobody plays yet. */
  #late(table, invited) {
    const empty = invited.filter((seat) => !seat.bot);
    if (!empty.length) return [];
    const names = listed(empty.map((seat) => seatName(table.seats, seat.seat)));
    return [element("section", { class: "panel invitations", attrs: { "aria-label": "Invitations" } },
      element("h2", { text: `Waiting for ${names}` }), element("p", { class: "note", text: "Send each player one of these links. Each link is good for one seat." }), ...invitations(table, empty))];
  }

  /** The other links; friends can still take the seats that bots hold for them. */
  #links(table, open) {
    const { token } = myTable(table.table);
    const links = invitations(table, table.settings.started ? table.seats.filter((seat) => seat.invite && seat.bot) : []);
    if (table.watch) links.push(linkField("Watch this game", link(table.table, "watch", table.watch)));
    if (token) links.push(linkField("Play your seat on another device (keep this link private)", link(table.table, "token", token)));
    return element("details", { class: "links", props: { open, hidden: links.length === 0 } }, element("summary", { text: "Links to this table" }), ...links);
  }
}

customElements.define("rentier-lobby", RentierLobby);
