/** Hints: what an AI player would do, and its estimate for each candidate. */

import { counted, element, percent } from "../dom.js";
import { agentName, agentSelect, agentWords, expertField, offerAgent } from "../opponents.js";
import { inOrder, isRated, valuesCompared } from "./candidates.js";
import { stepButton } from "./parts.js";
import { actionWords } from "./words.js";

const MEASURES = {
  "win rate": "Share of simulated games that you win",
  "win probability": "Your chance of winning, by simulated turns and a neural network",
  worth: "Your share of all players’ wealth when the simulations stop",
};

/** Creates a bar for a value and its interval. */
function bar({ value, low, high }) {
  const interval = element("span", { class: "hint-interval" });
  const made = element("span", { class: "hint-bar", attrs: { "aria-hidden": "true" } }, interval);
  const parts = { "--value": value, "--low": low ?? value, "--high": high ?? value };
  for (const [name, share] of Object.entries(parts)) made.style.setProperty(name, String(share));
  return made;
}

/** Creates the line of one candidate: the action and its value. */
function candidateLine(view, candidate) {
  const { action, value, low, high, visits } = candidate;
  const known = isRated(candidate);
  const range = known && typeof low === "number" ? ` (${percent(low)} to ${percent(high)})` : "";
  return element(
    "li",
    { attrs: { title: visits ? counted(visits, "simulation") : null } },
    element("span", { class: "hint-action", text: actionWords(view, action) }),
    known && bar(candidate),
    element("span", { class: "hint-value", text: known ? `${percent(value)}${range}` : "not tried" }),
  );
}

const EXPERTS = "experts"; // the choice that opens the field for a spec

export class HintBox {
  constructor(panel) {
    this.panel = panel;
    this.agent = agentSelect("AI player to ask", ["", "the champion"]);
    this.agent.dataset.part = "hint-agent";
    this.agent.append(element("option", { text: "For experts…", attrs: { value: EXPERTS } }));
    this.agent.addEventListener("change", () => this.agent.value === EXPERTS && this.#openExperts());
    this.experts = expertField("hint-spec", "Ask", (spec) => {
      offerAgent(this.agent, spec);
      this.agent.value = spec;
      this.#request();
    });
    this.found = element("div", { class: "hint-found", attrs: { role: "status", "data-part": "hint" } });
    this.ask = element("button", {
      class: "step-button quiet",
      text: "Ask",
      attrs: { type: "submit", "data-key": "h", "data-text": "Ask for a hint", "data-step": "hint" },
    });
    const line = element("label", { class: "hint-line" }, "What would", this.agent, "do?");
    const submit = (event) => {
      event.preventDefault();
      this.#request();
    };
    this.node = element("form", { class: "hint", on: { submit } }, line, this.ask, this.experts, this.found);
  }

  /** Removes the last hint. */
  clear() {
    this.node.classList.remove("advised");
    this.found.replaceChildren();
    this.ask.removeAttribute("aria-busy");
  }

  /** Shows a hint from the server. */
  show(view, { agent, choice, why, assumes, measure, candidates = [] }) {
    const shown = inOrder(choice, candidates);
    const isCompared = shown.some(isRated);
    const lines = isCompared ? shown.map((candidate) => candidateLine(view, candidate)) : [];
    const reason = why || valuesCompared(view, choice, shown, measure);
    this.advise(view, agent === view.model.adviser ? this.#adviser : agentName(agent), choice, reason, agent);
    this.found.append(
      ...(candidates.length === 1 && !reason ? [element("p", { class: "decision-note", text: "No other move looked promising enough to compare." })] : []),
      ...(lines.length ? [element("p", { class: "decision-note", text: `${MEASURES[measure]}, if the others play on like ${agentWords(assumes)}:`, attrs: { title: assumes } }), element("ol", {}, ...lines)] : []),
    );
    this.node.scrollIntoView({ block: "nearest" });
  }

  /** Shows advice at the top of the panel, in place of the field for asking. */
  adviseFirst(view, who, { action, why }) {
    this.advise(view, who, action, why);
    this.node.classList.add("advised");
  }

  /** Shows who advises what, with a button that does it, and why. */
  advise(view, who, choice, why, spec = null) {
    this.clear();
    // bankruptcy cannot be undone: it has only the button that asks for confirmation
    const take = choice === "bankrupt" ? null : stepButton("Do this", () => this.panel.act(choice), { name: "take-hint" });
    this.found.append(
      element("p", {}, element("span", { text: who, attrs: { title: spec } }), ": ", element("strong", { text: actionWords(view, choice) }), " ", take),
      ...(why ? [element("p", { class: "hint-why", text: why })] : []),
    );
  }

  /** Who answers if no agent is named. */
  get #adviser() {
    return this.panel.view.model.adviser.replace(/:.*/, "").replace("champion", "The champion");
  }

  /** Names whoever answers if no agent is named. */
  nameAdviser() {
    this.agent.options[0].textContent = this.#adviser.replace("The", "the");
  }

  /** Opens the field for a spec, which would take too much room at all times. */
  #openExperts() {
    this.agent.value = "";
    this.experts.open = true;
    this.experts.querySelector("input").focus();
  }

  #request() {
    const agent = this.agent.value;
    if (this.ask.getAttribute("aria-busy")) return;
    this.panel.hint(agent || null);
    this.ask.setAttribute("aria-busy", "true");
    this.found.replaceChildren(element("p", { class: "decision-note", text: `${agent ? agentName(agent) : this.#adviser} is thinking…` }));
  }
}
