/** `<rentier-puzzle>`: find the better move: a position, a question, the candidates, and the answer. */

import { get, post } from "../api.js";
import { button, counted, element } from "../dom.js";
import { actionWords } from "../decide/words.js";
import { View } from "../decide/view.js";
import { keepMade, recall } from "../keep.js";
import { STAND_IN } from "../opponents.js";
import "../table/board.js";
import { framesOf } from "../review/squares.js";
import "../table/players.js";
import { answerParts } from "./answer.js";
import { collectMistakes, loadMistake, nextMistake, ownMistakes } from "./own.js";
import { positionTable } from "./position.js";
import { questionOf } from "./question.js";
import { ABOUT, nextPuzzle, puzzleRecord, rate } from "./rating.js";

class RentierPuzzle extends HTMLElement {
  number = null; // of the benchmark's puzzles; null: today's
  mistake = null; // the place among the user's own mistakes, counted from 1
  #count = 0;
  #today = 0;

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "panel", text: "Opening the puzzle…", attrs: { role: "status" } }));
    try {
      const { count, today } = await get("/api/puzzles");
      this.#count = count;
      this.#today = today;
      this.#render(await this.#load());
    } catch (failure) {
      this.replaceChildren(element("p", { class: "panel error", text: failure.message, attrs: { role: "alert" } }));
    }
  }

  async #load() {
    const underWay = await collectMistakes();
    if (this.mistake === null) return get(`/api/puzzles/${this.number ?? this.#today}`);
    const found = ownMistakes()[this.mistake - 1];
    if (found) return loadMistake(found);
    if (underWay) throw new Error("Your last game is still being reviewed. Come back in a minute: its slips, mistakes and blunders become puzzles.");
    throw new Error("You have no mistakes here yet. Play a game to its end: its slips, mistakes and blunders become puzzles.");
  }

  #render(puzzle) {
    if (!this.isConnected) return;
    const table = positionTable(`puzzle ${puzzle.number ?? puzzle.game}`, puzzle);
    const view = new View(table);
    const { heading, parts } = questionOf(view);
    const board = element("rentier-board");
    const players = element("rentier-players");
    this.side = element("div", { class: "puzzle-asked" });
    this.board = board;
    this.replaceChildren(
      element(
        "div",
        { class: "puzzle-task" },
        element("header", { class: "puzzle-head" }, element("h1", { text: "Find the better move" }), element("p", { class: "faint", text: this.#place(puzzle) })),
        element("section", { class: "puzzle-board", attrs: { "aria-label": "Board" } }, board),
        element("section", { class: "panel puzzle-question", attrs: { "aria-label": "Question" } }, element("h2", { text: heading }), ...parts, this.side),
      ),
      element("section", { class: "panel puzzle-players", attrs: { "aria-label": "Players" } }, element("h2", { text: "Players" }), players),
    );
    board.model = table;
    players.model = table;
    players.addEventListener("deed", (event) => board.openDeed(event.detail.square));
    this.#ask(puzzle, view);
  }

  /** Returns where the puzzle comes from. */
  #place({ number, rules_title: title, names, turn }) {
    if (number === null) return `Your own mistake ${this.mistake} of ${ownMistakes().length} · turn ${turn} · ${title}`;
    const today = number === this.#today ? "Puzzle of the day" : `Puzzle ${number} of ${this.#count}`;
    return `${today} · ${title} · ${counted(names.length, "player")}`;
  }

  #ask(puzzle, view) {
    const order = puzzle.candidates.map(({ action }) => action).sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
    const choices = order.map((action) => button(actionWords(view, action), () => this.#answer(puzzle, view, action), { class: "puzzle-choice", attrs: { "data-action": action } }));
    this.side.replaceChildren(element("div", { class: "puzzle-choices", attrs: { role: "group", "aria-label": "Which move is best?" } }, ...choices), this.#rating(puzzle));
  }

  #rating({ rating }, change = null) {
    const now = change?.after ?? puzzleRecord().rating;
    const moved = change && change.after !== change.before ? ` (${change.after > change.before ? "▲" : "▼"} ${Math.abs(change.after - change.before)})` : "";
    return element("details", { class: "puzzle-rating" }, element("summary", { text: `Your rating: ${now}${moved} · this puzzle: ${rating}` }), element("p", { class: "note", text: ABOUT }));
  }

  #answer(puzzle, view, action) {
    const best = puzzle.candidates[0].action;
    const change = rate(puzzle, action, action === best);
    const frames = framesOf(view, puzzle.state, action, best).filter(({ kind }) => kind === "better" || action !== best);
    this.board.frames = frames;
    this.side.replaceChildren(...answerParts(view, puzzle, action, frames).filter(Boolean), this.#rating(puzzle, change), this.#further(puzzle));
    this.side.querySelector(".puzzle-verdict").focus({ preventScroll: true });
  }

  /** Creates the links and buttons after the answer. */
  #further(puzzle) {
    const own = ownMistakes().length;
    const next = this.mistake === null ? `#puzzle/${nextPuzzle(puzzle.number, this.#count)}` : `#puzzle/own/${nextMistake(this.mistake, puzzleRecord().answers)}`;
    return element(
      "div",
      { class: "row" },
      element("a", { class: "button first puzzle-next", text: "Next puzzle", attrs: { href: next } }),
      puzzle.position ? button("Play on from here", () => this.#playOn(puzzle)) : element("a", { class: "button", text: "Show it in the review", attrs: { href: `#review/${puzzle.game}/${puzzle.decision}` } }),
      this.mistake === null && own ? element("a", { class: "button", text: `Your own mistakes (${own})`, attrs: { href: "#puzzle/own/1" } }) : null,
    );
  }

  /** Starts a game from the position, against bots. */
  async #playOn({ rules, position, names, seat, rules_title: title }) {
    const seats = names.map((_, place) => (place === seat ? { kind: "person", name: recall("rentier.name") || "You" } : { kind: "agent", agent: STAND_IN }));
    try {
      location.hash = `#table/${keepMade(await post("/api/tables", { rules, seats, position }), title)}`;
    } catch (failure) {
      this.side.append(element("p", { class: "error", text: failure.message, attrs: { role: "alert" } }));
    }
  }
}

customElements.define("rentier-puzzle", RentierPuzzle);
