/** Keyboard shortcuts of the decision panel: a key presses the button that shows it. */

/** Gives the choices without a shortcut the keys 1 to 9; dangerous ones get none. */
export function numberChoices(root) {
  const free = [...root.querySelectorAll(".choice:not([data-key], .danger)")].slice(0, 9);
  free.forEach((choice, place) => {
    for (const name of ["data-key", "aria-keyshortcuts"]) choice.setAttribute(name, String(place + 1));
  });
}

/** Returns the visible buttons that have a shortcut. */
function keyed(root) {
  return [...root.querySelectorAll("[data-key]")].filter((one) => one.checkVisibility());
}

/** Returns the current shortcuts: [{key, text}]. */
export function listKeys(root) {
  const keys = keyed(root).map(({ dataset }) => ({ key: dataset.key, text: dataset.text }));
  const roll = keys.find(({ key }) => key === "r");
  return roll ? [{ key: "Enter", text: roll.text }, ...keys] : keys;
}

/** Whether an element is a text field. */
export function isTyping(target) {
  return Boolean(target?.closest?.("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]"));
}

/** Presses the button of a key; in a text field, Escape leaves the field. */
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
