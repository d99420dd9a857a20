/** The router: shows the page that the URL fragment names. */

import { element } from "./dom.js";
import { keysHelp } from "./keys.js";
import { settingsDialog } from "./settings.js";
import { themeSwitch } from "./theme.js";

const main = document.getElementById("main");
const modules = JSON.parse(document.getElementById("modules").textContent); // of each screen, as the server lists them

/** Asks for all modules of a screen at once, the first time that it is shown. */
function preload(module) {
  for (const href of modules[module] ?? []) document.head.append(element("link", { attrs: { rel: "modulepreload", href } }));
  delete modules[module];
}

/** Loads a module and shows its element. */
async function show(title, module, tag, props = {}) {
  const requested = location.hash;
  document.title = title ? `${title} · Rentier` : "Rentier";
  preload(module);
  await import(module);
  if (location.hash !== requested) return; // the user has moved on meanwhile
  main.replaceChildren(element(tag, { props }));
  window.scrollTo(0, 0);
}

/** `#table/ID`, `#table/ID/invite/CODE`, `…/seat/N` of an open seat, `…/token/TOKEN` or `…/watch/CODE`. */
function showTable(id, access, code) {
  const join = (seat) => show("Join the game", "./table/join.js", "rentier-join", { table: id, seat });
  if (access === "invite") return join({ invite: code });
  if (access === "seat") return join({ seat: Number(code) });
  const offered = access === "token" || access === "watch" ? { [access]: code } : null;
  return show("Table", "./table/table.js", "rentier-table", { table: id, offered });
}

/** `#review/ID/N`; shared links have `watch/CODE` before the number, which leaves the URL. */
function showReview(id, ...rest) {
  const offered = rest[0] === "watch" ? rest[1] : null;
  if (offered !== null) {
    rest.splice(0, 2);
    history.replaceState(null, "", `#${["review", id, ...rest].join("/")}`);
  }
  return show("Review", "./review/review.js", "rentier-review", { game: id, number: Number(rest[0]) || null, offered });
}

/** `#puzzle` is today's, `#puzzle/N` one of all, `#puzzle/own/N` one of the user's own mistakes. */
function showPuzzle(which, place) {
  const props = which === "own" ? { mistake: Number(place) || 1 } : { number: Number(which) || null };
  return show("Puzzle", "./puzzle/puzzle.js", "rentier-puzzle", props);
}

/** Shows the page for the current URL. */
function route() {
  const [page, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (page === "table" && rest[0]) return showTable(...rest);
  if (page === "review" && rest[0]) return showReview(...rest);
  if (page === "puzzle") return showPuzzle(...rest);
  if (page === "tutorial") return show("Tutorial", "./help/tutorial.js", "rentier-tutorial");
  if (page === "people") return show("People", "./people.js", "rentier-people");
  return show("", "./start/start.js", "rentier-start");
}

themeSwitch(document.getElementById("theme"));
keysHelp(document.getElementById("help"));
settingsDialog(document.getElementById("settings"));
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", route);
route();
