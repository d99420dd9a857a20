/** The lists of tables: one's own, and those that everybody may watch. */

import { get } from "../api.js";
import { button, element, listed } from "../dom.js";
import { dropTable, myTables } from "../keep.js";

/** One table with its doors. */
function entry(id, { title, seats, round, over, winners }, more = []) {
  const names = (seats ?? []).map((seat) => seat.name ?? seat.agent ?? "open seat");
  const won = over && winners?.length ? `won by ${listed(winners.map((seat) => names[seat] ?? `seat ${seat + 1}`))}` : over ? "over" : round ? `round ${round}` : "";
  return element(
    "li",
    { class: "table-entry" },
    element("div", {}, element("a", { class: "table-link", text: title || "Table", attrs: { href: `#table/${id}` } }), element("p", { class: "note", text: [names.join(", "), won].filter(Boolean).join(" · ") })),
    element("div", { class: "row" }, over ? element("a", { class: "button small", text: "Review", attrs: { href: `#review/${id}` } }) : element("a", { class: "button small", text: "Go on", attrs: { href: `#table/${id}` } }), ...more),
  );
}

/** Both lists, as they are now. */
export async function tableLists() {
  const mine = myTables();
  const open = await get("/api/tables");
  const known = Object.fromEntries(open.map((table) => [table.table, table]));
  const own = Object.entries(mine).sort(([, one], [, other]) => (other.seen ?? 0) - (one.seen ?? 0));
  const forget = (id) => button("Forget", (event) => {
    dropTable(id);
    event.target.closest("li").remove();
  }, { class: "quiet small", attrs: { "aria-label": "Forget this table" } });
  const told = ([id, kept]) => entry(id, { ...kept, ...known[id], title: kept.title ?? known[id]?.title }, [forget(id)]);
  const others = open.filter((table) => !(table.table in mine));
  return [
    list("Your tables", own.map(told)),
    list("Public tables", others.map((table) => entry(table.table, table))),
  ].filter(Boolean);
}

function list(title, entries) {
  if (!entries.length) return null;
  return element("section", { class: "panel" }, element("h2", { text: title }), element("ul", { class: "table-entries" }, ...entries));
}
