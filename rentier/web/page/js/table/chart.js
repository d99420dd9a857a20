/** The chart of everybody's net worth over the turns of the game. */

import { element, listed, money, svg } from "../dom.js";
import { seatName } from "../state.js";
import { token } from "./token.js";

const MOST_POINTS = 300; // then every second one is dropped
const WIDTH = 420;
const HEIGHT = 210;
const LEFT = 48; // of the lines; the amounts are left of them
const RIGHT = 34; // for the tokens at the end of the lines
const APART = 24; // least distance between two tokens

/** Returns a round step for about three lines of a scale. */
function roundStep(most) {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => most / step <= 3.5);
}

/** Moves tokens apart vertically, keeping their order. */
function apart(ends) {
  const sorted = [...ends].sort((one, other) => one.y - other.y);
  sorted.forEach((end, place) => (end.y = Math.max(end.y, (sorted[place - 1]?.y ?? -Infinity) + APART)));
  const excess = Math.max(0, (sorted.at(-1)?.y ?? 0) - (HEIGHT - 10));
  for (const end of sorted) end.y -= excess;
  return sorted;
}

/** The chart; it remembers what it has seen. */
export class WorthChart {
  node = element("div", { class: "worth-chart" });
  drawn = ""; // key of what is drawn; empty as long as there is too little to show
  #points = []; // {turn, worths}
  #known = null; // the points of the last table message

  /** Adds the current net worth of all players. */
  see(table) {
    const { turn, players } = table.state;
    const worths = players.map(({ worth, bankrupt }) => (bankrupt ? 0 : worth));
    if (table.worths && table.worths !== this.#known) this.#points = this.#known = table.worths;
    this.#points = [...this.#points.filter((point) => point.turn < turn), { turn, worths }];
    if (this.#points.length > MOST_POINTS) this.#points = this.#points.filter((_, place) => place % 2 === 0 || place === MOST_POINTS);
    const key = `${this.#points[0].turn} ${turn} ${worths}`;
    if (this.#points.length < 3 || key === this.drawn) return;
    this.drawn = key;
    this.#draw(table);
  }

  #draw({ state, seats, currency }) {
    const points = this.#points;
    const most = 1.05 * Math.max(...points.flatMap(({ worths }) => worths), 1);
    const [first, last] = [points[0].turn, points.at(-1).turn];
    const x = (turn) => LEFT + ((turn - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
    const y = (worth) => HEIGHT - 8 - (worth / most) * (HEIGHT - 20);
    const step = roundStep(most);
    const scale = Array.from({ length: Math.floor(most / step) + 1 }, (_, line) => line * step).flatMap((worth) => [
      svg("path", { class: "scale-line", attrs: { d: `M${LEFT} ${y(worth).toFixed(1)}H${WIDTH - RIGHT}` } }),
      svg("text", { class: "scale-text", text: money(currency, worth), attrs: { x: LEFT - 6, y: y(worth) + 4, "text-anchor": "end" } }),
    ]);
    const playing = state.players.filter(({ bankrupt }) => !bankrupt);
    const lines = state.players.map(({ seat }) => {
      const d = points.map(({ turn, worths }, place) => `${place ? "L" : "M"}${x(turn).toFixed(1)} ${y(worths[seat]).toFixed(1)}`).join("");
      return svg("path", { class: "worth-line", attrs: { d, stroke: `var(--seat-${seat})` } });
    });
    const ends = apart(playing.map(({ seat }) => ({ seat, y: y(points.at(-1).worths[seat]) })));
    const tokens = ends.map((end) => svg("g", { attrs: { transform: `translate(${WIDTH - RIGHT + 16} ${end.y.toFixed(1)})` } }, token(end.seat)));
    const words = playing.map(({ seat, worth }) => `${seatName(seats, seat)} ${money(currency, worth)}`);
    this.node.replaceChildren(
      element("p", { class: "topic-title", text: "Net worth" }),
      svg("svg", { attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Net worth: ${listed(words)}` } }, ...scale, ...lines, ...tokens),
    );
  }
}
