/** `<rentier-rules>`: the rules in words, by topic, with the settings of a table; a field filters them.
 *
 * `.settings`: the switches of the table, null if there is none.
 */

import { get } from "../api.js";
import { counted, element } from "../dom.js";

/** Formats a setting. */
function settingText(setting) {
  if (typeof setting === "boolean") return setting ? "yes" : "no";
  return String(setting).replaceAll("-", " ");
}

class RentierRules extends HTMLElement {
  settings = null;

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "faint", text: "Loading…" }));
    try {
      const [topics, { switches }] = await Promise.all([get("/page/rules.json"), get("/api/choices")]);
      this.#render(topics, new Map(switches.map((one) => [one.name, one])));
    } catch (failure) {
      this.replaceChildren(element("p", { class: "error", text: failure.message }));
    }
  }

  #render(topics, switches) {
    this.field = element("input", { attrs: { type: "search", id: "rules-filter", autocomplete: "off", placeholder: "mortgage, auction, jail…" }, on: { input: () => this.#filter() } });
    this.status = element("span", { class: "note", attrs: { role: "status" } });
    this.topics = topics.map(({ topic, rules }) => {
      const items = rules.map((rule) => this.#rule(rule, switches));
      return element("details", { class: "rules-topic" }, element("summary", { text: topic }), element("ul", {}, ...items));
    });
    this.replaceChildren(element("div", { class: "field" }, element("label", { text: "Search the rules", attrs: { for: "rules-filter" } }), this.field, this.status), ...this.topics);
  }

  /** Creates a rule; the settings of this table that change it follow. */
  #rule({ number, text, switches: names }, switches) {
    const known = this.settings ? names.filter((name) => name in this.settings && switches.has(name)) : [];
    const here = known.map((name) => element("li", {}, `${switches.get(name).title}: `, element("b", { text: settingText(this.settings[name]) })));
    return element("li", { class: "rule" }, element("span", { class: "rule-number", text: number }), " ", text, here.length ? element("ul", { class: "rule-settings", attrs: { "aria-label": "At this table" } }, ...here) : null);
  }

  /** Shows only the rules that contain every word of the field. */
  #filter() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const topic of this.topics) {
      const title = topic.querySelector("summary").textContent;
      const rules = [...topic.querySelectorAll(".rule")];
      for (const rule of rules) rule.hidden = !words.every((word) => `${title} ${rule.textContent}`.toLowerCase().includes(word));
      const shown = rules.filter((rule) => !rule.hidden).length;
      topic.hidden = shown === 0;
      topic.open = words.length > 0 && shown > 0;
      found += shown;
    }
    this.status.textContent = words.length ? counted(found, "rule") : "";
  }
}

customElements.define("rentier-rules", RentierRules);
