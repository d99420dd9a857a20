/** The settings dialog: the user's preferences by section. */

import { button, element } from "./dom.js";
import { PREFERENCES, prefer, preference } from "./preferences.js";

/** Creates the field of one preference. */
function field(name, { label, options }) {
  if (!options) {
    const box = element("input", { attrs: { type: "checkbox", name }, props: { checked: preference(name) }, on: { change: () => prefer(name, box.checked) } });
    return element("label", { class: "check" }, box, label);
  }
  const choices = options.map(([value, text]) => element("option", { text, attrs: { value }, props: { selected: value === preference(name) } }));
  const select = element("select", { attrs: { id: `preference-${name}`, name }, on: { change: () => prefer(name, select.value) } }, ...choices);
  return element("div", { class: "field" }, element("label", { text: label, attrs: { for: `preference-${name}` } }), select);
}

/** Creates the dialog. */
function dialog() {
  const sections = Map.groupBy(Object.entries(PREFERENCES), ([, { section }]) => section);
  const parts = [...sections].map(([title, entries]) => element("section", {}, element("h3", { text: title }), ...entries.map(([name, entry]) => field(name, entry))));
  const made = element("dialog", { class: "settings", attrs: { "aria-label": "Settings" } }, element("h2", { text: "Settings" }), ...parts);
  made.append(button("Close", () => made.close(), { class: "first" }));
  made.addEventListener("close", () => made.remove());
  return made;
}

/** Opens the dialog on its button. */
export function settingsDialog(opener) {
  opener.addEventListener("click", () => {
    const made = dialog();
    document.body.append(made);
    made.showModal();
  });
}
