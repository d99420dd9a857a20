/** What an agent would do: its choice, and what it found about each candidate. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { stepButton } from "./parts.js";
import { actionWords } from "./words.js";

const FIRST_ASKED = "mcts:rollouts=2000";
const MOST_SHOWN = 6;

/** A share as a percentage. */
function percent(share) {
  return `${Math.round(share * 100)}%`;
}

/** A bar for a value, with its interval on it. */
function bar({ value, low, high }) {
  const interval = element("span", { class: "hint-interval" });
  const made = element("span", { class: "hint-bar", attrs: { "aria-hidden": "true" } }, interval);
  const parts = { "--value": value, "--low": low ?? value, "--high": high ?? value };
  for (const [name, share] of Object.entries(parts)) made.style.setProperty(name, String(share));
  return made;
}

/** One candidate: what it is, and the share of games won after it. */
function candidateLine(matter, candidate) {
  const { action, value, low, high, visits } = candidate;
  const known = typeof value === "number";
  const range = known && typeof low === "number" ? ` (${percent(low)} to ${percent(high)})` : "";
  return element(
    "li",
    { attrs: { title: visits ? `${visits} games imagined` : null } },
    element("span", { class: "hint-action", text: actionWords(matter, action) }),
    known && bar(candidate),
    element("span", { class: "hint-value", text: known ? `${percent(value)}${range}` : "not tried" }),
  );
}

export class HintBox {
  constructor(desk) {
    this.desk = desk;
    const attrs = { type: "text", list: "hint-agents", autocomplete: "off", spellcheck: "false", "data-part": "hint-agent" };
    this.agent = element("input", {
      attrs: { ...attrs, "aria-label": "Agent to ask" },
      props: { value: FIRST_ASKED },
      on: { focus: () => this.#loadAgents() },
    });
    this.agents = element("datalist", { attrs: { id: "hint-agents" } });
    this.found = element("div", { class: "hint-found", attrs: { role: "status", "data-part": "hint" } });
    this.ask = element("button", {
      class: "step-button quiet",
      text: "Ask",
      attrs: { type: "submit", "data-key": "h", "data-text": "Ask for a hint", "data-step": "hint" },
    });
    const line = element("label", { class: "hint-line" }, "What would", this.agent, "do?");
    const submit = (event) => {
      event.preventDefault();
      this.#asked();
    };
    this.node = element("form", { class: "hint", on: { submit } }, line, this.agents, this.ask, this.found);
  }

  /** A new question: what was found about the last one is of no use any more. */
  clear() {
    this.found.replaceChildren();
    this.ask.removeAttribute("aria-busy");
  }

  /** The answer of the server. */
  show(matter, { agent, choice, candidates = [] }) {
    this.clear();
    const lines = candidates.slice(0, MOST_SHOWN).map((candidate) => candidateLine(matter, candidate));
    const take = stepButton("Do that", () => this.desk.act(choice), { name: "take-hint" });
    this.found.append(
      element("p", {}, `${agent}: `, element("strong", { text: actionWords(matter, choice) }), " ", take),
      ...(lines.length ? [element("ol", { attrs: { "aria-label": "Share of games won after each" } }, ...lines)] : []),
    );
  }

  #asked() {
    const agent = this.agent.value.trim();
    if (!agent || this.ask.getAttribute("aria-busy")) return;
    this.desk.hint(agent);
    this.ask.setAttribute("aria-busy", "true");
    this.found.replaceChildren(element("p", { class: "decision-note", text: `${agent} is thinking…` }));
  }

  /** The agents to choose from, asked for once. */
  async #loadAgents() {
    if (this.loaded) return;
    this.loaded = true;
    try {
      const { agents } = await get("/api/choices");
      const options = agents.map(({ spec, title }) => element("option", { attrs: { value: spec }, text: title }));
      this.agents.replaceChildren(...options);
    } catch (error) {
      this.loaded = false;
      this.desk.say(error.message);
    }
  }
}
