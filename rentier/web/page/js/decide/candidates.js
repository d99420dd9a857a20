/** The candidates of a hint: their order, and what their values say about the choice. */

import { counted } from "../dom.js";
import { actionWords } from "./words.js";

const MOST_SHOWN = 6;
const LITTLE = 0.25; // a smaller part of the uncertainty is no difference worth telling
const BETTER = {
  "win rate": (points) => `your win rate is ${points} higher`,
  "win probability": (points) => `your chance of winning is ${points} higher`,
  worth: (points) => `your share of all players’ wealth is ${points} higher`,
};

/** Whether a search has tried a candidate. */
export function isRated({ value }) {
  return typeof value === "number";
}

/** Returns the choice and the most visited other candidates, these by their values, best first. */
export function inOrder(choice, candidates) {
  const first = candidates.filter(({ action }) => action === choice);
  const others = candidates.filter(({ action }) => action !== choice).slice(0, MOST_SHOWN - first.length);
  return [...first, ...others.sort((one, other) => (other.value ?? -1) - (one.value ?? -1))];
}

/** Returns half of the interval of the difference between two candidates. */
function uncertainty(one, other) {
  return Math.hypot(one.high - one.low, other.high - other.low) / 2;
}

/** Returns in words how the choice compares with the best of the others, by their values; empty if there are no others. */
export function valuesCompared(view, choice, candidates, measure) {
  const made = candidates.find(({ action }) => action === choice);
  const rival = candidates.find(({ action }) => action !== choice);
  if (!rival || (made && !isRated(rival))) return "";
  const name = `“${actionWords(view, rival.action)}”`;
  if (!made || !isRated(made)) return `The simulations did not try this move; they prefer ${name}.`;
  const gain = made.value - rival.value;
  const points = Math.round(100 * Math.abs(gain));
  const error = uncertainty(made, rival);
  const difference = counted(points, "point");
  if (!points || Math.abs(gain) < LITTLE * error) return `It makes little difference: ${name} is about as good.`;
  if (Math.abs(gain) < error) return `A close call: ${name} looks ${difference} ${gain > 0 ? "worse" : "better"}, give or take ${Math.round(100 * error)}.`;
  if (gain < 0) return `The simulations rate ${name} ${difference} higher.`;
  return `In the simulations, ${BETTER[measure](difference)} than after ${name}, the next best.`;
}
