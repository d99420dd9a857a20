/** `<rentier-review>`: a finished game looked at again: chances, marks, the board at every decision. */

import { get, post } from "../api.js";
import { button, element, listed } from "../dom.js";
import { myTable } from "../keep.js";
import { isTyping } from "../keys.js";
import "../table/board.js";
import "../table/players.js";
import { accountsPanel } from "./accounts.js";
import "./decisions.js";
import "./graph.js";
import { currentPanel } from "./moment.js";
import { playOn } from "./playon.js";
import { chancesTable } from "./tables.js";
import { tradesPanel } from "./trades.js";
import { keyLeads, turnsOf } from "./turns.js";

const SOON = 700; // milliseconds until the server is asked how far it is
const LATER = 2500;
const NOTHING = { status: "waiting", done: 0, of: 1, chances: [], decisions: {}, accounts: [], trades: [], end: null };

class RentierReview extends HTMLElement {
  game = ""; // its ID
  number = null; // the decision that is shown first
  #shown = null; // what the server says of the game
  #review = NOTHING;
  #turns = [];
  #states = new Map();
  #asked = 0; // times the server was asked how far it is
  #timer = null;
  #drawn = null; // the decision that the board shows
  #rolled = ""; // and its dice
  #parts = {};
  #keys = (event) => this.#key(event);

  async connectedCallback() {
    const { token, host, watch } = myTable(this.game);
    this.token = token ?? host ?? watch;
    this.replaceChildren(element("p", { class: "panel", text: "Opening the game …", attrs: { role: "status" } }));
    try {
      this.#shown = await get(`/api/games/${this.game}`, this.token);
    } catch (failure) {
      this.replaceChildren(element("p", { class: "panel error", text: failure.message, attrs: { role: "alert" } }));
      return;
    }
    const end = this.#shown.decisions.length + 1;
    this.number = Math.min(Math.max(this.number || 1, 1), end);
    this.#lay();
    this.#take(NOTHING);
    document.addEventListener("keydown", this.#keys);
    await this.#begin();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#keys);
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  // making the page

  #lay() {
    const { title, names, winners, over } = this.#shown;
    document.title = `Review: ${title} · Rentier`;
    const won = winners.length ? `${listed(winners.map((seat) => names[seat]))} won` : "a draw";
    const parts = {
      graph: element("rentier-chances", { on: { jump: (event) => this.#go(event.detail.number) } }),
      board: element("rentier-board"),
      players: element("rentier-players"),
      decisions: element("rentier-decisions", { on: { jump: (event) => this.#go(event.detail.number) } }),
      current: element("section", { class: "panel review-current", attrs: { "aria-label": "The decision that is shown", "aria-live": "polite" } }),
      progress: element("div", { class: "review-progress" }),
      steps: this.#stepButtons(),
      verdicts: element("div", { class: "review-findings" }),
      table: element("div"),
      notice: element("p", { class: "note", attrs: { role: "status" } }),
    };
    this.#parts = parts;
    this.replaceChildren(
      element(
        "header",
        { class: "review-head" },
        element("div", {}, element("h1", { text: title }), element("p", { class: "faint", text: `${listed(names)}: ${over ? won : "not over"}.` })),
        element("div", { class: "row" }, this.#door("Play on from here", () => this.#playOn(), "first"), this.#door("Copy link", () => this.#share()), this.#door("Download record", () => this.#download())),
        parts.notice,
      ),
      element("section", { class: "panel review-chances", attrs: { "aria-label": "Chances to win" } }, element("h2", { text: "Chances to win" }), parts.progress, parts.graph),
      element(
        "div",
        { class: "review-body" },
        element("div", { class: "review-board" }, parts.board),
        parts.steps,
        element(
          "div",
          { class: "review-side" },
          parts.current,
          element("section", { class: "panel review-decisions", attrs: { "aria-label": "Decisions" } }, element("h2", { text: "Decisions" }), parts.decisions),
        ),
        element("section", { class: "panel review-players", attrs: { "aria-label": "Players" } }, element("h2", { text: "Players" }), parts.players),
      ),
      parts.verdicts,
      parts.table,
    );
  }

  #door(text, click, kind = "") {
    return button(text, click, { class: kind });
  }

  #stepButtons() {
    const keys = [
      ["Home", "|◀", "To the beginning (Home)"],
      ["PageUp", "◀◀", "A turn back (Page up)"],
      ["ArrowLeft", "◀", "A decision back (left arrow)"],
      ["ArrowRight", "▶", "A decision on (right arrow)"],
      ["PageDown", "▶▶", "A turn on (Page down)"],
      ["End", "▶|", "To the end (End)"],
    ];
    const made = keys.map(([key, sign, label]) =>
      button("", () => this.#go(keyLeads(key, this.number, this.#turns)), { attrs: { title: label, "aria-label": label, "data-key": key }, props: { textContent: `${sign}\uFE0E` } }),
    );
    return element("div", { class: "review-steps", attrs: { role: "group", "aria-label": "Steps" } }, ...made);
  }

  // what the review has found

  async #begin() {
    try {
      await post(`/api/games/${this.game}/review`, {}, this.token);
      await this.#poll();
    } catch (failure) {
      this.#parts.progress.replaceChildren(element("p", { class: "error", text: failure.message, attrs: { role: "alert" } }));
    }
  }

  /** Asks how far the review is, and again until it is done. */
  async #poll() {
    const review = await get(`/api/games/${this.game}/review`, this.token);
    if (!this.isConnected) return;
    this.#take(review);
    this.#asked += 1;
    if (review.status === "done" || review.status === "failed") return;
    this.#timer = setTimeout(() => this.#poll().catch((failure) => this.#tell(failure.message)), this.#asked < 12 ? SOON : LATER);
  }

  #take(review) {
    const { decisions, names, over } = this.#shown;
    this.#review = review;
    this.#turns = turnsOf(decisions, review.chances);
    this.#showProgress(review);
    const jump = (number) => this.#go(number);
    const marks = this.#marks();
    const { accounts, trades, status } = review;
    this.#fill("verdicts", [accounts.length, trades.length, status], () => [
      accounts.length ? accountsPanel(accounts, names, over) : null,
      trades.length || status === "done" ? tradesPanel(trades, names, jump) : null,
    ]);
    const known = review.chances.filter((one) => one !== null).length;
    this.#fill("table", [known, marks.length, status], () => [chancesTable(this.#turns, names, this.#end(), marks, jump)]);
    this.#show();
  }

  /** Fills a part anew where what it tells has changed: whoever reads in it is not disturbed otherwise. */
  #fill(name, key, make) {
    const part = this.#parts[name];
    const drawn = key.join(" ");
    if (part.dataset.drawn === drawn) return;
    part.dataset.drawn = drawn;
    part.replaceChildren(...make().filter((panel) => panel !== null));
  }

  #showProgress({ status, done, of, error, rollouts, agent }) {
    const { progress } = this.#parts;
    progress.classList.toggle("done", status === "done");
    if (status === "failed") progress.replaceChildren(element("p", { class: "error", text: `The review has failed: ${error}` }));
    else if (status === "done") progress.replaceChildren(element("p", { class: "note", text: `Shares of games that ${agent} plays on for every seat, ${rollouts} from each decision; each point is the mean over a turn.` }));
    else {
      const bar = element("progress", { attrs: { max: of, value: done, "aria-label": "How far the review is" } });
      const share = Math.floor((100 * done) / of);
      progress.replaceChildren(bar, element("span", { class: "note", text: status === "waiting" ? "waits for its turn" : `${share} % worked out` }));
    }
  }

