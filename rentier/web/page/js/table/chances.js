/** The chances of winning over the game: what is assumed, what has changed, and their curve. */

import { svg } from "../dom.js";
import { agentWords } from "../opponents.js";
import { HEADING } from "./log.js";

const CURVE = { width: 60, height: 20 };
const LEAST_TOP = 0.1; // the chance at the top of the curves, at least: everybody's may be 0 where games end in draws

/** Returns the odds to show: the result once the game is over, otherwise the latest estimate (null: none yet). */
export function currentOdds({ odds, over, seats, number }) {
  if (!over) return odds;
  const share = (seat) => (over.winners.includes(seat) ? 1 / over.winners.length : 0);
  return { number, seats: seats.map(({ seat }) => ({ seat, share: share(seat), low: share(seat), high: share(seat) })) };
}

/** Returns the number of decisions made before the user's last one or, for spectators, before the current turn. */
function changesSince({ log, you }) {
  const mine = log.findLast(({ seat }) => you.seat !== null && seat === you.seat);
  if (mine) return mine.number - 1;
  return log.findLast(({ lines }) => lines.some((line) => HEADING.test(line)))?.number ?? 0;
}

/** Returns the change of every seat's chance in points since the user's last decision; null where it is not known yet. */
export function changes(table, now) {
  const since = changesSince(table);
  const before = table.odds_history.findLast(({ number }) => number <= since);
  if (!before || now.number <= since) return null;
  return now.seats.map(({ share }, place) => Math.round(100 * share) - Math.round(100 * before.shares[place]));
}

/** Returns in words who is assumed to play on. */
export function assumption({ seats, stand_ins: standIns }, players) {
  const agents = [...new Set(seats.map(({ agent }) => agentWords(agent)))];
  if (standIns || agents.length === 1) return `If all play on like ${agents[0]}`;
  const person = seats.find(({ seat }) => players[seat].kind === "person");
  return person ? `If people play on like ${agentWords(person.agent)}` : "If all play on as before";
}

/** Creates the curve of one seat's chance over the game; the highest chance that anybody had is at its top. */
export function curve(seat, history) {
  const [first] = history;
  const top = Math.max(LEAST_TOP, ...history.flatMap(({ shares }) => shares));
  const span = Math.max(history.at(-1).number - first.number, 1);
  const points = history.map(({ number, shares }) => `${((CURVE.width * (number - first.number)) / span).toFixed(1)},${(CURVE.height * (1 - shares[seat] / top)).toFixed(1)}`);
  const line = svg("polyline", { attrs: { points: points.join(" "), fill: "none", stroke: `var(--seat-${seat})`, "stroke-width": 2, "stroke-linejoin": "round", "vector-effect": "non-scaling-stroke" } });
  return svg("svg", { class: "odds-curve", attrs: { viewBox: `0 -1 ${CURVE.width} ${CURVE.height + 2}`, preserveAspectRatio: "none", "aria-hidden": "true" } }, line);
}
