/** `<rentier-story game>`: a finished game in one picture: chances and worth over time, and the moments that decided it. */

import { get, post } from "../api.js";
import { element, money, percent, svg } from "../dom.js";
import { myTable } from "../keep.js";
import { turnsOf } from "../review/turns.js";
import { seatSign } from "../review/words.js";
import { decisiveMoments, momentList } from "./moments.js";

const POLL = 1500; // milliseconds between requests for win probabilities
const WIDTH = 640;
const PLOT = { height: 120, left: 52, right: 12, top: 16, gap: 30 };

/** Creates one chart of the picture: a line for each seat over the turns. */
function chart(title, top, rows, most, label) {
  const x = (index) => PLOT.left + ((WIDTH - PLOT.left - PLOT.right) * index) / Math.max(rows.length - 1, 1);
  const y = (value) => top + PLOT.height * (1 - value / most);
  const group = svg("g", { class: "axes" }, svg("text", { class: "chart-title", text: title, attrs: { x: PLOT.left, y: top - 5 } }));
  for (const share of [0, 0.5, 1]) {
    group.append(svg("line", { attrs: { x1: PLOT.left, x2: WIDTH - PLOT.right, y1: y(share * most), y2: y(share * most) } }));
    group.append(svg("text", { text: label(share * most), attrs: { x: PLOT.left - 6, y: y(share * most) + 4, "text-anchor": "end" } }));
  }
  const known = rows.map((row, index) => ({ row, index })).filter(({ row }) => row);
  const seats = known.length ? known[0].row.length : 0;
  for (let seat = 0; seat < seats; seat += 1) {
    const path = known.map(({ row, index }, place) => `${place ? "L" : "M"}${x(index).toFixed(1)},${y(row[seat]).toFixed(1)}`).join("");
    group.append(svg("path", { class: `chance of-${seat}`, attrs: { d: path } }));
  }
  return { group, x, y };
}

class RentierStory extends HTMLElement {
  game = ""; // its ID
  #timer = null;

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "note", text: "Drawing the story of the game…", attrs: { role: "status" } }));
    const { token, host, watch } = myTable(this.game);
    this.token = token ?? host ?? watch;
    try {
      [this.played, this.worth] = await Promise.all(["", "/worth"].map((path) => get(`/api/games/${this.game}${path}`, this.token)));
      await post(`/api/games/${this.game}/review`, {}, this.token);
      await this.#poll();
    } catch (failure) {
      this.#draw({ chances: [], status: "failed", error: failure.message });
    }
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Draws what is known, until all win probabilities are. */
  async #poll() {
    const review = await get(`/api/games/${this.game}/review`, this.token);
    if (!this.isConnected) return;
    this.#draw(review);
    if (review.status === "failed" || review.chances.every(Boolean)) return;
    this.#timer = setTimeout(() => this.#poll().catch((failure) => this.#draw({ chances: [], status: "failed", error: failure.message })), POLL);
  }

  #draw({ chances, status, error, rollouts }) {
    if (!this.played) return this.replaceChildren(element("p", { class: "note", text: error }));
    const { names, decisions, currency } = this.played;
    const turns = turnsOf(decisions, chances);
    const isDone = status !== "failed" && chances.every(Boolean);
    const moments = isDone ? decisiveMoments(turns, decisions, chances, this.#end) : [];
    const known = chances.filter(Boolean).length;
    const estimates = `Chances are estimates: ${rollouts} simulated games from every decision, in which the review's agent plays on for everybody.`;
    const told = moments.length ? " The moments are the turns that changed them most, by luck or by decision." : " No turn changed them much.";
    const progress = `Calculating the chances: ${Math.floor((100 * known) / decisions.length)} %`;
    const basis = status === "failed" ? `The chances are missing: ${error}` : isDone ? estimates + told : progress;
    return this.replaceChildren(
      element("figure", { class: "story-figure" }, this.#picture(turns, moments, currency), element("figcaption", { class: "story-names" }, ...names.map((name, seat) => seatSign(seat, name)))),
      ...(moments.length ? [element("h3", { text: moments.length === 1 ? "The moment that decided it" : "The moments that decided it" }), momentList(moments, names, this.game)] : []),
      element("p", { class: "note", text: basis, attrs: { role: "status" } }),
    );
  }

  /** The win probabilities at the end; null after a draw. */
  get #end() {
    const { names, winners } = this.played;
    return winners.length ? names.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)) : null;
  }

  #picture(turns, moments, currency) {
    const height = 2 * PLOT.height + PLOT.top + PLOT.gap + 34;
    const chances = [...turns.map((turn) => turn.chances), this.#end];
    const worth = this.worth.map((row) => row.worth);
    const most = Math.max(...worth.flat(), 1);
    const upper = chart("Chances of winning", PLOT.top, chances, 1, percent);
    const lower = chart("Worth", PLOT.top + PLOT.height + PLOT.gap, worth, most, (value) => money(currency, Math.round(value)));
    const marks = moments.map(({ index }, place) => svg("g", { class: "moment" },
      svg("line", { attrs: { x1: upper.x(index), x2: upper.x(index), y1: PLOT.top, y2: lower.y(0) } }),
      svg("circle", { attrs: { cx: upper.x(index), cy: lower.y(0) + 14, r: 10 } }),
      svg("text", { text: String(place + 1), attrs: { x: upper.x(index), y: lower.y(0) + 18.5, "text-anchor": "middle" } })));
    return svg("svg", { class: "story-picture", attrs: { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `Chances and worth of the players over ${turns.length} turns` } }, upper.group, lower.group, ...marks);
  }
}

customElements.define("rentier-story", RentierStory);
