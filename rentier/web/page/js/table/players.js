/** `<rentier-players>`: the cash and deeds of each player. Dispatches "deed" {detail: {square}} when a deed is clicked. */

import { button, element, money } from "../dom.js";
import { levelOf, portrait } from "../opponents.js";
import { seatName } from "../state.js";
import { builtWords } from "./square.js";
import { lookOf } from "./token.js";

/** Returns black or white, whichever is easier to read on a colour such as `#8b5a3c`. */
function inkOn(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#111111" : "#ffffff";
}

/** Returns the status of a player in a word or two. */
function statusOf(seat, player) {
  if (player.bankrupt) return "bankrupt";
  if (seat.kind === "agent") return seat.agent === seat.name ? "agent" : levelOf(seat.agent);
  if (seat.bot) return "bot playing";
  if (!seat.taken) return "invited";
  return seat.here ? "here" : "away";
}

/** Creates the chip of one deed. */
function chip(table, square, deed, open) {
  const mark = deed.mortgaged ? "M" : deed.houses === 5 ? "H" : deed.houses || "";
  const words = [square.name, deed.mortgaged ? "mortgaged" : builtWords(deed.houses)].filter(Boolean).join(", ");
  const made = button(String(mark), () => open(square.square), { class: deed.mortgaged ? "chip mortgaged" : "chip", attrs: { title: words, "aria-label": words } });
  made.style.backgroundColor = square.colour;
  made.style.color = inkOn(square.colour);
  return made;
}

/** Creates the deeds of a player by group; complete sets are highlighted. */
function deeds(table, player, open) {
  const groups = table.groups.map((group) => {
    const squares = group.squares.map((number) => table.board[number]);
    const held = squares.filter((square) => table.state.deeds[square.deed].owner === player.seat);
    if (!held.length) return null;
    const missing = squares.slice(held.length).map(() => element("span", { class: "chip missing" }));
    const whole = player.groups_complete?.includes(group.id);
    const label = `${group.name}: ${held.length} of ${squares.length}`;
    return element(
      "span",
      { class: whole ? "set whole" : "set", attrs: { role: "group", "aria-label": label } },
      ...held.map((square) => chip(table, square, table.state.deeds[square.deed], open)),
      ...missing,
    );
  });
  return element("div", { class: "deeds" }, ...groups);
}

/** Returns further notes on a player. */
function notes(table, player) {
  const { currency, seats, board } = table;
  const lines = [];
  if (player.in_jail) lines.push(player.jail_turns ? `in jail, turn ${player.jail_turns + 1}` : "in jail");
  if (player.jail_cards.length) lines.push(player.jail_cards.length > 1 ? `${player.jail_cards.length} Get Out of Jail Free cards` : "Get Out of Jail Free card");
  if (player.owes) lines.push(`IOU: owes ${seatName(seats, player.owes.to)} ${money(currency, player.owes.amount)}`);
  if (player.free_rent?.length) {
    const places = player.free_rent.map((square) => (typeof square === "number" ? board[square].name : square));
    lines.push(`pays no rent on ${places.join(", ")}`);
  }
  return lines;
}

class RentierPlayers extends HTMLElement {
  #cash = null; // cash of every seat as last shown

  set model(table) {
    const before = this.#cash;
    this.#cash = table.state.players.map((player) => player.cash);
    const focused = this.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    this.replaceChildren(element("ul", { class: "players" }, ...table.state.players.map((player) => this.#player(table, player, before))));
    if (focused) [...this.querySelectorAll("button")].find((chip) => chip.getAttribute("aria-label") === focused)?.focus();
  }

  #player(table, player, before) {
    const seat = table.seats[player.seat];
    const acts = table.waiting?.seat === player.seat;
    const you = table.you.seat === player.seat;
    const open = (square) => this.dispatchEvent(new CustomEvent("deed", { detail: { square }, bubbles: true }));
    const change = before ? player.cash - before[player.seat] : 0;
    const delta = change ? element("span", { class: change > 0 ? "delta up" : "delta down", text: `${change > 0 ? "+" : ""}${money(table.currency, change)}` }) : null;
    const status = statusOf(seat, player);
    const row = element(
      "li",
      { class: ["player", acts && "acts", you && "you", player.bankrupt && "bankrupt"].filter(Boolean).join(" "), attrs: { "data-seat": player.seat, "aria-current": acts ? "true" : null } },
      portrait(seat),
      element(
        "div",
        { class: "who" },
        element("span", { class: "name", text: seatName(table.seats, player.seat) }),
        you ? element("span", { class: "badge", text: "you" }) : null,
        table.state.mover === player.seat && !table.over ? element("span", { class: "badge turn", text: "turn" }) : null,
        element("span", { class: `status ${status.replaceAll(" ", "-")}`, text: status }),
        element("span", { class: "unseen", text: `, token: ${lookOf(player.seat).token}` }),
      ),
      element(
        "div",
        { class: "purse" },
        delta,
        element("span", { class: "cash money", text: money(table.currency, player.cash) }),
        element("span", { class: "worth money", text: `worth ${money(table.currency, player.worth)}` }),
      ),
      deeds(table, player, open),
    );
    const lines = notes(table, player);
    if (lines.length && !player.bankrupt) row.append(element("p", { class: "notes", text: lines.join(" · ") }));
    row.style.setProperty("--seat", `var(--seat-${player.seat})`);
    return row;
  }
}

customElements.define("rentier-players", RentierPlayers);
