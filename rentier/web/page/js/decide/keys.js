/** The keyboard of the panel: every button that shows a key is pressed by it. */

/** Gives the choices without a key of their own the numbers 1 to 9; none to what cannot be undone. */
export function numberChoices(root) {
  const free = [...root.querySelectorAll(".choice:not([data-key], .danger)")].slice(0, 9);
  free.forEach((choice, place) => {
    for (const name of ["data-key", "aria-keyshortcuts"]) choice.setAttribute(name, String(place + 1));
  });
}

/** The buttons that have a key now. */
function keyed(root) {
  return [...root.querySelectorAll("[data-key]")].filter((one) => one.checkVisibility());
}

/** The keys that are good now: [{key, text}]. */
export function listKeys(root) {
  const keys = keyed(root).map(({ dataset }) => ({ key: dataset.key, text: dataset.text }));
  const roll = keys.find(({ key }) => key === "r");
  return roll ? [{ key: "Enter", text: roll.text }, ...keys] : keys;
}

/** Whether somebody is writing. */
export function isTyping(target) {
  return Boolean(target?.closest?.("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]"));
}

/** Presses the button of a key; Escape leaves a field first. */
export function pressKey(root, event) {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape" && root.contains(event.target)) event.target.blur();
    return;
  }
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && event.target.closest?.("button, a, summary, [role=button], [tabindex='0']")) return;
  const wanted = event.key === "Enter" ? "r" : event.key;
  const found = keyed(root).find(({ dataset }) => dataset.key === wanted || dataset.key === wanted.toLowerCase());
  if (!found) return;
  event.preventDefault();
  found.click();
}
