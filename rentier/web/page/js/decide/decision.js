/** `<rentier-decision>`: the decision that waits, with what may be done and what it costs; model in, events out. */

import { element } from "../dom.js";
import { bid } from "./bid.js";
import { TradeBuilder } from "./builder.js";
import { buy } from "./buy.js";
import "./clock.js";
import { raise } from "./debt.js";
import { card, claim, place, settle, tax } from "./few.js";
import { HintBox } from "./hint.js";
import { isTyping, listKeys, numberChoices, pressKey } from "./keys.js";
import { manage } from "./manage.js";
import { Matter } from "./matter.js";
import { note, row, stepButton } from "./parts.js";
import { respond } from "./respond.js";
import { emptyDraft, stillOwned } from "./terms.js";
import { waiting } from "./waiting.js";
import { reasonWords } from "./words.js";

const QUESTIONS = { manage, roll: manage, buy, bid, respond, raise, card, tax, settle, claim, place };
const ANSWER_WITHIN = 5000; // milliseconds after which a decision without an answer may be sent again

class Decision extends HTMLElement {
  #opened = {}; // what is unfolded: {kind, square, bankrupt}
  #checks = new Map(); // action texts the server was asked about, with who wants to know
  #builder = null;
  #draft = null; // the last trade that was put together
  #sent = null; // the timer of a decision that was sent and not answered yet

  constructor() {
    super();
    this.heading = element("h2", { class: "decision-heading", attrs: { tabindex: -1, id: "decision-heading" } });
    this.clock = element("rentier-clock", { attrs: { "aria-label": "Time left", role: "timer" } });
    this.error = element("p", { class: "decision-error", attrs: { role: "alert" } });
    this.body = element("div", { class: "decision-body" });
    this.live = element("p", { class: "decision-live", attrs: { "aria-live": "polite" } });
    this.hintBox = new HintBox(this);
    this.menu = element("div", { class: "decision-menu" });
    this.keydown = (event) => pressKey(this, event);
  }

  connectedCallback() {
    this.replaceChildren(
      element(
        "section",
        { class: "decision", attrs: { "aria-labelledby": "decision-heading" } },
        element("header", {}, this.heading, this.clock),
        this.error,
        this.body,
        this.hintBox.node,
        this.menu,
        this.live,
      ),
    );
    document.addEventListener("keydown", this.keydown);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keydown);
    clearTimeout(this.#sent);
  }

  /** What is to be shown; a question that is the same as before keeps what was unfolded and typed. */
  set model(model) {
    const before = this.matter?.question;
    const around = this.#around;
    this.matter = new Matter(model);
    const { question } = this.matter;
    const fresh = question?.number !== before?.number || question?.decision !== before?.decision;
    if (fresh) this.#forget(before, question);
    const renamed = around !== this.#around && !this.#builder && !isTyping(document.activeElement);
    if (fresh || !question || renamed) this.#render();
    if (fresh && question) this.#announce();
    this.#showRest();
  }

  /** The keys that are good now: [{key, text}]. */
  get keys() {
    return listKeys(this);
  }

  // what the server says

  /** The answer to a check. */
  checked(message) {
    const wanted = this.#checks.get(message.action);
    this.#checks.delete(message.action);
    if (message.number === this.matter.question?.number) wanted?.(message);
  }

  /** The answer to a hint. */
  hinted(message) {
    if (message.number === this.matter.question?.number) this.hintBox.show(this.matter, message);
  }

  /** The server refused something: one line, and everything can be tried again. */
  refused(message) {
    this.#free();
    this.hintBox.clear();
    this.say(reasonWords(message.error));
  }

  /** A square was clicked on the board. */
  square(number) {
    const { question, matter } = { question: this.matter?.question, matter: this.matter };
    if (!question) return;
    if (this.#builder) {
      this.#builder.toggleSquare(number);
      return;
    }
    const manages = ["manage", "buy", "raise"].includes(question.decision);
    if (manages && matter.board[number].deed && matter.deed(number).owner === matter.me) this.open({ square: number });
    this.body.querySelector(`.choice[data-action$=" ${CSS.escape(matter.board[number].deed ?? "")}"]`)?.focus();
  }

  // what the parts of the panel ask for

  get opened() {
    return this.#opened;
  }

  /** Unfolds something, or folds it. */
  open(more) {
    this.#opened = { ...this.#opened, square: null, ...more };
    const tab = document.activeElement?.closest("[data-tab]")?.dataset.tab;
    this.#render();
    this.body.querySelector(tab ? `[data-tab="${tab}"]` : ".one-square .choice, .danger.choice")?.focus();
  }

