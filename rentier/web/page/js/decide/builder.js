/** The trade builder: the partner, what each side gives, and the server's check of the trade so far. */

import { button, counted, element } from "../dom.js";
import { note, row, stepButton, strip } from "./parts.js";
import { cardName, cashAfter, completesWords } from "./respond.js";
import { draftText, emptyDraft, netCash } from "./terms.js";
import { reasonWords, standing } from "./words.js";

const CHECK_DELAY = 200; // milliseconds without a change before the server checks the trade

/** Creates a button that adds something to a set or removes it. */
function toggle(set, thing, attrs, changed, ...content) {
  const made = button(undefined, () => {
    if (!set.delete(thing)) set.add(thing);
    made.setAttribute("aria-pressed", String(set.has(thing)));
    changed();
  }, { class: "toggle", attrs: { ...attrs, "aria-pressed": String(set.has(thing)) } });
  made.append(...content);
  return made;
}

/** Creates a field for an amount of money. */
function amountField(label, part, side, what, changed) {
  const attrs = { type: "number", min: 0, step: 1, inputmode: "numeric", placeholder: "0", "data-part": part };
  const field = element("input", {
    attrs,
    props: { value: side[what] ? String(side[what]) : "" },
    on: {
      input: () => {
        side[what] = /^\d{1,9}$/.test(field.value) ? Number(field.value) : 0;
        changed();
      },
    },
  });
  return element("label", { class: "amount" }, element("span", { text: label }), field);
}

export class TradeBuilder {
  /** `draft`: the trade to start from. */
  constructor(panel, draft) {
    this.panel = panel;
    this.view = panel.view;
    this.draft = draft;
    this.offered = draft.counter ? draftText(this.view, draft) : this.#refused(draft); // cannot be sent unchanged
    this.sides = element("div", { class: "trade-sides" });
    this.verdict = element("div", { class: "trade-verdict", attrs: { role: "status", "data-part": "verdict" } });
    this.notice = element("div", { class: "trade-notice", attrs: { role: "status", "data-part": "trade-notice" } });
    const send = draft.counter ? "Send counter-offer" : "Send offer";
    this.send = element("button", { class: "choice primary", text: send, attrs: { type: "submit" } });
    const close = stepButton("Back", () => panel.closeBuilder(), { key: "Escape", name: "close-builder" });
    this.node = element(
      "form",
      { class: "trade-builder", on: { submit: (event) => this.#submit(event) }, props: { noValidate: true } },
      ...(draft.counter ? [] : [this.#partners(), this.#offersLeft()]),
      this.sides,
      element("div", { class: "trade-foot" }, this.notice, this.verdict, row(this.send, close)),
    );
    this.#fill();
  }

  get heading() {
    return this.draft.counter ? `Counter-offer to ${this.view.name(this.draft.to)}` : "Propose a trade";
  }

  /** Adds the deed of a square that was clicked on the board, or removes it; if it cannot be traded, says who owns it. */
  toggleSquare(square) {
    if (!this.#deedButton(square) && !this.#asksAnything()) this.#switchTo(this.view.ownerOf(square));
    const found = this.#deedButton(square);
    if (found) found.click();
    else if (this.view.board[square].deed) this.#showOwner(square);
  }

  /** Returns the button of a deed, if either side could give it. */
  #deedButton(square) {
    return this.sides.querySelector(`[data-deed="${square}"]`);
  }

  /** Switches to a partner, if possible. */
  #switchTo(seat) {
    this.#partner(seat)?.click();
  }

  /** Returns the choice of a partner, if the player may trade with that seat. */
  #partner(seat) {
    return this.node.querySelector(`[data-partner="${seat}"]`);
  }

  /** Says who owns the deed of a square, and offers to trade with that player instead. */
  #showOwner(square) {
    const { view } = this;
    const owner = view.ownerOf(square);
    const { name } = view.board[square];
    const trade = () => {
      this.#switchTo(owner);
      this.toggleSquare(square);
      this.#deedButton(square).focus();
    };
    this.notice.replaceChildren(
      note(owner === null ? `Nobody owns ${name} yet.` : `${name} belongs to ${view.name(owner)}.`),
      ...(this.#partner(owner) ? [stepButton(`Trade with ${view.name(owner)} instead`, trade, { name: "other-partner" })] : []),
    );
  }

  /** Returns the text of a draft that was sent to a person and must change before it is sent again; null for other drafts. */
  #refused({ to, sent }) {
    return this.view.model.seats[to].kind === "person" ? (sent ?? null) : null;
  }

  /** Whether the draft has anything that would be lost with another partner. */
  #asksAnything() {
    const { take, freeRent } = this.draft;
    return take.deeds.size + take.cards.size + take.cash + take.iou + freeRent.size > 0;
  }

