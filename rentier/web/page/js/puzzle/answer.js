/** The answer to a puzzle: the value of every candidate as a bar, and why the best one is better. */

import { element, percent } from "../dom.js";
import { actionWords } from "../decide/words.js";
import { agentWords } from "../opponents.js";
import { frameLegend, frameSign } from "../table/frames.js";

const AGENT = "selfplay"; // plays on in the simulated games behind the puzzles

/** Creates the row of one candidate. */
function valueRow(view, { action, value, low, high, done }, best, chosen, top) {
  const kind = action === best.action ? "better" : "played";
  const cost = best.value - value;
  const notes = [action === chosen && "your choice", done && "what you did in the game"].filter(Boolean).join(", ");
  const bar = element("span", { class: "value-bar", attrs: { "aria-hidden": "true" } }, element("span", { class: "value-fill" }), high > low && element("span", { class: "value-interval" }));
  const at = (share) => `${Math.min(Math.max((100 * share) / top, 0), 100)}%`;
  bar.style.setProperty("--value", at(value));
  bar.style.setProperty("--low", at(low));
  bar.style.setProperty("--high", at(high));
  return element(
    "li",
    { class: action === best.action ? "value best" : "value", attrs: { "data-action": action } },
    element("span", { class: "value-name" }, (kind === "better" || action === chosen) && frameSign(kind), " ", actionWords(view, action), notes && element("small", { text: ` (${notes})` })),
    bar,
    element("span", { class: "value-figure", text: percent(value) }),
    element("span", { class: "value-cost", text: action === best.action ? "best" : `−${(100 * cost).toFixed(1)} points` }),
  );
}

/** Creates the answer; the candidates come best first, and `frames` are on the board. */
export function answerParts(view, { candidates, why, number }, chosen, frames) {
  const [best] = candidates;
  const top = Math.max(...candidates.map(({ high }) => high), 0.05);
  const missed = candidates.find(({ action }) => action === chosen);
  const isRight = chosen === best.action;
  const verdict = isRight ? "Right!" : `Not the best: it costs ${(100 * (best.value - missed.value)).toFixed(1)} points of your chance of winning.`;
  const source = number === null ? "Values: your chance of winning, according to the review of your game." : `Values: your chance of winning after each move, from hundreds of simulated games in which everybody plays on like ${agentWords(AGENT)}. Thin lines: 95 % intervals of the difference from the best move.`;
  return [
    element("p", { class: isRight ? "puzzle-verdict right" : "puzzle-verdict wrong", text: verdict, attrs: { role: "status", tabindex: -1 } }),
    why && element("p", { class: "puzzle-why", text: why }),
    element("ul", { class: "values", attrs: { "aria-label": "Chances after each move" } }, ...[...candidates].sort((one, other) => other.value - one.value).map((one) => valueRow(view, one, best, chosen, top))),
    frameLegend(frames, { played: "your choice", better: "the best move" }),
    element("p", { class: "note", text: source, attrs: { title: number === null ? null : AGENT } }),
  ];
}
