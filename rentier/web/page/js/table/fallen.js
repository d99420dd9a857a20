/** Bankruptcies in words, and what a bankrupt player sees: how it came about, and the ways to go on. */

import { button, counted, element } from "../dom.js";
import { keepTable, myTable } from "../keep.js";
import { seatName } from "../state.js";

const ENDINGS = { 1: "st", 2: "nd", 3: "rd" };

/** Returns a place in words: `2nd`, `11th`. */
function ordinal(place) {
  return `${place}${(place % 100 > 10 && place % 100 < 14 ? null : ENDINGS[place % 10]) ?? "th"}`;
}

/** Returns the bankruptcy of the user, from the log or, when the log has forgotten it, as this browser stored it. */
function bankruptcyOf({ table, log, you }) {
  const told = log.flatMap(({ bankruptcies = [] }) => bankruptcies).find(({ seat }) => seat === you.seat);
  const stored = myTable(table).bankrupt;
  const found = told && { ...told, seconds: told.seconds ?? stored?.seconds ?? null };
  if (found && found.seconds !== stored?.seconds) keepTable(table, { bankrupt: found });
  return found ?? stored ?? null;
}

/** Returns in words who bankrupted whom, and after how long. */
function toldFall({ seats, you }, { seat, to, round, seconds }) {
  const name = (one, self) => (one === you.seat ? self : seatName(seats, one));
  const by = to === null ? `${name(seat, "You")} could not pay the bank` : `${name(to, "You")} bankrupted ${name(seat, "you")}`;
  const minutes = seconds === null ? "" : ` and ${counted(Math.max(Math.round(seconds / 60), 1), "minute")}`;
  return `${by} after ${counted(round, "round")}${minutes}.`;
}

/** Returns how the user went bankrupt. */
function ownFall(table) {
  const fall = bankruptcyOf(table);
  return fall ? `${toldFall(table, fall)} You finished ${ordinal(fall.place)} of ${table.seats.length}.` : "You are out of the game.";
}

/** Returns how the user went bankrupt or, for others, the bankruptcy that ended the game; "" if there is none. */
export function lastFall(table) {
  const { you, state, log } = table;
  if (you.seat !== null && state.players[you.seat].bankrupt) return ownFall(table);
  const last = log.at(-1)?.bankruptcies?.at(-1);
  return last ? toldFall(table, last) : "";
}

/** Whether only agents, and bots in people's places, are left in the game. */
function areAgentsAlone({ seats, state }) {
  return seats.every(({ seat, kind, bot }) => kind === "agent" || bot || state.players[seat].bankrupt);
}

/** Creates the panel; `watch` and `skip` are called when the user chooses that. */
export function fallenParts(table, watch, skip) {
  const alone = areAgentsAlone(table);
  return [
    element("h2", { class: "over-title", text: "You are bankrupt" }),
    element("p", { class: "over-how", text: ownFall(table) }),
    element(
      "div",
      { class: "row" },
      alone ? button("Skip to the result", skip, { class: "first" }) : null,
      button("Watch to the end", watch, { class: alone ? "" : "first" }),
      element("a", { class: "button", text: "New game", attrs: { href: "#" } }),
    ),
    alone ? null : element("p", { class: "note", text: "Other people are still playing." }),
  ].filter(Boolean);
}
