/** The lists of tables: the user's own, and the public ones. */

import { get } from "../api.js";
import { button, element, listed } from "../dom.js";
import { dropTable, myTables } from "../keep.js";

/** Creates the entry of a table; `open` is the text of the link to a game in progress. */
function entry(id, { title, seats, round, over, winners }, open, more = []) {
  const names = (seats ?? []).map((seat) => seat.name ?? seat.agent ?? "open seat");
  const status = over && winners?.length ? `won by ${listed(winners.map((seat) => names[seat] ?? `Player ${seat + 1}`))}` : over ? "draw" : round ? `round ${round}` : "";
  return element(
    "li",
    { class: "table-entry" },
    element("div", {}, element("a", { class: "table-link", text: title || "Table", attrs: { href: `#table/${id}` } }), element("p", { class: "note", text: [names.join(", "), status].filter(Boolean).join(" · ") })),
    element("div", { class: "row" }, over ? element("a", { class: "button small", text: "Review", attrs: { href: `#review/${id}` } }) : element("a", { class: "button small", text: open, attrs: { href: `#table/${id}` } }), ...more),
  );
}

/** Creates both lists. */
export async function tableLists() {
  const mine = myTables();
  const open = await get("/api/tables");
  const known = Object.fromEntries(open.map((table) => [table.table, table]));
  const own = Object.entries(mine).sort(([, one], [, other]) => (other.seen ?? 0) - (one.seen ?? 0));
  const remove = (id) => button("Remove", (event) => {
    dropTable(id);
    event.target.closest("li").remove();
  }, { class: "quiet small", attrs: { "aria-label": "Remove this table from the list" } });
  const ownEntry = ([id, stored]) => entry(id, { ...stored, ...known[id], title: stored.title ?? known[id]?.title }, "Resume", [remove(id)]);
  const others = open.filter((table) => !(table.table in mine));
  return [
    list("Your tables", own.map(ownEntry)),
    list("Public tables", others.map((table) => entry(table.table, table, "Watch"))),
  ].filter(Boolean);
}

function list(title, entries) {
  if (!entries.length) return null;
  return element("section", { class: "panel" }, element("h2", { text: title }), element("ul", { class: "table-entries" }, ...entries));
}
