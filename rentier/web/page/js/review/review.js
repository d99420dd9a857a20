/** `<rentier-review>`: the review of a game: chances of winning, marks, and the board at every decision. */

import { get, post } from "../api.js";
import { button, element, listed, sentence } from "../dom.js";
import { keepTable, myTable } from "../keep.js";
import { isTyping } from "../keys.js";
import { agentWords } from "../opponents.js";
import { copy, reviewLink } from "../share.js";
import "../table/board.js";
import { frameLegend } from "../table/frames.js";
import { expectMistakes, keepMistakes } from "../puzzle/own.js";
import "../table/players.js";
import { View } from "../decide/view.js";
import { accountsPanel } from "./accounts.js";
import "./decisions.js";
import "./graph.js";
import { currentPanel } from "./moment.js";
import { framesOf } from "./squares.js";
import { playOn, tryBetter } from "./playon.js";
import { chancesTable } from "./tables.js";
import { tradesPanel } from "./trades.js";
import { keyTarget, turnsOf } from "./turns.js";
import { worstOf, worstParts } from "./worst.js";

const FAST_POLL = 700; // milliseconds between requests for progress, at first
const SLOW_POLL = 2500;
const FAST_POLLS = 12;
const NO_REVIEW = { status: "waiting", done: 0, of: 1, chances: [], decisions: {}, accounts: [], trades: [], end: null };

class RentierReview extends HTMLElement {
  game = ""; // its ID
  number = null; // the current decision
  offered = null; // the watch code of the link; it is stored once the server has accepted it
  seat = null; // the reader's seat
  #hasMoved = false; // the reader has chosen a decision, by its address or on the page
  #game = null; // the game as sent by the server
  #view = null; // its board and players, for words
  #review = NO_REVIEW;
  #turns = [];
  #states = new Map();
  #polls = 0;
  #timer = null;
  #drawn = null; // the decision on the board
  #parts = {};
  #keys = (event) => this.#key(event);

