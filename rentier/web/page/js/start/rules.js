/** The form part that chooses the rules: a preset, or the user's own from TOML files. */

import { post } from "../api.js";
import { element } from "../dom.js";
import { recall, remember } from "../keep.js";

const OWN = "rentier.rules"; // rules uploaded from this browser: [{name, title}]
const PRESET = "preset.toml";
const DEFAULT = "uk-classic";

export class RulesEditor extends EventTarget {
  #about = element("p", { class: "note" });
  #error = element("p", { class: "error", attrs: { role: "alert" } });
  #select = element("select", { attrs: { id: "rules", name: "rules" }, on: { change: () => this.#changed() } });

  constructor(choices) {
    super();
    this.choices = choices;
    const files = element("input", { attrs: { type: "file", id: "rule-files", accept: ".toml", multiple: true }, on: { change: (event) => this.#upload(event.target) } });
    this.node = element(
      "div",
      { class: "rules-editor" },
      element("div", { class: "field" }, element("label", { text: "Rules", attrs: { for: "rules" } }), this.#select, this.#about),
      element(
        "details",
        { class: "own-rules" },
        element("summary", { text: "Use your own rules or board" }),
        element("div", { class: "field" },
          element("label", { text: `Select ${PRESET} and the files it refers to (such as board.toml and decks.toml)`, attrs: { for: "rule-files" } }), files),
      ),
      this.#error,
    );
    this.#list();
    this.#select.value = DEFAULT;
    this.#describe();
  }

  get name() {
    return this.#select.value;
  }

  get title() {
    return this.#select.selectedOptions[0]?.textContent ?? this.name;
  }

  #list() {
    const own = recall(OWN, []).map(({ name, title }) => element("option", { text: title, attrs: { value: name } }));
    const presets = this.choices.presets.map(({ name, title }) => element("option", { text: title || name, attrs: { value: name } }));
    this.#select.replaceChildren(...presets, ...(own.length ? [element("optgroup", { attrs: { label: "Your rules" } }, ...own)] : []));
    this.#describe();
  }

  #changed() {
    this.#describe();
    this.dispatchEvent(new Event("change"));
  }

  #describe() {
    const preset = this.choices.presets.find(({ name }) => name === this.name);
    this.#about.textContent = preset ? `${preset.about}. Board: ${preset.board}.` : "Your own rules.";
  }

  async #upload(field) {
    this.#error.textContent = "";
    try {
      const files = Object.fromEntries(await Promise.all([...field.files].map(async (file) => [file.name, await file.text()])));
      const { rules, title } = await post("/api/rules", { files });
      remember(OWN, [...recall(OWN, []).filter(({ name }) => name !== rules), { name: rules, title }]);
      this.#list();
      this.#select.value = rules;
      this.#changed();
    } catch (error) {
      this.#error.textContent = error.message;
    }
    field.value = "";
  }
}
