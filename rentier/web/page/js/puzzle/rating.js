/** The player's puzzle rating, stored in the browser: Elo against the ratings of the puzzles. */

import { recall, remember } from "../keep.js";

const STORE = "rentier.puzzles";
const FIRST_RATING = 1500;
const FIRST_STEP = 40; // the most that one puzzle changes the rating, at first
const LATER_STEP = 20;
const FIRST_PUZZLES = 20;
const OWN_COST = 0.1; // a mistake of this cost is rated like a puzzle that half of the panel solves

/** How the rating is calculated, in words. */
export const ABOUT = `You begin at ${FIRST_RATING}. Each puzzle counts once, as a game against its rating (Elo): the rating moves by up to ${FIRST_STEP} points, after ${FIRST_PUZZLES} puzzles by up to ${LATER_STEP}. A puzzle is rated by a panel of AI players: ${FIRST_RATING} if half of them find the best move, more if fewer do. A mistake of your own is rated by its cost: ${FIRST_RATING} if it cost ${100 * OWN_COST} points, and lower the more it cost.`;

/** Returns the rating of the user's own mistake from its cost in win probability: it assumes that the costlier a mistake, the
 * easier the better move is to find.
 */
export function ownRating(cost) {
  return Math.round(FIRST_RATING + 400 * Math.log10(OWN_COST / Math.max(cost, 0.01)));
}

/** Returns what is stored: {rating, answers: {ID: action}}; the ID of a puzzle of the benchmark is its number. */
export function puzzleRecord() {
  const { rating = FIRST_RATING, answers = {} } = recall(STORE, {});
  return { rating, answers };
}

/** Stores the first answer to a puzzle; returns the rating before and after. */
export function rate({ number, id = number, rating: difficulty }, action, isRight) {
  const { rating, answers } = puzzleRecord();
  if (id in answers) return { before: rating, after: rating };
  const step = Object.keys(answers).length < FIRST_PUZZLES ? FIRST_STEP : LATER_STEP;
  const expected = 1 / (1 + 10 ** ((difficulty - rating) / 400));
  const after = Math.round(rating + step * ((isRight ? 1 : 0) - expected));
  remember(STORE, { rating: after, answers: { ...answers, [id]: action } });
  return { before: rating, after };
}

/** Returns the next puzzle after a number that has not been answered; the next one if all have been. */
export function nextPuzzle(number, count) {
  const { answers } = puzzleRecord();
  const others = Array.from({ length: count }, (_, step) => ((number + step) % count) + 1);
  return others.find((one) => !(one in answers)) ?? others[0];
}
