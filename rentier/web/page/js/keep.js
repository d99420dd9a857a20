/** What the browser stores: the user's tables, name and theme. */

const TABLES = "rentier.tables";

/** Returns the value stored under a name, or `fallback` if there is none or storage is not available. */
export function recall(name, fallback = null) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Stores a value under a name; null removes it. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return; // private windows may have no storage: the value is then lost with the page
  }
}

/** Returns every table that this browser can open: {ID: {token, host, seat, watch, title, seen}}. */
export function myTables() {
  return recall(TABLES, {});
}

/** Returns what this browser stores about a table, {} if nothing. */
export function myTable(id) {
  return myTables()[id] ?? {};
}

/** Returns the credentials for a table that are stored: {token}, {watch} or {}. */
export function credentials(id) {
  const { token, host, watch } = myTable(id);
  return token || host ? { token: token ?? host } : watch ? { watch } : {};
}

/** Adds to what is stored about a table. */
export function keepTable(id, more) {
  const tables = myTables();
  tables[id] = { ...tables[id], ...more, seen: Date.now() };
  remember(TABLES, tables);
}

/** Removes a table from storage. */
export function dropTable(id) {
  const tables = myTables();
  delete tables[id];
  remember(TABLES, tables);
}

/** Stores the response of POST /api/tables or a rematch, and returns the table's ID. */
export function keepMade(made, title) {
  const mine = made.seats.find((seat) => seat.token);
  keepTable(made.table, { host: made.host, token: mine?.token, seat: mine?.seat ?? null, watch: made.watch, title });
  return made.table;
}
