/** The model of the decision panel, with lookups by seat, square and deed. */

import { money } from "../dom.js";
import { seatName } from "../state.js";

export class View {
  constructor(model) {
    this.model = model;
    this.state = model.state;
    this.question = model.question;
    this.board = model.board;
    this.me = model.you?.seat ?? null;
    this.squares = new Map(model.board.filter((square) => square.deed).map((square) => [square.deed, square.square]));
  }

  /** Formats an amount in the board's currency. */
  money(amount) {
    return money(this.model.currency, amount);
  }

  /** Returns the name of a seat. */
  name(seat) {
    return seatName(this.model.seats, seat);
  }

  /** Returns the name of a seat, "you" for the player's own. */
  you(seat) {
    return seat === this.me ? "you" : this.name(seat);
  }

  /** Returns the public state of a seat. */
  player(seat) {
    return this.state.players[seat];
  }

  /** The cash of the player who decides. */
  get cash() {
    return this.player(this.me).cash;
  }

  /** Returns the state of a deed, by the number of its square. */
  deed(square) {
    return this.state.deeds[this.board[square].deed];
  }

  /** Returns the seat that owns the deed of a square; null if nobody does or the square has none. */
  ownerOf(square) {
    return this.board[square].deed ? this.deed(square).owner : null;
  }

  /** Returns the square of a deed, by its name. */
  squareOf(deed) {
    return this.squares.get(deed);
  }

  /** Returns the squares whose deeds a seat owns, in board order. */
  deedsOf(seat) {
    return [...this.squares.values()].filter((square) => this.deed(square).owner === seat);
  }

  /** Returns the setting of a rule; undefined if it is unknown. */
  rule(name) {
    return this.model.switches?.[name];
  }

  /** Returns the legal choices of these kinds, in the order of the rules. */
  choices(...kinds) {
    return this.question.choices.filter((choice) => kinds.includes(choice.kind));
  }

  /** Returns squares by colour group: [{group, name, colour, squares}]. */
  byGroup(squares) {
    const groups = new Map();
    for (const number of [...squares].sort((one, other) => one - other)) {
      const { group, group_name: name, colour } = this.board[number];
      if (!groups.has(group)) groups.set(group, { group, name, colour, squares: [] });
      groups.get(group).squares.push(number);
    }
    return [...groups.values()];
  }
}
