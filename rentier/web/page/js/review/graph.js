/** `<rentier-chances>`: the chart of each seat's chance of winning by turn, with the marks; a click goes to a turn.
 *
 * `.model = {names, turns: [{turn, round, first, last, chances | null}], end, drawn, marks: [{number, turn, seat, mark}], number}`;
 * `end` are the chances at the end, null if unknown or if the game was `drawn`. Dispatches "jump" {detail: {number}}.
 */

import { element, percent, svg } from "../dom.js";
import { token } from "../table/token.js";
import { MARKS, markShape, seatSign } from "./words.js";

const GAP = 16; // between two labels at the ends of lines
const TICKS = [0, 0.25, 0.5, 0.75, 1];

class Chances extends HTMLElement {
  #model = null;
  #plot = null; // the scales of the current drawing
  #seen = new ResizeObserver(() => this.#draw());

  connectedCallback() {
    this.hover = element("div", { class: "chances-hover", props: { hidden: true } });
    this.picture = element("div", {
      class: "chances-picture",
      attrs: { role: "slider", tabindex: 0, "aria-label": "Turn of the game", "aria-valuemin": 1 },
      on: {
        click: (event) => this.#jump(event),
        pointermove: (event) => this.#point(this.#turnAt(event)),
        pointerleave: () => this.#point(null),
        focus: () => this.#point(this.#current()),
        blur: () => this.#point(null),
      },
    });
    this.replaceChildren(this.picture, this.hover, legend());
    this.#seen.observe(this.picture);
  }

  disconnectedCallback() {
    this.#seen.disconnect();
  }

  set model(model) {
    this.#model = model;
    if (this.isConnected) this.#draw();
  }

