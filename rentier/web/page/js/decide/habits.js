/** Habits: questions that the page answers by itself, as the user's preferences say. None of the answers costs money. */

import { preference } from "../preferences.js";

const IMPROVEMENTS = ["build", "unmortgage"];

/** Whether the player can improve something, as a question at the end of a turn or between turns is mostly about. */
function canImprove(view) {
  return view.choices(...IMPROVEMENTS).length > 0;
}

/** Whether a bot plays for the player; any answer would take the seat back. */
function isAway(view) {
  return view.model.seats[view.me].bot;
}

/** Whether the preference says to ask. */
function isAsked(view, name) {
  const wanted = preference(name);
  return wanted === "always" || (wanted === "build" && canImprove(view));
}

/** Returns the answer to a question between two turns; null for other questions, or if the player is to be asked. */
export function betweenTurns(view) {
  const isBetween = view.question.decision === "manage" && view.state.mover !== view.me && view.choices("end").length > 0;
  if (!isBetween || isAway(view) || isAsked(view, "ask_between")) return null;
  return { action: "end", note: "Between turns: skipped.", preference: "ask_between" };
}

/** Answers the question between two turns, or at the end of the player's own turn. */
function ending(view) {
  if (view.state.mover !== view.me) return betweenTurns(view);
  return isAsked(view, "ask_end") ? null : { action: "end", note: "Your turn was ended for you.", preference: "ask_end" };
}

/** Rolls, unless the player is in jail or can do something else. */
function rolling(view) {
  const busy = view.player(view.me).in_jail || view.choices("pay fine", "use card").length;
  return busy || isAsked(view, "ask_roll") ? null : { action: "roll", note: "Rolled for you.", preference: "ask_roll" };
}

/** Gives the only answer there is. */
function onlyAnswer({ question }) {
  const { choices, bid, offer_to: partners, counter } = question;
  const only = choices.length === 1 && !bid && !partners.length && !counter && !choices[0].cost && choices[0].kind !== "bankrupt";
  return only && preference("ask_only") === false ? { action: choices[0].action, note: "There was only one choice.", preference: "ask_only" } : null;
}

/** Returns what the page does by itself: {action, note, preference}; null if the player is to be asked. */
export function habit(view) {
  const { decision } = view.question;
  if (isAway(view)) return null;
  const has = (kind) => view.choices(kind).length > 0;
  if (decision === "manage" && has("end")) return ending(view);
  if (has("roll")) return rolling(view);
  return onlyAnswer(view);
}
