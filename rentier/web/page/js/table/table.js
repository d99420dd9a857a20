/** `<rentier-table>`: the board, the players, the log and the decision of one table, updated by its connection. */

import { Connection } from "../connection.js";
import { element, sentence } from "../dom.js";
import { keepTable, myTable, recall, remember } from "../keep.js";
import { isTyping } from "../keys.js";
import { TableState } from "../state.js";
import "../decide/decision.js";
import "./board.js";
import "./lobby.js";
import "./log.js";
import "./odds.js";
import "./over.js";
import "./players.js";
import "./sheets.js";
import "./speed.js";

/** Creates a part of the table with a heading. */
function part(name, heading, ...children) {
  const title = element("h2", { class: "part-title", text: heading, attrs: { id: `${name}-title` } });
  return element("section", { class: `part panel ${name}`, attrs: { "aria-labelledby": `${name}-title`, tabindex: -1 } }, title, ...children);
}

class RentierTable extends HTMLElement {
  table = ""; // its ID
  #state = new TableState();
  #connection = null;
  #parts = {};
  #steps = []; // not drawn yet
  #decided = null; // the message of a decision that the server has not confirmed yet
  #frame = 0;
  #keys = (event) => this.#key(event);
  #back = () => document.visibilityState === "visible" && this.#connection.retry();

