/** The tokens on the board and their animation. */

import { svg } from "../dom.js";
import { preference } from "../preferences.js";
import { centre } from "./layout.js";
import { standingRoom } from "./square.js";
import { token } from "./token.js";

const STRIDES = { usual: 130, fast: 60 }; // milliseconds per square
const LONGEST = 1500; // milliseconds per walk
const RUSH = 220; // milliseconds; steps closer together than this are not animated

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

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

const transform = ({ x, y, size }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(size / 26).toFixed(3)})`;

/** The layer of the board that holds the tokens. */
export class Tokens {
  layer = svg("g", { class: "tokens", attrs: { "aria-hidden": "true" } });
  #tokens = [];
  #walks = new Map();
  #lastStep = 0; // time of the latest step

  /** `plan`: the layout of the board. */
  constructor(plan, squares, seats) {
    this.rooms = squares.map((square, number) => standingRoom(square, plan.places[number], plan.depth));
    this.#tokens = seats.map((seat) => svg("g", { class: "walker", attrs: { "data-seat": seat.seat } }, token(seat.seat)));
    this.layer.append(...this.#tokens);
  }

  /** Puts every token on its square, and marks the player to act. */
  place(state) {
    const spots = this.#spots(state);
    this.#tokens.forEach((drawn, seat) => {
      drawn.style.transform = transform(spots[seat]);
      drawn.classList.toggle("gone", state.players[seat].bankrupt);
      drawn.classList.toggle("jailed", state.players[seat].in_jail);
      drawn.classList.toggle("acts", state.actor === seat);
    });
  }

  /** Returns the position of each token; tokens on one square share its area. */
  #spots(state) {
    const spots = state.players.map(() => null);
    this.rooms.forEach((room, number) => {
      const here = state.players.filter((player) => player.square === number && !player.bankrupt);
      arranged(here.length, room).forEach((spot, place) => (spots[here[place].seat] = spot));
    });
    return spots.map((spot, seat) => spot ?? { ...centre(this.rooms[state.players[seat].square]), size: 20 });
  }

  /** Animates a token along a path to its current square; ends an earlier animation. */
  walk(seat, path) {
    const now = performance.now();
    const rushed = now - this.#lastStep < RUSH;
    this.#lastStep = now;
    const stride = STRIDES[preference("motion")];
    if (!path?.length || !stride || rushed || reducedMotion.matches || document.hidden) return;
    this.#walks.get(seat)?.cancel();
    const drawn = this.#tokens[seat];
    const frames = path.slice(0, -1).map((number) => ({ transform: transform({ ...centre(this.rooms[number]), size: 40 }), easing: "ease-in-out" }));
    const duration = Math.min(LONGEST, stride * (path.length + 1));
    this.layer.append(drawn); // a walking token is on top
    const walk = drawn.animate([{ transform: this.#before.get(seat) ?? drawn.style.transform }, ...frames, { transform: drawn.style.transform }], { duration });
    this.#walks.set(seat, walk);
  }

  #before = new Map();

  /** Saves the positions of the tokens, where animations begin. */
  mark() {
    this.#tokens.forEach((drawn, seat) => this.#before.set(seat, drawn.style.transform));
  }
}
