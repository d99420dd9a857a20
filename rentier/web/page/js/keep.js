/** What the browser remembers: the tables one sits at, one's name, the theme. */

const TABLES = "rentier.tables";

/** What is stored under a name, or `otherwise`: nothing at all where the browser keeps nothing. */
export function recall(name, otherwise = null) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Stores a value under a name, or forgets it (null). */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return; // private windows may store nothing: the page then lasts as long as it is open
  }
}

/** Every table one has a door to: {ID: {token, host, seat, watch, title, seen}}. */
export function myTables() {
  return recall(TABLES, {});
}

/** What opens a table for this browser. */
export function myTable(id) {
  return myTables()[id] ?? {};
}

/** Adds to what is known of a table. */
export function keepTable(id, more) {
  const tables = myTables();
  tables[id] = { ...tables[id], ...more, seen: Date.now() };
  remember(TABLES, tables);
}

/** Forgets a table. */
export function dropTable(id) {
  const tables = myTables();
  delete tables[id];
  remember(TABLES, tables);
}

/** Keeps what POST /api/tables and a rematch answer with; the table's ID comes back. */
export function keepMade(made, title) {
  const mine = made.seats.find((seat) => seat.token);
  keepTable(made.table, { host: made.host, token: mine?.token, seat: mine?.seat ?? null, watch: made.watch, title });
  return made.table;
}