  async connectedCallback() {
    this.seat = myTable(this.game).seat ?? null;
    this.replaceChildren(element("p", { class: "panel", text: "Opening the game…", attrs: { role: "status" } }));
    try {
      await this.#open();
    } catch (failure) {
      this.replaceChildren(element("p", { class: "panel error", text: failure.message, attrs: { role: "alert" } }));
      return;
    }
    this.#view = new View(this.#game);
    const end = this.#game.decisions.length + 1;
    this.#hasMoved = this.number !== null;
    this.number = Math.min(Math.max(this.number || 1, 1), end);
    this.#render();
    this.#take(NO_REVIEW);
    document.addEventListener("keydown", this.#keys);
    await this.#begin();
  }

  /** Gets the game with what this browser stores, or else with the watch code of the link. */
  async #open() {
    const { token, host, watch } = myTable(this.game);
    const stored = token ?? host ?? watch;
    const [first, second] = stored ? [stored, this.offered] : [this.offered, null];
    const fetchWith = async (code) => {
      this.#game = await get(`/api/games/${this.game}`, code);
      this.token = code;
      if (code && code === this.offered) keepTable(this.game, { watch: code });
    };
    await fetchWith(first).catch((failure) => {
      if (!this.offered) throw failure;
      return fetchWith(second);
    });
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#keys);
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  // the page

  #render() {
    const { title, names, winners, over, undone } = this.#game;
    document.title = `Review: ${title} · Rentier`;
    const result = winners.length ? `${listed(winners.map((seat) => names[seat]))} won` : "draw";
    const parts = {
      graph: element("rentier-chances", { on: { jump: (event) => this.#go(event.detail.number) } }),
      board: element("rentier-board"),
      players: element("rentier-players"),
      decisions: element("rentier-decisions", { on: { jump: (event) => this.#go(event.detail.number) } }),
      current: element("section", { class: "panel review-current", attrs: { "aria-label": "Current decision", "aria-live": "polite" } }),
      worst: element("div"),
      progress: element("div", { class: "review-progress" }),
      steps: this.#stepButtons(),
      verdicts: element("div", { class: "review-findings" }),
      table: element("div"),
      legend: element("div"),
      notice: element("p", { class: "note", attrs: { role: "status" } }),
    };
    this.#parts = parts;
    this.replaceChildren(
      element(
        "header",
        { class: "review-head" },
        element("div", {}, element("h1", { text: title }), element("p", { class: "faint", text: `${listed(names)}: ${over ? result : "unfinished"}.${undone ? " Undo was used, so this game is left out of the statistics." : ""}` })),
        element("div", { class: "row" }, button("Play on from here", () => this.#playOn(), { class: "first" }), button("Copy link", () => this.#share()), button("Download record", () => this.#download())),
        parts.notice,
      ),
      element(
        "div",
        { class: "review-body" },
        element("section", { class: "panel review-worst", attrs: { "aria-label": "Worst decision" } }, parts.worst, parts.progress),
        element("div", { class: "review-board" }, parts.board, parts.steps),
        element(
          "div",
          { class: "review-side" },
          parts.current,
          element("section", { class: "panel review-decisions", attrs: { "aria-label": "Decisions" } }, element("h2", { text: "Decisions" }), parts.decisions),
        ),
        element("section", { class: "panel review-players", attrs: { "aria-label": "Players" } }, element("h2", { text: "Players" }), parts.players),
      ),
      element("section", { class: "panel review-chances", attrs: { "aria-label": "Chances" } }, element("h2", { text: "Chances" }), parts.graph),
      parts.verdicts,
      parts.table,
    );
  }


  #stepButtons() {
    const keys = [
      ["Home", "|◀", "Start of the game (Home)"],
      ["PageUp", "◀◀", "Previous turn (Page up)"],
      ["ArrowLeft", "◀", "Previous decision (left arrow)"],
      ["ArrowRight", "▶", "Next decision (right arrow)"],
      ["PageDown", "▶▶", "Next turn (Page down)"],
      ["End", "▶|", "End of the game (End)"],
    ];
    const made = keys.map(([key, sign, label]) =>
      button("", () => this.#go(keyTarget(key, this.number, this.#turns)), { attrs: { title: label, "aria-label": label, "data-key": key }, props: { textContent: `${sign}\uFE0E` } }),
    );
    return element("div", { class: "review-steps", attrs: { role: "group", "aria-label": "Move through the game" } }, ...made);
  }

  // results of the review

  async #begin() {
    try {
      await post(`/api/games/${this.game}/review`, {}, this.token);
      if (this.seat !== null) expectMistakes(this.game);
      await this.#poll();
    } catch (failure) {
      this.#parts.progress.replaceChildren(element("p", { class: "error", text: failure.message, attrs: { role: "alert" } }));
    }
  }

  /** Gets the results so far, again and again until the review is done. */
  async #poll() {
    const review = await get(`/api/games/${this.game}/review`, this.token);
    if (!this.isConnected) return;
    this.#take(review);
    this.#polls += 1;
    if (review.status === "done" || review.status === "failed") return;
    this.#timer = setTimeout(() => this.#poll().catch((failure) => this.#notify(failure.message)), this.#polls < FAST_POLLS ? FAST_POLL : SLOW_POLL);
  }

  #take(found) {
    const { decisions, names, currency, over, by_table: byTable } = this.#game;
    const ofPlayers = Object.entries(found.decisions).filter(([number]) => !byTable.includes(Number(number))); // the table errs for nobody
    const review = { ...found, decisions: Object.fromEntries(ofPlayers) };
    this.#review = review;
    this.#turns = turnsOf(decisions, review.chances);
    this.#showProgress(review);
    const jump = (number) => this.#go(number);
    const marks = this.#marks();
    const { accounts, trades, status } = review;
    this.#fill("worst", [status], () => worstParts(this.#game, this.#view, review, this.seat, jump, (number) => this.#tryBetter(number)));
    if (status === "done") this.#beginWithMe();
    this.#fill("verdicts", [accounts.length, trades.length, status], () => [
      accounts.length ? accountsPanel(accounts, names, this.#isDraw ? "draw" : over ? "won" : "") : null,
      trades.length || status === "done" ? tradesPanel(trades, names, currency, jump) : null,
    ]);
    const known = review.chances.filter((one) => one !== null).length;
    this.#fill("table", [known, marks.length, status], () => [chancesTable(this.#turns, names, this.#end(), this.#isDraw, marks, jump)]);
    this.#show();
  }

  /** Stores the reader's mistakes for puzzles, and shows the worst one, unless the reader looks at another decision. */
  #beginWithMe() {
    if (this.seat === null) return;
    keepMistakes(this.game).catch((failure) => this.#notify(failure.message));
    const worst = this.#worst;
    if (worst && !this.#hasMoved) this.#go(worst.number);
  }

  /** Replaces the content of a part if `key` has changed, so that readers are not disturbed otherwise. */
  #fill(name, key, make) {
    const part = this.#parts[name];
    const drawn = key.join(" ");
    if (part.dataset.drawn === drawn) return;
    part.dataset.drawn = drawn;
    part.replaceChildren(...make().filter((panel) => panel !== null));
  }

  #showProgress({ status, done, of, error, rollouts, agent, cut }) {
    const { progress } = this.#parts;
    progress.classList.toggle("done", status === "done");
    if (status === "failed") progress.replaceChildren(element("p", { class: "error", text: sentence(`the review failed: ${error}`) }));
    else if (status === "done") progress.replaceChildren(element("p", { class: "note", attrs: { title: agent }, text: `Estimated from ${rollouts} or more simulated games per decision${cut ? `, each ${cut} turns long and then judged by a neural network` : ""}, in which everybody plays on like ${agentWords(agent)}. The chart shows the average over each turn.${this.#isDraw ? " A draw counts as a win for nobody." : ""}` }));
    else {
      const bar = element("progress", { attrs: { max: of, value: done, "aria-label": "Progress of the review" } });
      const share = Math.floor((100 * done) / of);
      progress.replaceChildren(bar, element("span", { class: "note", text: status === "waiting" ? "Waiting for other reviews…" : `${share} % analysed` }));
    }
  }

  /** Whether the game ended in a draw. */
  get #isDraw() {
    const { over, winners } = this.#game;
    return over && !winners.length;
  }

  /** Returns the chances at the end: those of the result if somebody won, null after a draw. */
  #end() {
    const { over, winners, names } = this.#game;
    if (this.#isDraw) return null;
    return over ? names.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)) : this.#review.end;
  }

