/** `<rentier-rules>`: the rules in plain words, by topic, with what a table plays differently; a field filters them.
 *
 * `.differences`: what the table plays differently, in words by switch. `.currency`: the sign of its money. `.topic`: the
 * one to open at first, if any.
 */

import { get } from "../api.js";
import { counted, element } from "../dom.js";

class RentierRules extends HTMLElement {
  differences = {};
  currency = "£";
  topic = null;

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "faint", text: "Loading…" }));
    try {
      this.#render(await get("/page/rules.json"));
    } catch (failure) {
      this.replaceChildren(element("p", { class: "error", text: failure.message }));
    }
  }

  #render(topics) {
    this.field = element("input", { attrs: { type: "search", id: "rules-filter", autocomplete: "off", placeholder: "mortgage, auction, jail…" }, on: { input: () => this.#filter() } });
    this.status = element("span", { class: "note", attrs: { role: "status" } });
    this.topics = topics.map(({ topic, rules }) => {
      const items = rules.map((rule) => this.#rule(rule));
      return element("details", { class: "rules-topic" }, element("summary", { text: topic }), element("ul", {}, ...items));
    });
    this.replaceChildren(element("div", { class: "field" }, element("label", { text: "Search the rules", attrs: { for: "rules-filter" } }), this.field, this.status), ...this.topics);
    const first = this.topics.find((one) => one.querySelector("summary").textContent === this.topic);
    if (!first) return;
    first.open = true;
    first.querySelector("summary").focus();
    first.scrollIntoView({ block: "nearest" });
  }

  /** Creates a rule; what this table plays differently follows. */
  #rule({ text, switches: names = [] }) {
    const here = names.filter((name) => this.differences[name]).map((name) => element("li", { text: this.differences[name] }));
    return element("li", { class: "rule" }, text.replaceAll("£", this.currency), here.length ? element("ul", { class: "rule-settings", attrs: { "aria-label": "At this table" } }, ...here) : null);
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
