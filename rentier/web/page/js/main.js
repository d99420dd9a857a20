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

/** `#review/ID/N`; a link that was shared has the code to watch before the number, which is kept and leaves the address. */
function showReview(id, ...rest) {
  if (rest[0] === "watch") {
    keepTable(id, { watch: rest[1] });
    rest.splice(0, 2);
    history.replaceState(null, "", `#${["review", id, ...rest].join("/")}`);
  }
  return show("Review", "./review/review.js", "rentier-review", { game: id, number: Number(rest[0]) || null });
}

/** Shows what the address asks for. */
function route() {
  const [page, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (page === "table" && rest[0]) return showTable(...rest);
  if (page === "review" && rest[0]) return showReview(...rest);
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
