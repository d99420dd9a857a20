/** `<rentier-players>`: the cash and deeds of each player. Dispatches "deed" {detail: {square}} when a deed is clicked. */

import { button, counted, element, money } from "../dom.js";
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

/** Returns what is unusual about a player in a word or two; "" for one who is in the game and here. */
function statusOf(seat, player) {
  if (player.bankrupt) return "bankrupt";
  if (seat.kind === "agent") return seat.agent === seat.name ? "" : levelOf(seat.agent);
  if (seat.bot) return "bot playing";
  if (!seat.taken) return "invited";
  return seat.here ? "" : "away";
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

/** Returns what else a player has or may not do, as [mark, explanation]. */
function notes({ currency, seats, board }, player) {
  const found = [];
  if (player.in_jail) found.push(["jail", player.jail_turns ? `in jail, turn ${player.jail_turns + 1}` : "in jail"]);
  const cards = player.jail_cards.length;
  if (cards) found.push([cards > 1 ? `${cards} cards` : "card", counted(cards, "Get Out of Jail Free card")]);
  if (player.owes) found.push(["IOU", `IOU: owes ${seatName(seats, player.owes.to)} ${money(currency, player.owes.amount)}`]);
  if (player.free_rent?.length) {
    const places = player.free_rent.map((square) => (typeof square === "number" ? board[square].name : square));
    found.push(["no rent", `pays no rent on ${places.join(", ")}`]);
  }
  return found;
}

/** Creates the mark of a note: a word to see, a sentence to hear or to point at. */
function mark([word, explanation]) {
  return element("span", { class: "badge mark", attrs: { title: explanation } },
    element("span", { text: word, attrs: { "aria-hidden": "true" } }), element("span", { class: "unseen", text: `${explanation}, ` }));
}

/** Creates the line below a player's name: marks, then the deeds by group; complete sets are highlighted. */
function holdings(table, player, open) {
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
  const marks = player.bankrupt ? [] : notes(table, player).map(mark);
  return element("div", { class: "deeds" }, ...marks, ...groups);
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
        element("span", { class: "name", text: seatName(table.seats, player.seat), attrs: { title: seatName(table.seats, player.seat) } }),
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
      holdings(table, player, open),
    );
    row.style.setProperty("--seat", `var(--seat-${player.seat})`);
    return row;
  }
}

customElements.define("rentier-players", RentierPlayers);
