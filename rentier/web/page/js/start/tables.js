/** The lists of tables: the user's own, as the server knows them, and the public ones. */

import { get } from "../api.js";
import { button, element, listed } from "../dom.js";
import { credentials, dropTable, keepTable, myTables } from "../keep.js";

const MOST_ASKED = 12; // of the user's tables; the server has to look up each

/** Returns the players of a table by name. */
function names(seats = []) {
  return seats.map((seat) => (seat.taken === false ? (seat.open ? "open seat" : "invited friend") : (seat.name ?? seat.agent ?? "open seat")));
}

/** Returns where a game stands, in words. */
function status({ seats, round, over, winners, started = true, your_turn: yours, watching }) {
  if (over) return winners?.length ? `won by ${listed(winners.map((seat) => names(seats)[seat] ?? `Player ${seat + 1}`))}` : "draw";
  const where = started ? [round ? `round ${round}` : "", yours ? "your turn" : ""] : ["in the lobby"];
  return [...where, watching ? `${watching} watching` : ""].filter(Boolean).join(", ");
}

/** Creates the entry of a table, with links to it. */
function entry(id, table, links) {
  return element(
    "li",
    { class: "table-entry" },
    element("div", {}, element("a", { class: "table-link", text: table.title || "Table", attrs: { href: `#table/${id}` } }), element("p", { class: "note", text: [names(table.seats).join(", "), status(table)].filter(Boolean).join(" · ") })),
    element("div", { class: "row" }, ...links),
  );
}

function link(text, href) {
  return element("a", { class: "button small", text, attrs: { href } });
}

/** Creates the entry of one of the user's tables. */
function ownEntry(id, table) {
  const remove = button("Remove", (event) => {
    dropTable(id);
    event.target.closest("li").remove();
  }, { class: "quiet small", attrs: { "aria-label": "Remove this table from the list" } });
  return entry(id, table, [table.over ? link("Review", `#review/${id}`) : link("Resume", `#table/${id}`), remove]);
}

/** Creates the entry of a public table; who is looking for a game can take an open seat. */
function publicEntry(table) {
  const seat = table.over ? -1 : table.seats.findIndex((one) => one.open);
  const join = seat < 0 ? [] : [element("a", { class: "button small first", text: "Join", attrs: { href: `#table/${table.table}/seat/${seat}` } })];
  return entry(table.table, table, [...join, table.over ? link("Review", `#review/${table.table}`) : link("Watch", `#table/${table.table}`)]);
}

/** Asks the server where a game stands, and shows it in the place of what this browser saw last. */
async function refresh(shown, id, stored) {
  const { token, watch } = credentials(id);
  try {
    const table = await get(`/api/tables/${encodeURIComponent(id)}`, token ?? watch);
    if (table.over) keepTable(id, { over: true, winners: table.winners });
    shown.replaceWith(ownEntry(id, { ...stored, ...table }));
  } catch {
    return; // what was seen last is better than nothing
  }
}

/** Creates both lists. */
export async function tableLists() {
  const mine = myTables();
  const open = await get("/api/tables");
  const own = Object.entries(mine).sort(([, one], [, other]) => (other.seen ?? 0) - (one.seen ?? 0));
  const entries = own.map(([id, stored]) => ownEntry(id, stored));
  own.forEach(([id, stored], place) => {
    if (!stored.over && place < MOST_ASKED) refresh(entries[place], id, stored);
  });
  const others = open.filter((table) => !(table.table in mine));
  return [list("Your tables", entries), list("Public tables", others.map(publicEntry))].filter(Boolean);
}

function list(title, entries) {
  if (!entries.length) return null;
  return element("section", { class: "panel" }, element("h2", { text: title }), element("ul", { class: "table-entries" }, ...entries));
}