  connectedCallback() {
    this.#render();
    const { token, host, watch } = myTable(this.table);
    const join = token || host ? { token: token ?? host } : watch ? { watch } : {};
    this.#connection = new Connection(this.table, join);
    this.#connection.addEventListener("message", (event) => this.#take(event.detail));
    this.#connection.addEventListener("status", () => this.#showStatus());
    this.#connection.open();
    document.addEventListener("keydown", this.#keys);
    document.addEventListener("visibilitychange", this.#back);
    window.addEventListener("online", this.#back);
  }

  disconnectedCallback() {
    this.#connection.close();
    cancelAnimationFrame(this.#frame);
    this.#store();
    document.removeEventListener("keydown", this.#keys);
    document.removeEventListener("visibilitychange", this.#back);
    window.removeEventListener("online", this.#back);
  }

  #render() {
    const tags = ["board", "lobby", "over", "decision", "players", "odds", "log", "speed", "sheets"];
    const parts = Object.fromEntries(tags.map((name) => [name, element(`rentier-${name}`)]));
    const title = element("h1", { class: "table-title", text: "Table" });
    const banner = element("div", { class: "banner", attrs: { role: "status" }, props: { hidden: true } });
    const notice = element("div", { class: "notice", attrs: { role: "alert" }, props: { hidden: true } });
    this.#parts = { ...parts, title, banner, notice };
    const asked = element("div", { class: "asked-of-you" }, parts.over, parts.lobby, parts.decision);
    this.replaceChildren(
      banner,
      element(
        "div",
        { class: "table-body" },
        element("section", { class: "board-part", attrs: { "aria-label": "Board" } }, parts.board),
        element("header", { class: "table-head" }, title, parts.speed),
        part("seats", "Players", parts.players),
        element("section", { class: "part panel deciding", attrs: { "aria-label": "Decision", tabindex: -1 } }, asked, notice),
        part("story", "Game log", parts.log),
        part("chances", "Chances", parts.odds),
        parts.sheets,
      ),
    );
    this.#listen();
  }

  /** Sends the requests of the parts to the server. */
  #listen() {
    const { decision, board } = this.#parts;
    for (const type of ["act", "check", "hint"]) decision.addEventListener(type, (event) => this.#send({ type, ...event.detail }));
    for (const type of ["leave", "back"]) decision.addEventListener(type, () => this.#send({ type }));
    this.addEventListener("send", (event) => this.#send(event.detail));
    this.addEventListener("notice", (event) => this.#notify(event.detail));
    this.addEventListener("deed", (event) => {
      board.openDeed(event.detail.square);
      decision.toggleInTrade(event.detail.square);
    });
    board.addEventListener("square", (event) => {
      if (this.#state.table?.question) decision.square(event.detail.square);
    });
  }

  #send(message) {
    const decides = message.type === "act";
    if (decides) this.#decided = message;
    if (this.#connection.send(message)) return;
    this.#notify(decides ? "You are not connected. Your decision will be sent once the connection is back." : "You are not connected. Try again once the connection is back.");
  }

  /** Sends a decision again that may have been lost with the connection, if it is still to be made. */
  #sendAgain({ question }) {
    if (!this.#decided) return;
    this.#notify("");
    if (question?.number === this.#decided.number) this.#connection.send(this.#decided);
    else this.#decided = null;
  }

  /** Applies a message and shows what it changed. */
  #take(message) {
    const { decision, log } = this.#parts;
    if (message.type === "checked") decision.checked(message);
    else if (message.type === "hint") decision.hinted(message);
    else if (message.type === "error") this.#refused(message);
    else if (message.type === "rematch") this.#rematch(message);
    else if (this.#state.take(message)) {
      const { table } = this.#state;
      if (message.type === "table") {
        this.#showTable(table);
        this.#sendAgain(table);
      }
      if (message.type === "step") {
        this.#decided = null;
        log.add(table.log.at(-1));
        this.#steps.push(message);
      }
      document.title = `${table.question ? "Your turn: " : ""}${table.title} · Rentier`;
      this.#frame ||= requestAnimationFrame(() => this.#draw());
    }
  }

  /** Draws the changes since the last frame. */
  #draw() {
    this.#frame = 0;
    const { table } = this.#state;
    const steps = this.#steps.splice(0);
    if (steps.length) {
      this.#parts.board.step(table, steps);
      this.#notify("");
    }
    this.#show(table);
  }

  /** Shows the whole table, at first and after every reconnection. */
  #showTable(table) {
    this.#store();
    if (table.you.seat !== null && !recall("rentier.name")) remember("rentier.name", table.seats[table.you.seat].name);
    this.#parts.title.textContent = table.title;
    this.#steps = [];
    this.#parts.board.model = table;
    this.#parts.log.model = table;
  }

  /** Stores a summary of the table for the user's list of tables. */
  #store() {
    const { table } = this.#state;
    if (!table) return;
    const { title, you, seats, over, state } = table;
    const summary = { title, seat: you.seat, round: state.round, over: Boolean(over), winners: over?.winners ?? [] };
    keepTable(this.table, { ...summary, watch: table.watch ?? myTable(this.table).watch, seats: seats.map(({ name, agent }) => ({ name, agent })) });
  }

  /** Shows everything but the board and the log. */
  #show(table) {
    const { decision, lobby, over, players, odds, speed, sheets } = this.#parts;
    this.dataset.number = table.number;
    for (const shown of [lobby, over, players, odds, speed, sheets]) shown.model = table;
    decision.model = this.#state.decisionModel;
    decision.hidden = table.over !== null;
    const stored = myTable(this.table);
    if (stored.round !== table.state.round || stored.over !== Boolean(table.over)) this.#store();
    this.classList.toggle("asked", table.question !== null);
  }

  /** Shows a refusal, in the decision panel if there is one. */
  #refused(message) {
    const { number = 0 } = this.#state.table ?? {};
    if (message.number !== null && message.number < number) return; // it came twice: the decision has been made
    this.#decided = null;
    if (this.#parts.decision.hidden) this.#notify(sentence(message.error));
    else this.#parts.decision.refused(message);
  }

  /** Shows a notice; an empty line removes it. */
  #notify(line) {
    this.#parts.notice.hidden = !line;
    this.#parts.notice.textContent = line;
  }

  /** Shows the link to a rematch. */
  #rematch(message) {
    this.#parts.over.rematch = message;
  }

  #showStatus() {
    const { status, error } = this.#connection;
    const { banner } = this.#parts;
    banner.hidden = status === "open";
    banner.classList.toggle("bad", status === "refused");
    this.classList.toggle("closed", status === "refused" && !this.#state.table);
    if (status === "lost") banner.textContent = "Connection lost. Reconnecting…";
    if (status === "refused") {
      banner.replaceChildren(sentence(error || "this table is private or does not exist"), " ", element("a", { text: "Home", attrs: { href: "#" } }));
    }
  }

  /** Handles the shortcuts of the table; the decision panel handles its own. */
  #key(event) {
    if (isTyping(event) || event.defaultPrevented) return;
    const { board, speed } = this.#parts;
    const key = event.key.toLowerCase();
    if (key === "s") board.focusSquare();
    else if (key === "y") this.#focusPart(".deciding");
    else if (key === "l") this.#focusPart(".story");
    else if (!speed.key(key)) return;
    event.preventDefault();
  }

  #focusPart(selector) {
    const found = this.querySelector(selector);
    this.#parts.sheets.show(found);
    (found.querySelector("button:not(:disabled), input:not(:disabled)") ?? found).focus();
  }
}

customElements.define("rentier-table", RentierTable);
