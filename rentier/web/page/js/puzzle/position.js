/** A position as a table for the board and the players. */

/** Returns the table of a position as the server sends it; `id` tells boards apart. */
export function positionTable(id, { rules_title: title, currency, board, groups, names, seat, state }) {
  const seats = names.map((name, place) => ({ seat: place, kind: "person", name, agent: null, here: true, bot: false, invite: null }));
  return {
    table: id,
    ...{ title, currency, board, groups, seats, state, number: 0 },
    you: { seat, host: false, spectator: false },
    waiting: state.actor === null ? null : { seat: state.actor, decision: state.decision, kind: "person", deadline: null },
    ...{ over: null, question: null, odds: null, log: [], settings: {}, switches: {} },
  };
}