  #marks() {
    const found = this.#review.decisions;
    return this.#game.decisions.filter(({ number }) => found[number]?.mark).map(({ number, turn, seat }) => ({ number, turn, seat, mark: found[number].mark }));
  }

  // the current decision

  #show() {
    const { names, decisions } = this.#game;
    const { graph, current, decisions: list } = this.#parts;
    graph.model = { names, turns: this.#turns, end: this.#end(), drawn: this.#isDraw, marks: this.#marks(), number: this.number };
    list.model = { names, view: this.#view, decisions, found: this.#review.decisions, number: this.number, you: this.seat };
    current.replaceChildren(...currentPanel(this.#game, this.#view, this.#review, this.number, this.#end(), this.seat, this.#compared, this.#parts.legend));
    this.#showBoard();
  }

  /** Goes to a decision and updates the URL, so that it can be shared. */
  #go(number) {
    this.#hasMoved = true;
    if (number === null || number === this.number) return;
    this.number = number;
    history.replaceState(null, "", `#review/${this.game}/${number}`);
    this.#show();
  }

  async #showBoard() {
    const { number } = this;
    const { board, players } = this.#parts;
    try {
      const { state, lines } = await this.#state(number);
      if (number !== this.number || !this.isConnected) return;
      const table = this.#table(state, lines);
      if (number !== this.#drawn) for (const part of [board, players]) part.model = table;
      this.#drawn = number;
      this.#frame(state);
      const end = this.#game.decisions.length + 1;
      if (number < end) this.#state(number + 1).catch(() => this.#states.delete(number + 1)); // preload the next state
    } catch (failure) {
      this.#states.delete(number);
      this.#notify(failure.message);
    }
  }

  /** Frames what was played and what would have been better, and says which is which. */
  #frame(state) {
    const { board, legend } = this.#parts;
    const { better } = this.#compared ?? {};
    const frames = better ? framesOf(this.#view, state, this.#game.decisions[this.number - 1].action, better) : [];
    const drawn = JSON.stringify([this.number, frames]);
    if (legend.dataset.frames === drawn) return;
    legend.dataset.frames = drawn;
    board.frames = frames;
    legend.replaceChildren(...[frameLegend(frames, { played: "played", better: "better" })].filter(Boolean));
  }

  /** The findings on the current decision if it is marked, or the worst; null for others, which are not compared. */
  get #compared() {
    const found = this.#review.decisions[this.number];
    return found?.mark || (found && this.number === this.#worst?.number) ? found : null;
  }

  /** The worst decision of the reader, or of all; undefined while it is not known. */
  get #worst() {
    return this.#review.status === "done" ? worstOf(this.#game, this.#review.decisions, this.seat) : undefined;
  }

  /** Returns the state before a decision, from the server or from memory. */
  #state(number) {
    if (!this.#states.has(number)) this.#states.set(number, get(`/api/games/${this.game}/states/${number}`, this.token));
    return this.#states.get(number);
  }

  /** Returns the game as a table model for the board and the players. */
  #table(state, lines) {
    const { title, rules, currency, board, groups, seats, winners, over } = this.#game;
    const ended = over && this.number > this.#game.decisions.length;
    return {
      table: `review ${this.game}`,
      ...{ title, rules, currency, board, groups, seats, state, number: this.number - 1 },
      you: { seat: null, host: false, spectator: true },
      waiting: state.actor === null ? null : { seat: state.actor, decision: state.decision, kind: seats[state.actor].kind, deadline: null },
      over: ended ? { winners, standings: [], game: this.game } : null,
      log: [{ number: this.number - 1, seat: null, lines }],
      ...{ question: null, odds: null, settings: {}, switches: {} },
    };
  }

  #key(event) {
    if (isTyping(event) || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = keyTarget(event.key, this.number, this.#turns);
    if (target === null) return;
    event.preventDefault();
    this.#go(target);
  }

  // actions

  #notify(line) {
    this.#parts.notice.textContent = line;
  }

  #playOn() {
    const { decisions, over } = this.#game;
    if (over && this.number > decisions.length) return this.#notify("The game is over here. Go back to an earlier decision and play from there.");
    return playOn(this.#game, this.number, decisions[this.number - 1]?.seat ?? null, this.token);
  }

  /** Starts a game from a decision, with the same opponents and the better decision in reach. */
  #tryBetter(number) {
    const { seat } = this.#game.decisions[number - 1];
    const { better: action, why_you: why } = this.#review.decisions[number];
    return tryBetter(this.#game, number, seat, { action, why }, this.token).catch((failure) => this.#notify(failure.message));
  }

  /** Copies a link to the review at this decision; it works for everybody. */
  async #share() {
    const link = reviewLink(this.game, this.#game.watch, this.number);
    if (await copy(link)) this.#notify("Link copied. Anyone with the link can see this review.");
    else this.#parts.notice.replaceChildren("Copy this link: ", element("a", { text: link, attrs: { href: link } }));
  }

  async #download() {
    try {
      const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
      const response = await fetch(`/api/games/${this.game}/record`, { headers });
      if (!response.ok) throw new Error(sentence((await response.json()).error));
      const link = element("a", { attrs: { href: URL.createObjectURL(await response.blob()), download: `rentier-${this.game}.toml` } });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (failure) {
      this.#notify(failure.message);
    }
  }
}

customElements.define("rentier-review", RentierReview);