  /** The chances at the end: the result where the game is over. */
  #end() {
    const { over, winners, names } = this.#shown;
    return over ? names.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0)) : this.#review.end;
  }

  #marks() {
    const found = this.#review.decisions;
    return this.#shown.decisions.filter(({ number }) => found[number]?.mark).map(({ number, turn, seat }) => ({ number, turn, seat, mark: found[number].mark }));
  }

  // the decision that is shown

  #show() {
    const { names, decisions } = this.#shown;
    const { graph, current, decisions: list } = this.#parts;
    graph.model = { names, turns: this.#turns, end: this.#end(), marks: this.#marks(), number: this.number };
    list.model = { names, decisions, found: this.#review.decisions, number: this.number };
    current.replaceChildren(...currentPanel(this.#shown, this.#review, this.number, this.#end()));
    this.#showBoard();
  }

  /** Goes to a decision; the address follows, so that it can be shared. */
  #go(number) {
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
      if (number !== this.number || !this.isConnected || number === this.#drawn) return;
      const table = this.#table(state, lines);
      const rolled = state.dice.join();
      if (this.#drawn === null) board.model = table;
      else board.step(table, [{ dice: rolled === this.#rolled ? null : state.dice, card: null, path: null, lines }]);
      players.model = table;
      this.#drawn = number;
      this.#rolled = rolled;
      const end = this.#shown.decisions.length + 1;
      if (number < end) this.#state(number + 1).catch(() => this.#states.delete(number + 1)); // so that the next step is quick
    } catch (failure) {
      this.#states.delete(number);
      this.#tell(failure.message);
    }
  }

  /** The state before a decision; asked for once. */
  #state(number) {
    if (!this.#states.has(number)) this.#states.set(number, get(`/api/games/${this.game}/states/${number}`, this.token));
    return this.#states.get(number);
  }

  /** The game as a table that nobody plays at. */
  #table(state, lines) {
    const { title, rules, currency, board, groups, seats, winners, over } = this.#shown;
    const ended = over && this.number > this.#shown.decisions.length;
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
    const leads = keyLeads(event.key, this.number, this.#turns);
    if (leads === null) return;
    event.preventDefault();
    this.#go(leads);
  }

  // doors

  #tell(line) {
    this.#parts.notice.textContent = line;
  }

  async #playOn() {
    const { decisions, over } = this.#shown;
    if (over && this.number > decisions.length) return this.#tell("The game is over here. Go back to a decision, and play on from it.");
    const seat = decisions[this.number - 1]?.seat ?? null;
    return playOn(this.#shown, this.number, seat, this.token).catch((failure) => this.#tell(failure.message));
  }

  /** A link that opens the review at this decision, for whoever has it. */
  async #share() {
    const { watch } = this.#shown;
    const door = watch ? `/watch/${encodeURIComponent(watch)}` : "";
    const link = `${location.origin}/#review/${this.game}${door}/${this.number}`;
    try {
      await navigator.clipboard.writeText(link);
      this.#tell("The link is copied: whoever has it can see this review.");
    } catch {
      this.#parts.notice.replaceChildren("Copy this link: ", element("a", { text: link, attrs: { href: link } }));
    }
  }

  async #download() {
    try {
      const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
      const response = await fetch(`/api/games/${this.game}/record`, { headers });
      if (!response.ok) throw new Error((await response.json()).error);
      const link = element("a", { attrs: { href: URL.createObjectURL(await response.blob()), download: `rentier-${this.game}.toml` } });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (failure) {
      this.#tell(failure.message);
    }
  }
}

customElements.define("rentier-review", RentierReview);
