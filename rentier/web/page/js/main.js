/** The router: which page the fragment of the address asks for. */

import { element } from "./dom.js";
import { keepTable } from "./keep.js";
import { keysHelp } from "./keys.js";
import { themeSwitch } from "./theme.js";

const main = document.getElementById("main");

/** Shows an element of a module that is loaded when it is first asked for. */
async function show(title, module, tag, props = {}) {
  const asked = location.hash;
  document.title = title ? `${title} · Rentier` : "Rentier";
  await import(module);
  if (location.hash !== asked) return; // somebody went on while it loaded
  main.replaceChildren(element(tag, { props }));
  window.scrollTo(0, 0);
}

/** `#table/ID` and the doors to it: a token or a watch code is kept and leaves the address, an invite asks for a name. */
function showTable(id, door, code) {
  if (door === "invite") return show("Join the table", "./table/join.js", "rentier-join", { table: id, invite: code });
  if (door === "token") keepTable(id, { token: code });
  if (door === "watch") keepTable(id, { watch: code });
  if (door) {
    history.replaceState(null, "", `#table/${id}`);
  }
  return show("Table", "./table/table.js", "rentier-table", { table: id });
}

/** Shows what the address asks for. */
function route() {
  const [page, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (page === "table" && rest[0]) return showTable(...rest);
  if (page === "review" && rest[0]) {
    return show("Review", "./review/review.js", "rentier-review", { game: rest[0], number: rest[1] ? Number(rest[1]) : null });
  }
  if (page === "people") return show("People", "./people.js", "rentier-people");
  return show("", "./start/start.js", "rentier-start");
}

themeSwitch(document.getElementById("theme"));
keysHelp(document.getElementById("help"));
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", route);
route();