  /** Creates the choice of partner. */
  #partners() {
    const choices = this.view.question.offer_to.map((seat) => {
      const attrs = { type: "radio", name: "partner", value: seat, "data-partner": seat };
      const on = { change: () => this.#choose(seat) };
      const radio = element("input", { attrs, props: { checked: seat === this.draft.to }, on });
      const cash = element("small", { text: this.view.money(this.view.player(seat).cash) });
      return element("label", { class: "partner" }, radio, element("span", { text: this.view.name(seat) }), cash);
    });
    const title = element("span", { class: "partners-title", text: "Trade with", attrs: { id: "partners-title" } });
    return element("div", { class: "partners", attrs: { role: "radiogroup", "aria-labelledby": "partners-title" } }, title, ...choices);
  }

  /** Creates the note on how many offers are left, if the rules limit them. */
  #offersLeft() {
    const { offers_left: left } = this.view.player(this.view.me);
    return left === null ? null : note(`You have ${counted(left, "offer")} left this turn.`);
  }

  /** Switches the partner; only what the player gives stays in the draft. */
  #choose(seat) {
    const { give } = this.draft;
    this.draft = { ...emptyDraft(seat), give };
    this.#fill();
  }

  /** Shows both sides for the chosen partner. */
  #fill() {
    const { give, take, to } = this.draft;
    const free = this.view.rule("immunity") ? this.#freeRent() : null;
    this.sides.replaceChildren(
      this.#side("give", "You give", this.view.me, give),
      this.#side("take", `You get from ${this.view.name(to)}`, to, take),
      ...(free ? [free] : []),
    );
    this.#changed();
  }

  /** Creates one side: everything that a seat could give. */
  #side(name, title, seat, side) {
    const changed = () => this.#changed();
    const groups = this.view.byGroup(this.view.deedsOf(seat)).map((group) =>
      element(
        "div",
        { class: "toggle-group", attrs: { role: "group", "aria-label": group.name } },
        ...group.squares.map((square) => this.#deed(side.deeds, square, { "data-side": name, "data-deed": square })),
      ),
    );
    const cards = this.view
      .player(seat)
      .jail_cards.map((card) => toggle(side.cards, card, { "data-side": name, "data-card": card }, changed, cardName(card)));
    return element(
      "section",
      { class: "trade-side", attrs: { "aria-label": title } },
      element("h3", { text: title }),
      ...groups,
      groups.length ? null : note("No deeds."),
      cards.length ? element("div", { class: "toggle-group" }, ...cards) : null,
      amountField(`Cash (up to ${this.view.money(this.view.player(seat).cash)})`, `${name}-cash`, side, "cash", changed),
      this.view.rule("loans") ? amountField("IOU, due on passing GO", `${name}-iou`, side, "iou", changed) : null,
    );
  }

  /** Creates the button of one deed. */
  #deed(set, square, attrs) {
    const { name, price, colour } = this.view.board[square];
    const state = standing(this.view.deed(square)) || this.view.money(price);
    const text = element("span", { class: "toggle-name", text: name });
    return toggle(set, square, attrs, () => this.#changed(), strip(colour), text, element("small", { text: state }));
  }

  /** Creates the choice of deeds on which the partners charge each other no rent from now on. */
  #freeRent() {
    const squares = [...this.view.deedsOf(this.view.me), ...this.view.deedsOf(this.draft.to)];
    const toggles = squares
      .sort((one, other) => one - other)
      .map((square) => this.#deed(this.draft.freeRent, square, { "data-free": square }));
    return element(
      "details",
      { class: "free-rent", attrs: { open: this.draft.freeRent.size > 0 } },
      element("summary", { text: "Charge each other no rent on…" }),
      element("div", { class: "toggle-group" }, ...toggles),
    );
  }

  /** Updates the text of the trade and, after a moment without changes, has the server check it. */
  #changed() {
    this.text = draftText(this.view, this.draft);
    this.panel.keepDraft(this.draft);
    this.notice.replaceChildren();
    clearTimeout(this.timer);
    this.#showVerdict(null);
    if (!this.text || this.text === this.offered) return;
    const { text } = this;
    this.timer = setTimeout(() => this.panel.check(text, (answer) => this.text === text && this.#showVerdict(answer)), CHECK_DELAY);
  }

  /** Shows the server's verdict (null: none yet) and the cash after the trade, and enables the send button. */
  #showVerdict(answer) {
    const { draft, view } = this;
    this.legal = Boolean(answer?.legal);
    const net = netCash(draft);
    const unchecked = this.text === this.offered ? "Change the offer, then send it." : "Checking…";
    const waiting = !this.text ? "Choose what to trade." : !answer ? unchecked : null;
    const [names, words] = waiting
      ? ["faint", waiting]
      : this.legal
        ? ["good", `Valid trade. ${completesWords(view, answer.completes, draft.to)}`]
        : ["bad", reasonWords(answer.error)];
    this.verdict.replaceChildren(
      note(words, names),
      cashAfter(view, draft.to, -net),
    );
    this.send.dataset.action = this.text ?? "";
    this.send.setAttribute("aria-disabled", String(!this.legal));
  }

  /** Sends the trade if it is legal, on its button or on Enter in a field. */
  #submit(event) {
    event.preventDefault();
    if (!this.legal) return;
    this.draft.sent = this.text;
    this.panel.act(this.text);
  }
}
