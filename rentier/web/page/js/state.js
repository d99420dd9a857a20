/** The state of one table: the latest "table" message, updated by every message since. */

const LOG_LENGTH = 400; // entries
const ODDS_LENGTH = 400; // estimates; beyond that, every other one of the earlier half is dropped

export class TableState {
  table = null; // the "table" message, kept up to date

  /** Applies a message; returns whether it changed anything shown. */
  take(message) {
    if (message.type === "table") {
      this.table = { ...message, log: [...message.log] };
      return true;
    }
    if (!this.table) return false;
    const known = this.table;
    if (message.type === "step") return this.#step(known, message);
    if (message.type === "odds") this.#odds(known, message);
    else if (message.type === "seats") Object.assign(known, { seats: message.seats, watching: message.watching });
    else if (message.type === "settings") known.settings = message.settings;
    else if (message.type === "limit") Object.assign(known, { limit: message.most, question: message.question });
    else return false;
    return true;
  }

  /** Applies a step, unless it is older than the known state. */
  #step(known, step) {
    if (step.number <= known.number) return false;
    const { number, state, question, over, undoable, time_left } = step;
    const { waiting = known.waiting } = step; // there is none if the page has answered meanwhile
    Object.assign(known, { number, state, question, waiting, over, undoable, time_left });
    known.log.push({ number, seat: step.done.seat, lines: step.lines, bankruptcies: step.bankruptcies });
    if (known.log.length > LOG_LENGTH) known.log.splice(0, known.log.length - LOG_LENGTH);
    return true;
  }

  /** Applies new odds and adds them to those of the game so far. */
  #odds(known, odds) {
    const earlier = known.odds_history.filter(({ number }) => number < odds.number);
    const kept = earlier.length < ODDS_LENGTH ? earlier : earlier.filter((_, place) => place % 2 === 0 || place > ODDS_LENGTH / 2);
    known.odds = odds;
    known.odds_history = [...kept, { number: odds.number, shares: odds.seats.map(({ share }) => share) }];
  }

  /** The model for `<rentier-decision>`. */
  get decisionModel() {
    const { table, state, question, waiting, seats, you, currency, board, groups, settings, over, adviser, limit, undoable } = this.table;
    const { switches_all: switches, differences } = this.table;
    return { table, state, question, waiting, seats, you, currency, board, groups, settings, over, switches, differences, adviser, limit, undoable };
  }
}

/** Returns the name of a seat: the player's, the agent's spec, or `Player 1` and so on. */
export function seatName(seats, seat) {
  const found = seats[seat];
  return found?.name || (found?.kind === "agent" ? found.agent : `Player ${seat + 1}`);
}
