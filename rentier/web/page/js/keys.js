/** The overlay that lists the keys. */

import { button, element } from "./dom.js";

const EVERYWHERE = [
  ["?", "show these keys"],
  ["Esc", "close what is open"],
];
const TABLE = [
  ["s", "to the squares; arrows go from one to the next, Enter chooses"],
  ["y", "to your decision"],
  ["l", "to the log"],
  ["k", "pause, or go on (host)"],
  [".", "one decision of an agent, while paused (host)"],
  ["+ −", "quicker, slower (host)"],
];
const REVIEW = [
  ["← →", "a decision back, a decision on"],
  ["PgUp PgDn", "a turn back, a turn on"],
  ["Home End", "to the beginning, to the end"],
];

/** Whether a key is meant for a field that is being filled in. */
export function isTyping(event) {
  return event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, dialog") !== null;
}

/** The dialog as it is now: a decision says which keys it knows. */
function dialog() {
  const decision = document.querySelector("rentier-decision");
  const parts = [section("Everywhere", EVERYWHERE)];
  if (document.querySelector("rentier-table")) parts.push(section("At the table", TABLE));
  if (document.querySelector("rentier-review")) parts.push(section("In a review", REVIEW));
  if (decision?.keys?.length) parts.push(section("Your decision", decision.keys.map(({ key, text }) => [key, text])));
  const made = element("dialog", { class: "keys", attrs: { "aria-label": "Keys" } }, element("h2", { text: "Keys" }), ...parts);
  made.append(button("Close", () => made.close(), { class: "first" }));
  made.addEventListener("close", () => made.remove());
  return made;
}

function section(title, keys) {
  const rows = keys.map(([key, does]) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text: does })]);
  return element("section", {}, element("h3", { text: title }), element("dl", {}, ...rows.flat()));
}

/** Opens the overlay by its button and by `?`. */
export function keysHelp(opener) {
  const open = () => {
    if (document.querySelector("dialog[open]")) return;
    const made = dialog();
    document.body.append(made);
    made.showModal();
  };
  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !isTyping(event)) open();
  });
}
