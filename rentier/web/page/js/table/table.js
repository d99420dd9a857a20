/** `<rentier-table>`: the board, the players, the log and the decision of one table, updated by its connection. */

import { Connection } from "../connection.js";
import { element, sentence, svg } from "../dom.js";
import { credentials, keepTable, myTable, recall, remember } from "../keep.js";
import { isTyping } from "../keys.js";
import { TableState } from "../state.js";
import "../decide/decision.js";
import "./board.js";
import { Bubbles } from "./bubbles.js";
import "./chat.js";
import "./coach.js";
import { Flights } from "./flights.js";
import "./lobby.js";
import "./log.js";
import "./odds.js";
import "./over.js";
import "./players.js";
import { SceneQueue } from "./queue.js";
import { scenesToPlay, stateAfter } from "./scenes.js";
import "./sheets.js";
import { playSound, toggleSound } from "./sound.js";
import "./speed.js";
import { Stage } from "./stage.js";
import { dressSeats } from "./token.js";

/** Creates the sign for those who watch. */
function eye() {
  return svg("svg", { attrs: { viewBox: "0 0 24 24", "aria-hidden": "true" } }, svg("path", { attrs: { d: "M2 12C7 4 17 4 22 12C17 20 7 20 2 12Z" } }), svg("circle", { attrs: { cx: 12, cy: 12, r: 3.2 } }));
}

/** Creates a part of the table with a heading. */
function part(name, heading, ...children) {
  const title = element("h2", { class: "part-title", text: heading, attrs: { id: `${name}-title` } });
  return element("section", { class: `part panel ${name}`, attrs: { "aria-labelledby": `${name}-title`, tabindex: -1 } }, title, ...children);
}

