/** `<rentier-decision>`: the pending decision with its legal actions and their costs. Takes a model, dispatches events. */

import { element } from "../dom.js";
import { adviceFor } from "./advice.js";
import { bid } from "./bid.js";
import { TradeBuilder } from "./builder.js";
import { buy } from "./buy.js";
import "./clock.js";
import { raise } from "./debt.js";
import { card, claim, place, settle, tax } from "./few.js";
import { betweenTurns, habit } from "./habits.js";
import { HintBox } from "./hint.js";
import { isTyping, listKeys, numberChoices, pressKey } from "./keys.js";
import { manage } from "./manage.js";
import { mutedNote } from "./mutes.js";
import { View } from "./view.js";
import { prefer } from "../preferences.js";
import { note, row, stepButton } from "./parts.js";
import { respond } from "./respond.js";
import { emptyDraft, stillOwned } from "./terms.js";
import { waiting } from "./waiting.js";
import { reasonWords } from "./words.js";

const QUESTIONS = { manage, roll: manage, buy, bid, respond, raise, card, tax, settle, claim, place };
const RESPONSE_TIMEOUT = 5000; // milliseconds after which an unanswered decision may be sent again

class Decision extends HTMLElement {
  #opened = {}; // the unfolded parts: {kind, square, bankrupt}
  #checks = new Map(); // pending checks: action text → callback
  #builder = null;
  #draft = null; // the last trade built
  #plan = []; // the actions that are still to be sent, one for each question
  #byItself = false; // whether the page has answered the question, which is therefore not shown
  #sent = null; // the timer of a decision that was sent but not answered yet

