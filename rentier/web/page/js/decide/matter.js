/** The table as the decision panel asks about it: the model with lookups by seat, square and deed. */

import { money } from "../dom.js";
import { seatName } from "../state.js";

export class Matter {
  constructor(model) {
    this.model = model;
    this.state = model.state;
    this.question = model.question;
    this.board = model.board;
    this.me = model.you?.seat ?? null;
    this.squares = new Map(model.board.filter((square) => square.deed).map((square) => [square.deed, square.square]));
  }

  /** An amount as the board writes it. */
  money(amount) {
    return money(this.model.currency, amount);
  }

  /** How a seat is called. */
  name(seat) {
    return seatName(this.model.seats, seat);
  }

  /** What a seat holds, as everybody sees it. */
  player(seat) {
    return this.state.players[seat];
  }

  /** The purse of the person who decides. */
  get cash() {
    return this.player(this.me).cash;
  }

  /** A deed as it stands, by the number of its square. */
  deed(square) {
    return this.state.deeds[this.board[square].deed];
  }

  /** The square of a deed's name. */
  squareOf(deed) {
    return this.squares.get(deed);
  }

  /** The squares whose deeds a seat owns, in board order. */
  deedsOf(seat) {
    return [...this.squares.values()].filter((square) => this.deed(square).owner === seat);
  }

  /** How a rule of this table is set; undefined where the server does not say. */
  rule(name) {
    return this.model.switches?.[name];
  }

  /** The legal choices of these kinds, in the order the rules list them. */
  choices(...kinds) {
    return this.question.choices.filter((choice) => kinds.includes(choice.kind));
  }

  /** Squares in lots of one group each: [{group, name, colour, squares}]. */
  byGroup(squares) {
    const lots = new Map();
    for (const number of [...squares].sort((one, other) => one - other)) {
      const { group, group_name: name, colour } = this.board[number];
      if (!lots.has(group)) lots.set(group, { group, name, colour, squares: [] });
      lots.get(group).squares.push(number);
    }
    return [...lots.values()];
  }
}