class RentierTable extends HTMLElement {
  table = ""; // its ID
  offered = null; // credentials of the link, {token} or {watch}; they are stored once the server has accepted them
  #state = new TableState();
  #connection = null;
  #parts = {};
  #newest = 0; // number of the newest step, which may still wait for its scenes
  #stage = new Stage();
  #flights = new Flights(this);
  #bubbles = new Bubbles(this);
  #queue = new SceneQueue({
    begin: (scene, rate) => this.#play(scene, rate),
    setRate: (rate) => this.#stage.setRate(rate),
    end: () => this.#stage.end(),
    take: (message) => this.#apply(message),
  });
  #played = []; // the scenes of the running step, up to the running one
  #between = null; // the table as the scenes played show it; null when no step is running
  #decided = null; // the message of a decision that the server has not confirmed yet
  #frame = 0;
  #keys = (event) => this.#key(event);
  #back = () => (document.hidden ? this.#queue.finish() : this.#resume());

  connectedCallback() {
    this.#render();
    this.append(this.#flights.node, this.#bubbles.node);
    const stored = credentials(this.table);
    if (stored.token && this.offered?.watch) this.#forgetLink(); // who has a seat does not watch
    this.#connection = new Connection(this.table, this.offered ?? stored);
    this.#connection.addEventListener("message", (event) => this.#take(event.detail));
    this.#connection.addEventListener("status", () => this.#showStatus());
    this.#connection.open();
    document.addEventListener("keydown", this.#keys);
    document.addEventListener("visibilitychange", this.#back);
    window.addEventListener("online", this.#back);
  }

  disconnectedCallback() {
    this.#connection.close();
    this.#queue.clear();
    cancelAnimationFrame(this.#frame);
    this.#store();
    dressSeats(this, []);
    document.removeEventListener("keydown", this.#keys);
    document.removeEventListener("visibilitychange", this.#back);
    window.removeEventListener("online", this.#back);
  }

  /** Catches up when the user comes back to the tab, or the computer to the network. */
  #resume() {
    this.#bubbles.tidy();
    this.#connection.retry();
  }

  #render() {
    const tags = ["board", "lobby", "over", "decision", "players", "odds", "log", "chat", "coach", "speed", "sheets"];
    const parts = Object.fromEntries(tags.map((name) => [name, element(`rentier-${name}`)]));
    const title = element("h1", { class: "table-title", text: "Table" });
    const banner = element("div", { class: "banner", attrs: { role: "status" }, props: { hidden: true } });
    const watching = element("span", { class: "watching note", props: { hidden: true } }, eye(), element("span", { class: "number" }), element("span", { class: "words", text: " watching" }));
    const notice = element("div", { class: "notice", attrs: { role: "alert" }, props: { hidden: true } });
    this.#parts = { ...parts, title, watching, banner, notice };
    const asked = element("div", { class: "asked-of-you" }, parts.over, parts.lobby, parts.decision);
    this.replaceChildren(
      banner,
      element(
        "div",
        { class: "table-body" },
        element("section", { class: "board-part", attrs: { "aria-label": "Board" } }, parts.board),
        element("header", { class: "table-head" }, title, watching, parts.speed),
        part("seats", "Players", parts.players),
        element("section", { class: "part panel deciding", attrs: { "aria-label": "Decision", tabindex: -1 } }, asked, notice),
        part("coach", "Coach", parts.coach),
        part("story", "Game log", parts.log, parts.chat),
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
    this.addEventListener("chatting", ({ detail: { canSay, unread } }) => {
      this.#parts.sheets.unread = unread;
      for (const emotes of this.querySelectorAll("rentier-emotes")) emotes.hidden = !canSay;
    });
    this.addEventListener("notice", (event) => this.#notify(event.detail));
    this.addEventListener("deed", (event) => {
      board.openDeed(event.detail.square);
      decision.toggleInTrade(event.detail.square);
    });
    board.addEventListener("square", (event) => {
      if (this.#state.table?.question) decision.square(event.detail.square);
    });
    board.addEventListener("click", () => this.#queue.skip());
    board.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && this.#skipBy(event), true);
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

  /** Takes a message. A step is applied after its scenes, and odds with the step that they belong to. */
  #take(message) {
    const { decision } = this.#parts;
    if (message.type === "checked") decision.checked(message);
    else if (message.type === "hint") decision.hinted(message);
    else if (message.type === "error") this.#refused(message);
    else if (message.type === "rematch") this.#rematch(message);
    else if (message.type === "chat") this.#chat(message);
    else if (message.type === "step") this.#takeStep(message);
    else if (message.type === "odds") this.#queue.follow(message);
    else this.#apply(message);
  }

  /** Adds a line to the chat, unless the table has not come yet: the table brings all lines. */
  #chat(message) {
    const { chat } = this.#parts;
    if (!this.#state.table) return;
    if (!chat.hidden) this.#bubbles.add(message, chat.isRead);
    chat.add(message);
  }

  #takeStep(message) {
    if (message.number <= this.#newest) return;
    this.#newest = message.number;
    this.#decided = null;
    this.#parts.decision.answered();
    const own = message.done.seat === this.#state.table.you.seat;
    this.#queue.push(this.#answerEarly(message), scenesToPlay(message.scenes, own));
  }

  /** Answers an unwanted question between turns at once, so that the game goes on while scenes are played; returns the step to
   * show, without that question.
   */
  #answerEarly(message) {
    const { question, state } = message;
    const found = question && this.#parts.decision.skipBetween({ ...this.#state.decisionModel, question, state });
    if (!found || !this.#connection.send({ type: "act", number: question.number, action: found.action, auto: true })) return message;
    return { ...message, question: null, waiting: undefined };
  }

  /** Plays a scene: the board and the players show the table after it. */
  #play(scene, rate) {
    const { board, players } = this.#parts;
    const table = this.#between ?? this.#state.table;
    this.#between = { ...table, question: null, state: stateAfter(table, scene) };
    this.#played.push(scene);
    this.#stage.rate = rate;
    board.play(this.#between, this.#played, this.#stage);
    players.model = this.#between;
    this.#flights.play(scene, table, this.#stage);
    this.#announce(scene, scene.length / rate);
  }

  /** Tells others of a scene, and lets it be heard. */
  #announce(scene, length = 0) {
    this.dispatchEvent(new CustomEvent("scene", { detail: scene, bubbles: true }));
    playSound(scene, this.#state.table.you.seat, length / 1000);
  }

  /** Applies a message and shows what it changed. */
  #apply(message) {
    if (message.type === "table") this.#queue.clear();
    const before = this.#state.table;
    const asked = before?.question?.number;
    const ended = Boolean(before?.over);
    if (!this.#state.take(message)) return;
    const { table } = this.#state;
    if (message.type === "table") {
      this.#showTable(table);
      this.#sendAgain(table);
    }
    if (message.type === "step") this.#applyStep(message, table);
    document.title = `${table.question ? "Your turn: " : ""}${table.title} · Rentier`;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
    if (table.question && table.question.number !== asked) this.#announce({ scene: "question" });
    if (before && table.over && !ended) this.#announce({ scene: "over", winners: table.over.winners });
  }

  #applyStep(message, table) {
    this.#between = null;
    this.#played = [];
    this.#parts.board.happened(table, message.scenes);
    this.#parts.coach.happened(table, message.scenes);
    this.#parts.log.add(table.log.at(-1));
    this.#notify("");
  }

  /** Draws the changes since the last frame. */
  #draw() {
    this.#frame = 0;
    this.#parts.board.model = this.#between ?? this.#state.table;
    this.#show(this.#state.table);
  }

  /** Shows the whole table, at first and after every reconnection. */
  #showTable(table) {
    if (this.offered) keepTable(this.table, this.offered);
    this.#forgetLink();
    this.#store();
    dressSeats(this, table.seats);
    if (table.you.seat !== null && !recall("rentier.name")) remember("rentier.name", table.seats[table.you.seat].name);
    this.#parts.title.textContent = table.title;
    this.#newest = table.number;
    this.#between = null;
    this.#played = [];
    this.#parts.board.model = table;
    this.#parts.log.model = table;
    this.#parts.chat.lines = table.chat;
  }

  /** Takes the credentials out of the URL, which people share and see. */
  #forgetLink() {
    if (this.offered) history.replaceState(null, "", `#table/${this.table}`);
    this.offered = null;
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
    const { chat, coach, decision, lobby, over, players, odds, speed, sheets, watching } = this.#parts;
    this.dataset.number = table.number;
    for (const shown of [chat, coach, lobby, over, odds, speed, sheets]) shown.model = table;
    watching.hidden = table.watching === 0;
    watching.querySelector(".number").textContent = table.watching;
    players.model = this.#between ?? table;
    decision.model = this.#state.decisionModel;
    decision.hidden = table.over !== null || !table.settings.started;
    this.classList.toggle("gathering", !table.settings.started);
    const stored = myTable(this.table);
    if (stored.round !== table.state.round || stored.over !== Boolean(table.over)) this.#store();
    this.classList.toggle("asked", table.question !== null);
  }

  /** Shows a refusal, in the decision panel if there is one. */
  #refused(message) {
    if (message.number !== null && message.number < this.#newest) return; // it came twice: the decision has been made
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
    const stored = credentials(this.table);
    if (status === "refused" && this.offered && Object.keys(stored).length) {
      this.#forgetLink(); // the link is wrong, but this browser has access of its own
      this.#connection.rejoin(stored);
      return;
    }
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
    const control = event.target.closest?.("button, a, summary, [role=button]");
    if (key === " ") {
      if (!control || control.closest("[aria-busy]")) this.#skipBy(event); // a button of a decision that has been made is idle
      return;
    }
    if (key === "s") board.focusSquare();
    else if (key === "m") toggleSound();
    else if (key === "i") [...this.querySelectorAll("rentier-emotes")].some((emotes) => emotes.open());
    else if (key === "y") this.#focusPart(".deciding");
    else if (key === "l") this.#focusPart(".story");
    else if (!speed.key(key)) return;
    event.preventDefault();
  }

  /** Skips the running scene by a key; without one, the key keeps its meaning. */
  #skipBy(event) {
    if (!this.#queue.skip()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #focusPart(selector) {
    const found = this.querySelector(selector);
    this.#parts.sheets.show(found);
    (found.querySelector("button:not(:disabled), input:not(:disabled)") ?? found).focus();
  }
}

customElements.define("rentier-table", RentierTable);
