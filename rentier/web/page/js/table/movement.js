/** The tokens on the board and their walks. */

import { svg } from "../dom.js";
import { centre } from "./layout.js";
import { largeRoom, standingRoom } from "./square.js";
import { token } from "./token.js";

const WALKING = 42; // size of a token while it walks

/** Arranges tokens in an area, in rows; returns position and size of each. */
function arranged(count, area) {
  const columns = Math.min(count, Math.max(1, Math.round(Math.sqrt((count * area.width) / area.height))));
  const rows = Math.ceil(count / columns);
  const size = Math.min(area.width / columns, area.height / rows, 40);
  return Array.from({ length: count }, (_, place) => {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, count - row * columns);
    const middle = centre(area);
    return { x: middle.x + ((place % columns) - (inRow - 1) / 2) * size, y: middle.y + (row - (rows - 1) / 2) * size, size };
  });
}

/** Arranges tokens in a row from end to end, so that one or two leave the price in the middle third legible. */
function besidePrice(count, { x, y, width, height }) {
  const size = Math.min(height, width / Math.max(count, 3.1));
  const step = (width - size) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, place) => ({ x: x + size / 2 + place * step, y: y + height / 2, size }));
}

const transform = ({ x, y, size }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(size / 26).toFixed(3)})`;

/** The layer of the board that holds the tokens. */
export class Tokens {
  layer = svg("g", { class: "tokens", attrs: { "aria-hidden": "true" } });
  #tokens = [];

  /** `plan`: the layout of the board. */
  constructor(plan, squares, seats) {
    const rooms = (room) => squares.map((square, number) => room(square, plan.places[number], plan.depth));
    [this.rooms, this.largeRooms] = [rooms(standingRoom), rooms(largeRoom)];
    this.#tokens = seats.map((seat) => svg("g", { class: "walker", attrs: { "data-seat": seat.seat } }, token(seat.seat)));
    this.layer.append(...this.#tokens);
  }

  /** Puts every token on its square, and marks the player to act. */
  place(state) {
    const [small, large] = [this.#spots(state, this.rooms), this.#spots(state, this.largeRooms)];
    this.#tokens.forEach((drawn, seat) => {
      drawn.style.setProperty("--small", transform(small[seat]));
      drawn.style.setProperty("--large", transform(large[seat]));
      drawn.classList.toggle("gone", state.players[seat].bankrupt);
      drawn.classList.toggle("jailed", state.players[seat].in_jail);
      drawn.classList.toggle("acts", state.actor === seat);
    });
  }

  /** Returns the position of each token; tokens on one square share its area. */
  #spots(state, rooms) {
    const spots = state.players.map(() => null);
    rooms.forEach((room, number) => {
      const here = state.players.filter((player) => player.square === number && !player.bankrupt);
      (room.tight ? besidePrice : arranged)(here.length, room).forEach((spot, place) => (spots[here[place].seat] = spot));
    });
    return spots.map((spot, seat) => spot ?? { ...centre(rooms[state.players[seat].square]), size: 20 });
  }

  /** Puts the tokens on their squares, and lets one walk to its own, square by square. */
  walk(state, { seat, path, length }, stage) {
    const drawn = this.#tokens[seat];
    const start = getComputedStyle(drawn).transform;
    this.place(state);
    this.layer.append(drawn); // a walking token is on top
    const strides = path.slice(0, -1).map((number) => ({ transform: transform({ ...centre(this.rooms[number]), size: WALKING }), easing: "ease-in-out" }));
    stage.animate(drawn, [{ transform: start, easing: "ease-in-out" }, ...strides, {}], { duration: 0.92 * length, fill: "forwards" });
  }
}
