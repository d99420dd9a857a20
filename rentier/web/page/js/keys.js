/** The help dialog: the rules of the table in words, and the keyboard shortcuts. */

import { button, element } from "./dom.js";
import "./help/rules.js";

const EVERYWHERE = [
  ["?", "show this help"],
  ["Esc", "close a dialog or card"],
];
const TABLE = [
  ["s", "go to the board; arrow keys move between squares, Enter selects"],
  ["y", "go to your decision"],
  ["l", "go to the game log"],
  ["Space", "skip what is being shown (or click on the board)"],
  ["m", "sound on or off"],
  ["i", "send an emote"],
  ["k", "pause or resume (host)"],
  [".", "let one AI player decide while paused (host)"],
  ["+ −", "faster, slower (host)"],
];
const TUTORIAL = [["g", "close the coach's tip"]];
const REVIEW = [
  ["← →", "previous decision, next decision"],
  ["PgUp PgDn", "previous turn, next turn"],
  ["Home End", "start of the game, end of the game"],
];

/** Whether a key press belongs to a form field, a dialog or the browser. */
export function isTyping(event) {
  return event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, dialog") !== null;
}

/** Creates the dialog, with a topic of the rules unfolded if one is given; a pending decision adds its own shortcuts. */
function dialog(topic) {
  const decision = document.querySelector("rentier-decision");
  const { differences, currency = "£", settings } = decision?.view?.model ?? {};
  const parts = [section("Everywhere", EVERYWHERE)];
  if (document.querySelector("rentier-table")) parts.push(section("At the table", settings?.tutorial ? [...TABLE, ...TUTORIAL] : TABLE));
  if (document.querySelector("rentier-review")) parts.push(section("In a review", REVIEW));
  if (decision?.keys?.length) parts.push(section("Your decision", decision.keys.map(({ key, text }) => [key, text])));
  const made = element(
    "dialog",
    { class: "keys", attrs: { "aria-label": "Rules and keyboard shortcuts" } },
    element("h2", { text: differences ? "The rules of this table" : "The rules" }),
    element("rentier-rules", { props: { differences: differences ?? {}, currency, topic } }),
    element("h2", { text: "Keyboard shortcuts" }),
    ...parts,
  );
  made.append(button("Close", () => made.close(), { class: "first" }));
  made.addEventListener("close", () => made.remove());
  return made;
}

function section(title, keys) {
  const rows = keys.map(([key, does]) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text: does })]);
  return element("section", {}, element("h3", { text: title }), element("dl", {}, ...rows.flat()));
}

/** Opens the dialog, unless there is one, at a topic of the rules if one is given. */
export function openHelp(topic = null) {
  if (document.querySelector("dialog[open]")) return;
  const made = dialog(topic);
  document.body.append(made);
  made.showModal();
}

/** Opens the dialog on its button and on `?`. */
export function keysHelp(opener) {
  opener.addEventListener("click", () => openHelp());
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !isTyping(event)) openHelp();
  });
}
