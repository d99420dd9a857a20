/** `<rentier-decisions>`: the list of decisions with their marks; it can be filtered.
 *
 * `.model = {names, view, decisions, found: {number: {loss, mark, better}}, number, you}`; the list begins with the decisions of
 * the seat `you`, if it is not null. Dispatches "jump" {detail: {number}}.
 */

import { actionWords } from "../decide/words.js";
import { button, counted, element } from "../dom.js";
import { doneText, estimate, markSign, seatSign } from "./words.js";

const MOST_ROWS = 240; // drawn at a time, for speed

class Decisions extends HTMLElement {
  #model = null;
  #rows = new Map();
  #drawn = "";
  #first = 0;

  connectedCallback() {
    this.marked = element("input", { attrs: { type: "checkbox", id: "marked-only" }, on: { change: () => this.#draw() } });
    this.seat = element("select", { attrs: { "aria-label": "Whose decisions" }, on: { change: () => this.#draw() } });
    this.status = element("span", { class: "note", attrs: { role: "status" } });
    this.list = element("ol", { class: "decision-list", attrs: { "aria-label": "Decisions" } });
    this.replaceChildren(
      element("div", { class: "row decision-filter" }, element("label", { class: "check" }, this.marked, "Marked only"), this.seat, this.status),
      this.list,
    );
  }

  set model(model) {
    const names = this.#model?.names;
    this.#model = model;
    if (names !== model.names) {
      const seats = model.names.map((name, seat) => element("option", { text: name, attrs: { value: seat } }));
      this.seat.replaceChildren(element("option", { text: "All players", attrs: { value: "" } }), ...seats);
      this.seat.value = model.you ?? "";
    }
    this.#draw();
  }

  /** Returns the decisions that match the filter. */
  #filtered() {
    const { decisions, found } = this.#model;
    const seat = this.seat.value === "" ? null : Number(this.seat.value);
    return decisions.filter((one) => (seat === null || one.seat === seat) && (!this.marked.checked || found[one.number]?.mark));
  }

  #draw() {
    if (!this.#model) return;
    const chosen = this.#filtered();
    this.#scrollWindow(chosen);
    const shown = chosen.slice(this.#first, this.#first + MOST_ROWS);
    const { found } = this.#model;
    const drawing = JSON.stringify([chosen.length, shown[0]?.number, shown.at(-1)?.number, shown.map((one) => found[one.number]?.mark ?? "")]);
    if (drawing !== this.#drawn) this.#fill(chosen, shown);
    this.#drawn = drawing;
    this.status.textContent = counted(chosen.length, "decision");
    this.#markCurrent();
  }

  /** Moves the window of drawn rows so that it contains the current decision. */
  #scrollWindow(chosen) {
    const place = Math.max(chosen.findLastIndex((one) => one.number <= this.#model.number), 0);
    if (place < this.#first || place >= this.#first + MOST_ROWS) this.#first = place - MOST_ROWS / 2;
    this.#first = Math.max(Math.min(this.#first, chosen.length - MOST_ROWS), 0);
  }

  #fill(chosen, shown) {
    this.#rows = new Map(shown.map((one) => [one.number, this.#row(one)]));
    const items = [];
    let turn = null;
    for (const one of shown) {
      if (one.turn !== turn) items.push(element("li", { class: "turn-head", text: `Round ${one.round}, turn ${one.turn}` }));
      turn = one.turn;
      items.push(element("li", {}, this.#rows.get(one.number)));
    }
    if (!shown.length) items.push(element("li", { class: "faint", text: this.marked.checked ? "No marked decisions so far." : "No decisions." }));
    const before = this.#first;
    const after = chosen.length - before - shown.length;
    if (before) items.unshift(this.#more(`Show ${counted(before, "earlier decision")}`, chosen[before - 1].number));
    if (after > 0) items.push(this.#more(`Show ${counted(after, "later decision")}`, chosen[before + shown.length].number));
    this.list.replaceChildren(...items);
  }

  #more(text, number) {
    return element("li", {}, button(text, () => this.#jump(number), { class: "quiet small" }));
  }

  #row(one) {
    const { names, view, found } = this.#model;
    const { mark, loss, better } = found[one.number] ?? {};
    return element(
      "button",
      { class: mark ? `decision-row is-${mark}` : "decision-row", attrs: { type: "button", "data-number": one.number }, on: { click: () => this.#jump(one.number) } },
      seatSign(one.seat),
      element("span", { class: "unseen", text: names[one.seat] }),
      element("span", { class: "done", text: doneText(view, one) }),
      mark ? markSign(mark) : null,
      mark ? element("span", { class: "instead", text: `Better: ${actionWords(view, better)} (${estimate(loss)} points)` }) : null,
    );
  }

  /** Highlights the row of the current decision and scrolls it into view. */
  #markCurrent() {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.#rows.get(this.#model.number);
    if (!row) return;
    row.setAttribute("aria-current", "step");
    const list = this.list.getBoundingClientRect();
    const place = row.getBoundingClientRect();
    if (place.top < list.top || place.bottom > list.bottom) this.list.scrollTop += place.top - list.top - this.list.clientHeight / 3;
  }

  #jump(number) {
    this.dispatchEvent(new CustomEvent("jump", { detail: { number } }));
  }
}

customElements.define("rentier-decisions", Decisions);
