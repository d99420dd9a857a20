/** The AI players: their names, levels and the works they come from, choices of them, and portraits with tokens. */

import { element } from "./dom.js";
import { face } from "./face.js";
import { tokenIcon } from "./table/token.js";

const NETWORK = "selfplay"; // the agent that plays by our network alone
const OWN = "Rentier"; // the "work" of our own agents
export const STAND_IN = "bot"; // plays in the seats of people who are not there
const AGENTS = JSON.parse(document.getElementById("agents").textContent); // {spec, title, work, names}, the levels first
const LEVELS = AGENTS.filter(({ work }) => work === null);
const RESEARCH = AGENTS.filter(({ work }) => work !== null);
const KNOWN = new Map([...RESEARCH.map((agent) => [agent.title, agent]), ...AGENTS.map((agent) => [agent.spec, agent])]);

/** Returns an agent without its settings: `mcts` for `mcts:rollouts=2000`. */
function kindOf(spec) {
  return spec.split(":")[0];
}

/** Whether a spec is an agent of the server, whatever its settings. */
export function isAgent(spec) {
  return KNOWN.has(kindOf(spec));
}

/** Returns an agent in a word: its level, or its name without its settings. */
export function levelOf(spec) {
  return (KNOWN.get(spec) ?? KNOWN.get(kindOf(spec)))?.title ?? spec;
}

/** Returns the name of an agent: `Hard`, `td (Berry 2013)`, `mcts (Sammul 2018), rollouts 2000`. */
export function agentName(spec) {
  const known = KNOWN.get(spec);
  const { title, work } = known ?? KNOWN.get(kindOf(spec)) ?? { title: spec, work: null };
  const settings = known || title === spec ? "" : `, ${spec.slice(kindOf(spec).length + 1).replaceAll(",", ", ").replaceAll("=", " ")}`;
  return `${title}${work ? ` (${work})` : ""}${settings}`;
}

/** Returns an agent for readers who do not know specs: `our network`, `the AI player Hard`. */
export function agentWords(spec) {
  return kindOf(spec) === NETWORK ? "our network" : `the AI player ${levelOf(spec)}`;
}

/** Groups those agents of a list that are not levels by the work they come from, our own last: [[work, agents]]. */
export function byWork(agents) {
  const works = Map.groupBy(agents.filter(({ spec }) => RESEARCH.some((one) => one.spec === spec)), ({ work }) => work);
  return [...works].sort(([one], [other]) => (one === OWN) - (other === OWN));
}

/** Returns a name for an opponent that is not used yet: one of its level, otherwise one of another level. */
export function freeName(agent, used) {
  const own = KNOWN.get(agent)?.names ?? [];
  const others = LEVELS.flatMap(({ names }) => names.toReversed());
  return [...own, ...others].find((name) => !used.includes(name));
}

/** Creates an option for an agent. */
function option(spec) {
  return element("option", { text: agentName(spec), attrs: { value: spec, title: spec } });
}

/** Creates a choice of agents by name: `first` is an option before them, as [value, text]. */
export function agentSelect(label, [value, text]) {
  const levels = LEVELS.map(({ spec }) => option(spec));
  const research = byWork(RESEARCH).flatMap(([, agents]) => agents.map(({ spec }) => option(spec)));
  return element(
    "select",
    { class: "agent-select", attrs: { "aria-label": label } },
    element("option", { text, attrs: { value } }),
    element("optgroup", { attrs: { label: "Levels" } }, ...levels),
    element("optgroup", { attrs: { label: "From the research" } }, ...research),
  );
}

/** Adds an agent to a choice of agents, unless it is there. */
export function offerAgent(select, spec) {
  if (![...select.options].some(({ value }) => value === spec)) select.append(option(spec));
}

/** Creates the folded field for any spec, with a button; `add` gets the spec. `id` is that of the field. */
export function expertField(id, text, add) {
  const field = element("input", { attrs: { id, list: `${id}-agents`, spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: "mcts:rollouts=2000" } });
  const take = () => {
    const spec = field.value.trim();
    if (!spec) return field.focus();
    add(spec);
    field.value = "";
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would submit the form around it
    take();
  });
  const adder = element("button", { class: "small", text, attrs: { type: "button", "aria-label": `${text} this player` }, on: { click: take } });
  return element(
    "details",
    { class: "experts" },
    element("summary", { text: "For experts" }),
    element("div", { class: "field" }, element("label", { text: "Agent spec, with its settings", attrs: { for: id } }), element("div", { class: "row" }, field, adder)),
    element("datalist", { attrs: { id: `${id}-agents` } }, ...AGENTS.map(({ spec }) => element("option", { attrs: { value: spec, label: agentName(spec) } }))),
  );
}

/** Creates the picture of a player: the portrait of an agent with its token, or the token of a person. */
export function portrait(seat) {
  if (seat.kind !== "agent") return tokenIcon(seat.seat);
  return element("span", { class: "portrait" }, face(seat.name), tokenIcon(seat.seat));
}
