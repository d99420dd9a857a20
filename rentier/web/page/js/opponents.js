/** How opponents are shown: their level in a word, who simulated players play like, and portraits with tokens. */

import { element } from "./dom.js";
import { face } from "./face.js";
import { tokenIcon } from "./table/token.js";

const NETWORK = "selfplay"; // the agent that plays by our network alone
const titles = JSON.parse(document.getElementById("levels").textContent); // of the levels, by their specs

/** Returns the level of an agent; other agents are called by their specs. */
export function levelOf(agent) {
  return titles[agent] ?? agent;
}

/** Returns an agent for readers who do not know specs: `our network`, `the AI player Hard`. */
export function agentWords(spec) {
  const [agent] = spec.split(":");
  return agent === NETWORK ? "our network" : `the AI player ${levelOf(agent)}`;
}

/** Creates the picture of a player: the portrait of an agent with its token, or the token of a person. */
export function portrait(seat) {
  if (seat.kind !== "agent") return tokenIcon(seat.seat);
  return element("span", { class: "portrait" }, face(seat.name), tokenIcon(seat.seat));
}
