/** The user's own mistakes: the marked decisions of all games that the user has played to the end in this browser. */

import { get } from "../api.js";
import { myTable, myTables, recall, remember } from "../keep.js";
import { ownRating } from "./rating.js";

const STORE = "rentier.mistakes";
const SEEN = "rentier.reviewed"; // the games whose mistakes are stored, or that get no review unasked
const MOST_MISTAKES = 1000;
const MOST_SEEN = 1000;
const MOST_ASKED = 12; // games at a time
const NOT_FOUND = 404;

/** Returns the stored mistakes, newest first: [{game, number}]. */
export function ownMistakes() {
  return recall(STORE, []);
}

/** Returns the token or code with which this browser opens a game. */
function keyOf(game) {
  const { token, host, watch } = myTable(game);
  return token ?? host ?? watch;
}

/** Returns the user's finished games whose mistakes are still to be stored, the latest first. */
function newGames() {
  const seen = recall(SEEN, []);
  const own = Object.entries(myTables()).filter(([game, { seat, over }]) => over && Number.isInteger(seat) && !seen.includes(game));
  return own.sort(([, one], [, other]) => (other.seen ?? 0) - (one.seen ?? 0)).map(([game]) => game).slice(0, MOST_ASKED);
}

/** Stores the mistakes of a game, unless its review is still to come; returns whether it is. */
export async function keepMistakes(game) {
  const { status, mistakes } = await get(`/api/games/${game}/mistakes?seat=${myTable(game).seat}`, keyOf(game));
  if (status === "waiting" || status === "working") return true;
  store(game, mistakes);
  return false;
}

function store(game, mistakes) {
  const others = ownMistakes().filter((one) => one.game !== game);
  remember(STORE, [...mistakes.map((number) => ({ game, number })), ...others].slice(0, MOST_MISTAKES));
  remember(SEEN, [game, ...otherSeen(game)].slice(0, MOST_SEEN));
}

function otherSeen(game) {
  return recall(SEEN, []).filter((one) => one !== game);
}

/** Has the mistakes of a game stored once the review that the user has asked for is done. */
export function expectMistakes(game) {
  remember(SEEN, otherSeen(game));
}

/** Stores the mistakes of all games that have been reviewed since the last time; returns how many reviews are still to come. */
export async function collectMistakes() {
  const found = await Promise.all(newGames().map((game) => keepMistakes(game).catch((failure) => forget(game, failure))));
  return found.filter(Boolean).length;
}

/** Asks no more for a game that the server does not have. */
function forget(game, { status }) {
  if (status === NOT_FOUND) store(game, []);
  return false;
}

/** Returns the place (from 1) of the next unanswered mistake after a place; if all are answered, of the next one. */
export function nextMistake(place, answers) {
  const all = ownMistakes();
  const others = Array.from({ length: all.length }, (_, step) => ((place + step) % all.length) + 1);
  return others.find((one) => !(mistakeId(all[one - 1]) in answers)) ?? others[0];
}

/** Returns the name under which the answer to a mistake is stored. */
function mistakeId({ game, number }) {
  return `${game}/${number}`;
}

/** Loads a mistake as a puzzle: what was done, against the better decision. */
export async function loadMistake({ game, number }) {
  const key = keyOf(game);
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
  const own = { number: null, id: mistakeId({ game, number }), rating: ownRating(mean) };
  return { ...own, game, decision: number, turn, rules_title: title, currency, board, groups, names, seat, state, candidates, why };
}
