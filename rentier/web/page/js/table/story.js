/** `<rentier-story>`: a finished game in one picture: chances and worth over time, and the moments that decided it. */

import { get, post } from "../api.js";
import { element, money, percent, sentence, svg } from "../dom.js";
import { myTable } from "../keep.js";
import { turnsOf } from "../review/turns.js";
import { seatSign } from "../review/words.js";
import { decisiveMoments, momentList } from "./moments.js";

const POLL = 1500; // milliseconds between requests for win probabilities
const ENOUGH = 0.5; // share of the turns in which the table must have shown chances; otherwise those of the review are used
const SHOWN = "Chances as the table showed them, from simulated games.";
const REVIEWED = "Chances by the review: at least 20 simulated games from every decision, in which an AI player plays on for everybody.";
const WIDEST = 640;
const NARROWEST = 280;
const PLOT = { height: 120, left: 52, right: 12, top: 16, gap: 30 };

/** Creates one chart of the picture, `width` wide: a line for each seat over the turns. */
function chart(title, top, rows, most, label, width) {
  const x = (index) => PLOT.left + ((width - PLOT.left - PLOT.right) * index) / Math.max(rows.length - 1, 1);
  const y = (value) => top + PLOT.height * (1 - value / most);
  const group = svg("g", { class: "axes" }, svg("text", { class: "chart-title", text: title, attrs: { x: PLOT.left, y: top - 5 } }));
  for (const share of [0, 0.5, 1]) {
    group.append(svg("line", { attrs: { x1: PLOT.left, x2: width - PLOT.right, y1: y(share * most), y2: y(share * most) } }));
    group.append(svg("text", { text: label(share * most), attrs: { x: PLOT.left - 6, y: y(share * most) + 4, "text-anchor": "end" } }));
  }
  const known = rows.map((row, index) => ({ row, index })).filter(({ row }) => row);
  const seats = known.length ? known[0].row.length : 0;
  for (let seat = 0; seat < seats; seat += 1) {
    const path = known.map(({ row, index }, place) => `${place ? "L" : "M"}${x(index).toFixed(1)},${y(row[seat]).toFixed(1)}`).join("");
    group.append(svg("path", { class: `story-line of-${seat}`, attrs: { d: path } }));
  }
  return { group, x, y };
}

/** Returns the win probabilities before every decision, as far as the table showed them: null where it did not. */
function shownChances(history, decisions) {
  const known = new Map(history.map(({ number, shares }) => [number, shares]));
  return decisions.map((_, made) => known.get(made) ?? null);
}

class RentierStory extends HTMLElement {
  game = ""; // its ID
  history = []; // the chances that the table showed: [{number, shares}]
  #timer = null;

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "note", text: "Drawing the story of the game…", attrs: { role: "status" } }));
    const { token, host, watch } = myTable(this.game);
    this.token = token ?? host ?? watch;
    try {
      [this.played, this.worth] = await Promise.all(["", "/worth"].map((path) => get(`/api/games/${this.game}${path}`, this.token)));
      const shown = shownChances(this.history, this.played.decisions);
      const turns = turnsOf(this.played.decisions, shown);
      if (turns.filter(({ chances }) => chances).length >= ENOUGH * turns.length) return this.#draw(shown, SHOWN);
      await post(`/api/games/${this.game}/review`, {}, this.token);
      return await this.#poll();
    } catch (failure) {
      return this.#fail(failure.message);
    }
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Draws what the review has found, until all win probabilities are known. */
  async #poll() {
    const { chances, status, error } = await get(`/api/games/${this.game}/review`, this.token);
    if (!this.isConnected) return;
    if (status === "failed") return this.#fail(error);
    const known = chances.filter(Boolean).length;
    if (known === chances.length) return this.#draw(chances, REVIEWED);
    this.#draw(chances, `Calculating the chances: ${Math.floor((100 * known) / chances.length)} %`, false);
    this.#timer = setTimeout(() => this.#poll().catch((failure) => this.#fail(failure.message)), POLL);
  }

  #fail(error) {
    if (this.played) this.#draw([], sentence(`the chances are missing: ${error}`), false);
    else this.replaceChildren(element("p", { class: "note", text: error }));
  }

  /** Draws the picture; `basis` says where the chances come from, and with `isWhole` the decisive moments are told too. */
  #draw(chances, basis, isWhole = true) {
    const { names, decisions } = this.played;
    const moments = isWhole ? decisiveMoments(decisions, chances, this.#end) : [];
    const told = !isWhole ? "" : moments.length ? " The moments are the turns that changed them most, by luck or by decision." : " No turn changed them much.";
    this.replaceChildren(
      element("figure", { class: "story-figure" }, this.#picture(turnsOf(decisions, chances), moments), element("figcaption", { class: "story-names" }, ...names.map((name, seat) => seatSign(seat, name)))),
      ...(moments.length ? [element("h3", { text: moments.length === 1 ? "The moment that decided it" : "The moments that decided it" }), momentList(moments, names, this.game)] : []),
      element("p", { class: "note", text: basis + told, attrs: { role: "status" } }),
    );
  }

  /** The win probabilities at the end; null after a draw. */
  get #end() {
    const { names, winners } = this.played;
    return winners.length ? names.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)) : null;
  }

  #picture(turns, moments) {
    const { currency } = this.played;
    const width = Math.min(Math.max(this.clientWidth, NARROWEST), WIDEST);
    const height = 2 * PLOT.height + PLOT.top + PLOT.gap + 34;
    const chances = [...turns.map((turn) => turn.chances), this.#end];
    const worth = this.worth.map((row) => row.worth);
    const most = Math.max(...worth.flat(), 1);
    const upper = chart("Chances of winning", PLOT.top, chances, 1, percent, width);
    const lower = chart("Worth", PLOT.top + PLOT.height + PLOT.gap, worth, most, (value) => money(currency, Math.round(value)), width);
    const marks = moments.map(({ turn }, place) => {
      const x = upper.x(turns.findIndex((one) => one.turn === turn));
      return svg("g", { class: "moment" },
        svg("line", { attrs: { x1: x, x2: x, y1: PLOT.top, y2: lower.y(0) } }),
        svg("circle", { attrs: { cx: x, cy: lower.y(0) + 14, r: 10 } }),
        svg("text", { text: String(place + 1), attrs: { x, y: lower.y(0) + 18.5, "text-anchor": "middle" } }));
    });
    return svg("svg", { class: "story-picture", attrs: { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Chances and worth of the players over ${turns.length} turns` } }, upper.group, lower.group, ...marks);
  }
}

customElements.define("rentier-story", RentierStory);
