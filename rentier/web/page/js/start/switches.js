/** The form part for all rules: every switch in words, with its explanation. Only changed switches are sent. */

import { element } from "../dom.js";

const UNCHANGED = "unchanged";

/** Formats a setting as the server reads it. */
function settingText(setting) {
  if (typeof setting === "boolean") return setting ? "yes" : "no";
  return String(setting);
}

/** Dispatches "change". */
export class SwitchesEditor extends EventTarget {
  #changed = {};
  #fields = new Map();
  #count = element("span", { class: "badge" });

  constructor(choices) {
    super();
    this.choices = choices;
    const sections = Map.groupBy(choices.switches, (one) => one.section);
    this.node = element(
      "details",
      { class: "switches" },
      element("summary", {}, "All rules ", this.#count),
      ...[...sections].map(([section, switches]) =>
        element("fieldset", {}, element("legend", { text: section }), element("div", { class: "switch-grid" }, ...switches.map((one) => this.#field(one)))),
      ),
    );
    this.#showCount();
  }

  /** Shows the settings of these rules; those of the user's own rules are not known here. */
  set rules(name) {
    const settings = this.choices.switches_of[name];
    this.#changed = {};
    for (const one of this.choices.switches) {
      const field = this.#fields.get(one.name);
      field.dataset.default = settings ? settingText(settings[one.name] ?? one.default) : "";
      field.value = field.dataset.default;
      field.closest(".switch").classList.remove("changed");
    }
    this.#showCount();
  }

  /** Returns the setting of a switch as text; empty if it is not known. */
  value(name) {
    return this.#fields.get(name).value.trim();
  }

  /** Returns the setting of a switch under the chosen rules; empty if it is not known. */
  usual(name) {
    return this.#fields.get(name).dataset.default;
  }

  /** Changes a switch. */
  choose(name, value) {
    const field = this.#fields.get(name);
    field.value = value;
    this.#set(name, field);
  }

  /** The switches that differ from the rules: {switch: setting as text}. */
  get changed() {
    return { ...this.#changed };
  }

  #field(one) {
    const id = `switch-${one.name}`;
    const explained = `${id}-explained`;
    const values = one.kind === "yes-no" ? ["yes", "no"] : one.kind === "word" ? one.values : null;
    const field = values
      ? element("select", { attrs: { id, "aria-describedby": explained } }, ...["", ...values].map((value) => element("option", { text: value ? (one.says[value] ?? value) : UNCHANGED, attrs: { value } })))
      : element("input", { attrs: { id, "aria-describedby": explained, placeholder: UNCHANGED, autocomplete: "off", inputmode: one.kind === "number" && !one.words.length ? "numeric" : "text" } });
    field.addEventListener("input", () => this.#set(one.name, field));
    this.#fields.set(one.name, field);
    const expected = values ? "" : ` (${one.expected})`;
    return element(
      "div",
      { class: "switch" },
      element("label", { text: one.title, attrs: { for: id } }),
      field,
      element("p", { class: "note", text: one.explain + expected, attrs: { id: explained } }),
    );
  }

  #set(name, field) {
    const value = field.value.trim();
    const changed = value !== "" && value !== field.dataset.default;
    if (changed) this.#changed[name] = value;
    else delete this.#changed[name];
    field.closest(".switch").classList.toggle("changed", changed);
    this.#showCount();
  }

  #showCount() {
    const number = Object.keys(this.#changed).length;
    this.#count.textContent = number ? `${number} changed` : "";
    this.#count.hidden = !number;
    this.dispatchEvent(new Event("change"));
  }
}
