/** The user's own mistakes: every reviewed game adds its marked decisions to those stored in the browser. */

import { get } from "../api.js";
import { myTable, recall, remember } from "../keep.js";

const STORE = "rentier.mistakes";
const MOST_MISTAKES = 200;

/** Returns the stored mistakes, newest first: [{game, number, better}]. */
export function ownMistakes() {
  return recall(STORE, []);
}

/** Stores the marked decisions of the user in a reviewed game. */
export function keepMistakes(game, decisions, found, seat) {
  const marked = decisions.filter((one) => one.seat === seat && found[one.number]?.mark);
  const others = ownMistakes().filter((one) => one.game !== game);
  const made = marked.map(({ number }) => ({ game, number, better: found[number].better }));
  remember(STORE, [...made, ...others].slice(0, MOST_MISTAKES));
}

/** Loads a mistake as a puzzle: what was done, against the better decision. */
export async function loadMistake({ game, number }) {
  const { token, host, watch } = myTable(game);
  const key = token ?? host ?? watch;
  const [played, review, { state }] = await Promise.all(["", "/review", `/states/${number}`].map((path) => get(`/api/games/${game}${path}`, key)));
  const { seat, action, turn } = played.decisions[number - 1];
  const { loss, better, change, why_you: why } = review.decisions[number];
  const value = review.chances[number - 1][seat] + change[seat];
  const { mean, low, high } = loss;
  const candidates = [
    { action: better, value: value + mean, low: value + low, high: value + high },
    { action, value, low: value, high: value, done: true },
  ];
  const { title, currency, board, groups, names } = played;
  return { number: null, game, decision: number, turn, rules_title: title, currency, board, groups, names, seat, state, candidates, why, rating: null };
}