  /** Returns the index of the current turn; one more than the last is the end. */
  #current() {
    const { turns, number } = this.#model;
    const later = turns.findIndex((turn) => turn.first > number);
    if (later < 0) return number > turns.at(-1).last ? turns.length : turns.length - 1;
    return Math.max(later - 1, 0);
  }

  /** Returns the chances at an index: those of a turn, or those at the end. */
  #chances(index) {
    const { turns, end } = this.#model;
    return index < turns.length ? turns[index].chances : end;
  }

  #draw() {
    const width = this.picture.clientWidth;
    if (!this.#model || width < 50) return;
    const { turns, names } = this.#model;
    const narrow = width < 560;
    const height = narrow ? 230 : Math.min(270, Math.max(230, width * 0.2));
    const longest = Math.min(Math.max(...names.map((name) => name.length)), narrow ? 9 : 16);
    const box = { left: 38, right: width - 34 - longest * 7, top: 12, bottom: height - 26 };
    const x = (index) => box.left + ((box.right - box.left) * index) / Math.max(turns.length, 1);
    const y = (share) => box.bottom - (box.bottom - box.top) * share;
    this.#plot = { box, x, y, width, height };
    const drawing = svg("svg", { attrs: { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" } });
    drawing.append(this.#axes(), ...names.map((_, seat) => this.#line(seat)), ...this.#marks(), this.#now(), ...this.#labels(longest), ...this.#drawLabel());
    this.picture.replaceChildren(drawing);
    this.#describe();
    if (document.activeElement === this.picture) this.#point(this.#current());
  }

  /** Describes the current turn for screen readers. */
  #describe() {
    const { turns } = this.#model;
    const index = this.#current();
    this.picture.setAttribute("aria-valuemax", String(turns.length + 1));
    this.picture.setAttribute("aria-valuenow", String(index + 1));
    const chances = this.#chances(index);
    const unknown = index === turns.length && this.#model.drawn ? "draw" : "not calculated yet";
    const values = chances ? chances.map((share, seat) => `${this.#model.names[seat]} ${percent(share)}`).join(", ") : unknown;
    this.picture.setAttribute("aria-valuetext", `${this.#place(index)}: ${values}`);
  }

  #place(index) {
    const { turns } = this.#model;
    return index < turns.length ? `Turn ${turns[index].turn}, round ${turns[index].round}` : "The end";
  }

  /** Creates the word "Draw" at the end of a drawn game, where no line leads to. */
  #drawLabel() {
    if (!this.#model.drawn) return [];
    const { x, y } = this.#plot;
    return [svg("text", { class: "drawn-game", text: "Draw", attrs: { x: x(this.#model.turns.length) - 4, y: y(1) + 14, "text-anchor": "end" } })];
  }

  #axes() {
    const { box, x, y } = this.#plot;
    const group = svg("g", { class: "axes" });
    for (const share of TICKS) {
      group.append(svg("line", { attrs: { x1: box.left, x2: box.right, y1: y(share), y2: y(share) } }));
      group.append(svg("text", { text: percent(share), attrs: { x: box.left - 6, y: y(share) + 4, "text-anchor": "end" } }));
    }
    const { turns } = this.#model;
    const each = Math.max(Math.ceil(turns.length / Math.max((box.right - box.left) / 60, 1) / 5) * 5, 1);
    turns.forEach(({ turn }, index) => {
      if (turn % each !== 0 && index !== 0) return;
      if (index !== 0 && x(index) - x(0) < 30) return;
      group.append(svg("text", { text: index ? String(turn) : `turn ${turn}`, attrs: { x: x(index), y: box.bottom + 18, "text-anchor": "middle" } }));
    });
    return group;
  }

  /** Creates the line of a seat, as far as it is known. */
  #line(seat) {
    const { x, y } = this.#plot;
    const { turns } = this.#model;
    const known = [...turns.keys(), turns.length].filter((index) => this.#chances(index));
    const path = known.map((index, at) => `${at ? "L" : "M"}${x(index).toFixed(1)},${y(this.#chances(index)[seat]).toFixed(1)}`);
    return svg("path", { class: `chance of-${seat}`, attrs: { d: path.join("") } });
  }

  #marks() {
    const { x, y } = this.#plot;
    const { turns, marks } = this.#model;
    const places = new Map(turns.map(({ turn }, index) => [turn, index]));
    return marks
      .filter(({ turn }) => this.#chances(places.get(turn)))
      .map(({ turn, seat, mark }) => {
        const index = places.get(turn);
        return markShape(mark, seat, x(index), y(this.#chances(index)[seat]));
      });
  }

  /** Creates the vertical line at the current turn. */
  #now() {
    const { box, x } = this.#plot;
    const at = x(this.#current());
    return svg("g", { class: "now" }, svg("line", { attrs: { x1: at, x2: at, y1: box.top - 4, y2: box.bottom } }));
  }

  /** Creates the names at the ends of the lines, moved apart where lines end close together. */
  #labels(longest) {
    const { box, x, y } = this.#plot;
    const { names, turns } = this.#model;
    const last = [...turns.keys(), turns.length].findLast((index) => this.#chances(index));
    if (last === undefined) return [];
    const wanted = names.map((name, seat) => ({ name, seat, at: y(this.#chances(last)[seat]) })).sort((one, other) => one.at - other.at);
    wanted.forEach((label, index) => {
      label.y = index ? Math.max(label.at, wanted[index - 1].y + GAP) : Math.max(label.at, box.top);
    });
    for (let index = wanted.length - 1, limit = box.bottom; index >= 0; index -= 1) {
      wanted[index].y = Math.min(wanted[index].y, limit);
      limit = wanted[index].y - GAP;
    }
    return wanted.map(({ name, seat, at, y: height }) => {
      const text = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
      return svg(
        "g",
        { class: `ending of-${seat}` },
        svg("path", { attrs: { d: `M${x(last)},${at}L${box.right + 8},${height}h4` } }),
        svg("g", { attrs: { transform: `translate(${box.right + 20} ${height}) scale(0.75)` } }, token(seat)),
        svg("text", { class: "name", text, attrs: { x: box.right + 32, y: height + 4 } }),
      );
    });
  }

  /** Returns the index of the turn under the pointer. */
  #turnAt(event) {
    if (!this.#plot) return null;
    const { box } = this.#plot;
    const share = (event.clientX - this.picture.getBoundingClientRect().left - box.left) / (box.right - box.left);
    const turns = this.#model.turns.length;
    return Math.min(Math.max(Math.round(share * turns), 0), turns);
  }

  #jump(event) {
    const index = this.#turnAt(event);
    if (index === null) return;
    const { turns } = this.#model;
    const number = index < turns.length ? turns[index].first : turns.at(-1).last + 1;
    this.dispatchEvent(new CustomEvent("jump", { detail: { number } }));
  }

  /** Shows the values of a turn beside the pointer; null hides them. */
  #point(index) {
    const chances = index === null || !this.#plot ? null : this.#chances(index);
    const drawn = index === this.#model?.turns.length && this.#model.drawn;
    this.hover.hidden = !chances && !drawn;
    if (this.hover.hidden) return;
    const ranked = drawn ? [] : [...chances.keys()].sort((one, other) => chances[other] - chances[one]);
    const rows = ranked.map((seat) => element("li", {}, seatSign(seat, this.#model.names[seat]), element("b", { text: percent(chances[seat]) })));
    if (drawn) rows.push(element("li", { text: "Draw" }));
    this.hover.replaceChildren(element("strong", { text: this.#place(index) }), element("ul", {}, ...rows));
    const { x, width } = this.#plot;
    const at = x(index);
    const left = at > width / 2 ? at - this.hover.offsetWidth - 14 : at + 14;
    this.hover.style.transform = `translate(${Math.max(left, 0)}px, 14px)`;
  }
}

/** Creates the legend of the marks. */
function legend() {
  const parts = Object.entries(MARKS).map(([mark, { share }]) => {
    const drawing = svg("svg", { attrs: { width: 16, height: 16, viewBox: "-8 -8 16 16" } }, markShape(mark, "none", 0, 0));
    return element("span", {}, drawing, element("span", { text: `${mark}: cost ${100 * share} points or more` }));
  });
  return element("p", { class: "chances-legend", attrs: { "aria-hidden": "true" } }, ...parts.reverse(), element("span", { text: "(percentage points of the chance of winning)" }));
}

customElements.define("rentier-chances", Chances);