  /** Sends a decision, once. */
  act(action) {
    const { question } = this.matter;
    if (!question || this.#sent !== null) return;
    this.say("");
    this.setAttribute("aria-busy", "true");
    this.#sent = setTimeout(() => this.#free(), ANSWER_WITHIN);
    this.#fire("act", { number: question.number, action });
  }

  /** Asks whether an action is legal; the answer goes to `wanted`. */
  check(action, wanted) {
    const { question } = this.matter;
    if (!question) return; // it was answered while the check waited
    this.#checks.set(action, wanted);
    this.#fire("check", { number: question.number, action });
  }

  /** Asks what an agent would do. */
  hint(agent) {
    const { question } = this.matter;
    if (!question) return;
    this.say("");
    this.#fire("hint", { number: question.number, agent });
  }

  /** Opens the trade builder: from a draft, from the last one if it still holds, or empty. */
  propose(draft) {
    const { matter } = this;
    if (!matter.question) return;
    const last = this.#draft && !this.#draft.counter && stillOwned(matter, this.#draft) ? this.#draft : null;
    this.#builder = new TradeBuilder(this, draft ?? last ?? emptyDraft(matter.question.offer_to[0]));
    this.#render();
    this.heading.focus();
  }

  /** The builder's draft, for the next time it is opened. */
  keepDraft(draft) {
    this.#draft = draft;
  }

  /** Closes the trade builder; what was put together is kept. */
  closeBuilder() {
    this.#builder = null;
    this.#render();
    this.body.querySelector("[data-step=trade], [data-step=counter]")?.focus();
  }

  /** Shows one line about what went wrong. */
  say(line) {
    this.error.textContent = line;
  }

  // within

  /** What may change while a question waits: how the players are called, and whether there are hints. */
  get #around() {
    const model = this.matter?.model;
    return model ? [model.settings.hints, ...model.seats.map((seat) => seat.name)].join("\n") : "";
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /** A decision can be sent again. */
  #free() {
    clearTimeout(this.#sent);
    this.#sent = null;
    this.removeAttribute("aria-busy");
  }

  /** Another question: only what serves the same kind of decision stays unfolded. */
  #forget(before, question) {
    this.#free();
    this.#checks.clear();
    this.#builder = null;
    this.say("");
    this.hintBox.clear();
    const { kind, square } = this.#opened;
    const same = before?.decision === question?.decision;
    const useful = same && question?.choices.some((choice) => choice.square === square);
    this.#opened = { kind: question?.decision === "manage" ? (kind ?? "build") : null, square: useful ? square : null };
  }

  #render() {
    const { question, model } = this.matter;
    const asked = question ? QUESTIONS[question.decision] : waiting;
    const held = this.contains(document.activeElement) ? document.activeElement.dataset.action : undefined;
    const { heading, parts } = this.#builder ? { heading: this.#builder.heading, parts: [this.#builder.node] } : asked(this);
    this.heading.textContent = heading;
    this.body.replaceChildren(...parts.filter(Boolean));
    if (!this.#builder) numberChoices(this.body);
    this.hintBox.node.hidden = !question || !model.settings.hints || this.#builder !== null;
    this.classList.toggle("mine", Boolean(question));
    if (held) this.body.querySelector(`[data-action="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  /** A new question is told: by the focus, or aloud to somebody who is busy elsewhere. */
  #announce() {
    const busy = isTyping(document.activeElement) || document.querySelector("dialog[open]");
    const kept = this.body.contains(document.activeElement);
    if (!busy && !kept) this.heading.focus({ preventScroll: true });
    this.live.textContent = busy || kept ? this.heading.textContent : "";
  }

  /** Clock, hints and the seat's own menu. */
  #showRest() {
    const { question, me, model } = this.matter;
    this.clock.deadline = (question ?? model.waiting)?.deadline;
    const seat = me === null || model.over || this.matter.player(me).bankrupt ? null : model.seats[me];
    const menu = seat ? (seat.bot ? "back" : "leave") : "";
    if (this.menu.dataset.menu !== menu) this.menu.replaceChildren(...(seat ? [this.#seatMenu(seat)] : []));
    this.menu.dataset.menu = menu;
  }

  /** Leaving one's seat to a bot, and taking it again. */
  #seatMenu(seat) {
    if (seat.bot) {
      const back = stepButton("Take my seat again", () => this.#fire("back"), { name: "back", class: "primary" });
      return element("div", { class: "bot-plays" }, note("A bot plays for you."), row(back));
    }
    const leave = stepButton("Leave (a bot plays for me)", () => this.#fire("leave"), { name: "leave" });
    return element("details", {}, element("summary", { text: "More" }), leave);
  }
}

customElements.define("rentier-decision", Decision);
