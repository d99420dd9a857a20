/** What is known of one table: the latest "table" message with every later message worked in. */

const MOST_ENTRIES = 400; // of the log

export class TableState {
  table = null; // the "table" message, kept up to date

  /** Works a message in; true where it changed what is shown. */
  take(message) {
    if (message.type === "table") {
      this.table = { ...message, log: [...message.log] };
      return true;
    }
    if (!this.table) return false;
    const known = this.table;
    if (message.type === "step") return this.#step(known, message);
    if (message.type === "odds") known.odds = message;
    else if (message.type === "seats") known.seats = message.seats;
    else if (message.type === "settings") known.settings = message.settings;
    else return false;
    return true;
  }

  /** What happened after a decision; older news than what is known is no news. */
  #step(known, step) {
    if (step.number <= known.number) return false;
    const { number, state, question, waiting, over } = step;
    Object.assign(known, { number, state, question, waiting, over });
    known.log.push({ number, seat: step.done.seat, lines: step.lines });
    if (known.log.length > MOST_ENTRIES) known.log.splice(0, known.log.length - MOST_ENTRIES);
    return true;
  }

  /** The table as `<rentier-decision>` is shown it. */
  get decisionModel() {
    const { state, question, waiting, seats, you, currency, board, groups, settings, over, switches_all: switches } = this.table;
    return { table: this.table.table, state, question, waiting, seats, you, currency, board, groups, settings, over, switches };
  }
}

/** How a seat is called: its name, or what will sit there. */
export function seatName(seats, seat) {
  const found = seats[seat];
  return found?.name || (found?.kind === "agent" ? found.agent : `Seat ${seat + 1}`);
}