  constructor() {
    super();
    this.heading = element("h2", { class: "decision-heading", attrs: { tabindex: -1, id: "decision-heading" } });
    this.clock = element("rentier-clock", { attrs: { "aria-label": "Time left", role: "timer" } });
    this.error = element("p", { class: "decision-error", attrs: { role: "alert" } });
    this.body = element("div", { class: "decision-body" });
    this.live = element("p", { class: "decision-live", attrs: { "aria-live": "polite" } });
    this.hintBox = new HintBox(this);
    this.skipped = element("div", { class: "decision-skipped" });
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
        this.skipped,
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

  /** Shows a model; if the question is unchanged, unfolded parts and typed text stay. */
  set model(model) {
    const before = this.view?.question;
    const surroundings = this.#surroundings;
    this.view = new View(model);
    const { question } = this.view;
    const fresh = question?.number !== before?.number || question?.decision !== before?.decision;
    if (fresh) this.#reset(before, question);
    const advice = fresh ? adviceFor(this.view) : null;
    if (fresh && question && !advice && this.#answerByItself()) return;
    const renamed = surroundings !== this.#surroundings && !this.#builder && !isTyping(document.activeElement);
    if (fresh || !question || renamed) this.#render();
    if (fresh && question) this.#announce();
    if (fresh) this.parentElement?.scrollTo(0, 0); // a new question is read from its beginning
    if (advice) this.hintBox.adviseFirst(this.view, "The review suggests", advice);
    this.#showRest();
  }

  /** The current shortcuts: [{key, text}]. */
  get keys() {
    return listKeys(this);
  }

  // messages from the server

  /** Handles the response to a check. */
  checked(message) {
    const callback = this.#checks.get(message.action);
    this.#checks.delete(message.action);
    if (message.number === this.view.question?.number) callback?.(message);
  }

  /** Handles the response to a hint request. */
  hinted(message) {
    if (message.number === this.view.question?.number) this.hintBox.show(this.view, message);
  }

  /** Returns the answer to a question between turns that the player does not want, and says that it is skipped; null for others. */
  skipBetween(model) {
    const found = betweenTurns(new View(model));
    if (found) this.#showSkipped(found);
    return found;
  }

  /** Locks a decision that has been made until the next model, which follows its scenes. */
  answered() {
    clearTimeout(this.#sent);
  }

  /** Shows why the server refused something, and lets the player try again. */
  refused(message) {
    this.#plan = [];
    this.#unlock();
    this.hintBox.clear();
    this.say(reasonWords(message.error));
  }

  /** Adds the deed of a square to the trade that is being built, or removes it; returns false if none is being built. */
  toggleInTrade(number) {
    this.#builder?.toggleSquare(number);
    return this.#builder !== null;
  }

  /** Handles a click on a square of the board. */
  square(number) {
    const { question, view } = { question: this.view?.question, view: this.view };
    if (!question) return;
    if (this.toggleInTrade(number)) return;
    const manages = ["manage", "buy", "raise"].includes(question.decision);
    if (manages && view.ownerOf(number) === view.me) this.open({ square: number });
    this.body.querySelector(`.choice[data-action$=" ${CSS.escape(view.board[number].deed ?? "")}"]`)?.focus();
  }

  // used by the parts of the panel

  get opened() {
    return this.#opened;
  }

  /** Unfolds or folds parts of the panel. */
  open(more) {
    this.#opened = { ...this.#opened, square: null, ...more };
    const tab = document.activeElement?.closest("[data-tab]")?.dataset.tab;
    this.#render();
    this.body.querySelector(tab ? `[data-tab="${tab}"]` : ".one-square .choice, .danger.choice")?.focus();
  }

  /** Sends a decision, once; `auto`: the page makes it by itself. */
  act(action, auto = false) {
    const { question } = this.view;
    if (!question || this.#sent !== null) return;
    this.say("");
    this.setAttribute("aria-busy", "true");
    this.#sent = setTimeout(() => this.#unlock(), RESPONSE_TIMEOUT);
    this.#fire("act", { number: question.number, action, ...(auto && { auto }) });
  }

  /** Sends these decisions, one for each question, as long as they are legal. */
  follow([first, ...others]) {
    this.#plan = others;
    this.act(first);
  }

  /** Sends a message that is no decision. */
  send(message) {
    this.#fire("send", message);
  }

  /** Has the server check whether an action is legal; `callback` gets the response. */
  check(action, callback) {
    const { question } = this.view;
    if (!question) return; // the decision was made before the check was due
    this.#checks.set(action, callback);
    this.#fire("check", { number: question.number, action });
  }

  /** Asks the server what an agent would do. */
  hint(agent) {
    const { question } = this.view;
    if (!question) return;
    this.say("");
    this.#fire("hint", { number: question.number, agent });
  }

  /** Opens the trade builder: with a draft, with the last one if it is still possible, or empty. */
  propose(draft) {
    const { view } = this;
    if (!view.question) return;
    const last = this.#draft && !this.#draft.counter && stillOwned(view, this.#draft) ? this.#draft : null;
    this.#builder = new TradeBuilder(this, draft ?? last ?? emptyDraft(view.question.offer_to[0]));
    this.#render();
    this.heading.focus();
  }

  /** Saves the builder's draft for the next time it is opened. */
  keepDraft(draft) {
    this.#draft = draft;
  }

  /** Closes the trade builder; the draft is saved. */
  closeBuilder() {
    this.#builder = null;
    this.#render();
    this.body.querySelector("[data-step=trade], [data-step=counter]")?.focus();
  }

  /** Shows an error; an empty line removes it. */
  say(line) {
    this.error.textContent = line;
  }

  // internals

  /** The part of the model that can change while a question is pending: names, and whether hints are allowed. */
  get #surroundings() {
    const model = this.view?.model;
    return model ? [model.settings.hints, ...model.seats.map((seat) => seat.name)].join("\n") : "";
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  /** Lets the player send a decision again. */
  #unlock() {
    clearTimeout(this.#sent);
    this.#sent = null;
    this.removeAttribute("aria-busy");
    if (!this.#byItself) return;
    this.#byItself = false;
    this.#render();
  }

  /** Answers a new question with the next step of a plan, or out of habit; returns whether it did. */
  #answerByItself() {
    const [next] = this.#plan.splice(0, 1);
    const planned = this.view.question.choices.some(({ action }) => action === next);
    if (!planned) this.#plan = [];
    const found = planned ? null : habit(this.view);
    this.#showSkipped(found);
    if (!planned && !found) return false;
    this.act(planned ? next : found.action, !planned);
    this.#byItself = true;
    return true;
  }

  /** Says what was done out of habit, until the next question; the player can choose to be asked the next time. */
  #showSkipped(found) {
    const ask = () => {
      prefer(found.preference, found.preference === "ask_only" ? true : "always");
      this.#showSkipped(null);
    };
    this.skipped.replaceChildren(...(found ? [note(found.note), stepButton("Ask me next time", ask, { name: "ask" })] : []));
  }

  /** Prepares for a new question; parts that are useful for it stay unfolded. */
  #reset(before, question) {
    this.#byItself = false;
    this.#unlock();
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
    const { question, model } = this.view;
    const asked = question ? QUESTIONS[question.decision] : waiting;
    const held = this.contains(document.activeElement) ? document.activeElement.dataset.action : undefined;
    const { heading, parts } = this.#builder ? { heading: this.#builder.heading, parts: [this.#builder.node] } : asked(this);
    this.heading.textContent = heading;
    this.body.replaceChildren(...parts.filter(Boolean));
    if (!this.#builder) numberChoices(this.body);
    this.hintBox.nameAdviser();
    this.hintBox.node.hidden = !question || !model.settings.hints || this.#builder !== null;
    this.classList.toggle("mine", Boolean(question));
    if (held) this.body.querySelector(`[data-action="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  /** Announces a new question: by focusing it, or to screen readers if the user is busy elsewhere. */
  #announce() {
    const busy = isTyping(document.activeElement) || document.querySelector("dialog[open]");
    const focused = this.body.contains(document.activeElement);
    if (!busy && !focused) this.heading.focus({ preventScroll: true });
    this.live.textContent = busy || focused ? this.heading.textContent : "";
  }

  /** Shows the clock and the seat menu. */
  #showRest() {
    const { question, me, model } = this.view;
    this.clock.deadline = (question ?? model.waiting)?.deadline;
    const seat = me === null || model.over || this.view.player(me).bankrupt ? null : model.seats[me];
    const { settings, undoable } = model;
    const menu = JSON.stringify([seat?.bot, undoable, settings.undone, settings.mutes, settings.quiet, this.view.state.turn]);
    if (this.menu.dataset.menu === menu) return;
    this.menu.dataset.menu = menu;
    const parts = [mutedNote(this), this.#undoMenu(), seat && this.#seatMenu(seat)];
    this.menu.replaceChildren(...parts.filter(Boolean));
  }

  /** Creates the button that takes back the player's last decision, and the mark of a game in which that was done. */
  #undoMenu() {
    const { undoable, settings, you } = this.view.model;
    const undo = () => this.send({ type: "undo", number: undoable });
    const mine = you.seat !== null && typeof undoable === "number";
    const mark = settings.undone ? note("You used undo, so this game is left out of the statistics.", "undone") : null;
    return mine || mark ? element("div", { class: "undo" }, mine ? stepButton("Undo my last decision", undo, { name: "undo", key: "z" }) : null, mark) : null;
  }

  /** Creates the menu for leaving the seat to a bot, or for taking it back. */
  #seatMenu(seat) {
    if (seat.bot) {
      const back = stepButton("Take back my seat", () => this.#fire("back"), { name: "back", class: "primary" });
      return element("div", { class: "bot-plays" }, note("A bot is playing for you."), row(back));
    }
    const leave = stepButton("Leave (a bot takes over)", () => this.#fire("leave"), { name: "leave" });
    return element("details", {}, element("summary", { text: "More" }), leave);
  }
}

customElements.define("rentier-decision", Decision);
