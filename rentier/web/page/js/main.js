/** The router: shows the page that the URL fragment names. */

import { element } from "./dom.js";
import { keysHelp } from "./keys.js";
import { settingsDialog } from "./settings.js";
import { themeSwitch } from "./theme.js";
import "./help/tutorial.js";
import "./people.js";
import "./puzzle/puzzle.js";
import "./review/review.js";
import "./start/start.js";
import "./table/join.js";
import "./table/table.js";

const main = document.getElementById("main");

/** Shows an element as the whole page. */
function show(title, tag, props = {}) {
  document.title = title ? `${title} · Rentier` : "Rentier";
  main.replaceChildren(element(tag, { props }));
  window.scrollTo(0, 0);
}

/** `#table/ID`, `#table/ID/invite/CODE`, `…/seat/N` of an open seat, `…/token/TOKEN` or `…/watch/CODE`. */
function showTable(id, access, code) {
  const join = (seat) => show("Join the game", "rentier-join", { table: id, seat });
  if (access === "invite") return join({ invite: code });
  if (access === "seat") return join({ seat: Number(code) });
  const offered = access === "token" || access === "watch" ? { [access]: code } : null;
  return show("Table", "rentier-table", { table: id, offered });
}

/** `#review/ID/N`; shared links have `watch/CODE` before the number, which leaves the URL. */
function showReview(id, ...rest) {
  const offered = rest[0] === "watch" ? rest[1] : null;
  if (offered !== null) {
    rest.splice(0, 2);
    history.replaceState(null, "", `#${["review", id, ...rest].join("/")}`);
  }
  return show("Review", "rentier-review", { game: id, number: Number(rest[0]) || null, offered });
}

/** `#puzzle` is today's, `#puzzle/N` one of all, `#puzzle/own/N` one of the user's own mistakes. */
function showPuzzle(which, place) {
  const props = which === "own" ? { mistake: Number(place) || 1 } : { number: Number(which) || null };
  return show("Puzzle", "rentier-puzzle", props);
}

/** Shows the page for the current URL. */
function route() {
  const [page, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (page === "table" && rest[0]) return showTable(...rest);
  if (page === "review" && rest[0]) return showReview(...rest);
  if (page === "puzzle") return showPuzzle(...rest);
  if (page === "tutorial") return show("Tutorial", "rentier-tutorial");
  if (page === "people") return show("People", "rentier-people");
  return show("", "rentier-start");
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
