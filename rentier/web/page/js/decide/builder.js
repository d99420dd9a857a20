/** The trade builder: who with, what goes which way, and the server's verdict on it while it is put together. */

import { button, counted, element } from "../dom.js";
import { note, row, stepButton, strip } from "./parts.js";
import { cardName, cashAfter, completesWords } from "./respond.js";
import { draftText, emptyDraft, netCash } from "./terms.js";
import { reasonWords, standing } from "./words.js";

const PATIENCE = 200; // milliseconds without a change before the server is asked

/** A button that is in or out. */
function toggle(set, thing, attrs, changed, ...content) {
  const made = button(undefined, () => {
    if (!set.delete(thing)) set.add(thing);
    made.setAttribute("aria-pressed", String(set.has(thing)));
    changed();
  }, { class: "toggle", attrs: { ...attrs, "aria-pressed": String(set.has(thing)) } });
  made.append(...content);
  return made;
}

/** A field for an amount of money. */
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
  /** `draft`: what the trade begins from. */
  constructor(desk, draft) {
    this.desk = desk;
    this.matter = desk.matter;
    this.draft = draft;
    this.sides = element("div", { class: "trade-sides" });
    this.verdict = element("div", { class: "trade-verdict", attrs: { role: "status", "data-part": "verdict" } });
    const send = draft.counter ? "Send counter-offer" : "Send offer";
    this.send = element("button", { class: "choice primary", text: send, attrs: { type: "submit" } });
    const close = stepButton("Back", () => desk.closeBuilder(), { key: "Escape", name: "close-builder" });
    this.node = element(
      "form",
      { class: "trade-builder", on: { submit: (event) => this.#submit(event) }, props: { noValidate: true } },
      ...(draft.counter ? [] : [this.#partners(), this.#offersLeft()]),
      this.sides,
      element("div", { class: "trade-foot" }, this.verdict, row(this.send, close)),
    );
    this.#fill();
  }

  get heading() {
    return this.draft.counter ? `Counter-offer to ${this.matter.name(this.draft.to)}` : "Propose a trade";
  }

  /** A square was clicked on the board: its deed goes in or out. */
  toggleSquare(square) {
    this.sides.querySelector(`[data-deed="${square}"]`)?.click();
  }

  /** Whom to trade with. */
  #partners() {
    const choices = this.matter.question.offer_to.map((seat) => {
      const attrs = { type: "radio", name: "partner", value: seat, "data-partner": seat };
      const on = { change: () => this.#choose(seat) };
      const radio = element("input", { attrs, props: { checked: seat === this.draft.to }, on });
      const cash = element("small", { text: this.matter.money(this.matter.player(seat).cash) });
      return element("label", { class: "partner" }, radio, element("span", { text: this.matter.name(seat) }), cash);
    });
    return element("fieldset", { class: "partners" }, element("legend", { text: "With" }), ...choices);
  }

  /** How often one may still offer, where the rules count it. */
  #offersLeft() {
    const { offers_left: left } = this.matter.player(this.matter.me);
    return left === null ? null : note(`You have ${counted(left, "offer")} left this turn.`);
  }

  /** Another partner: what was asked of the one before is asked no more. */
  #choose(seat) {
    const { give } = this.draft;
    this.draft = { ...emptyDraft(seat), give };
    this.#fill();
  }

  /** Both sides, for the partner that is chosen. */
  #fill() {
    const { give, take, to } = this.draft;
    const free = this.matter.rule("immunity") ? this.#freeRent() : null;
    this.sides.replaceChildren(
      this.#side("give", "You give", this.matter.me, give),
      this.#side("take", `You get from ${this.matter.name(to)}`, to, take),
      ...(free ? [free] : []),
    );
    this.#changed();
  }

  /** What a seat could give. */
  #side(name, title, seat, side) {
    const changed = () => this.#changed();
    const groups = this.matter.byGroup(this.matter.deedsOf(seat)).map((group) =>
      element(
        "div",
        { class: "toggle-group", attrs: { role: "group", "aria-label": group.name } },
        ...group.squares.map((square) => this.#deed(side.deeds, square, { "data-side": name, "data-deed": square })),
      ),
    );
    const cards = this.matter
      .player(seat)
      .jail_cards.map((card) => toggle(side.cards, card, { "data-side": name, "data-card": card }, changed, cardName(card)));
    return element(
      "section",
      { class: "trade-side", attrs: { "aria-label": title } },
      element("h3", { text: title }),
      ...groups,
      groups.length ? null : note("No deeds."),
      cards.length ? element("div", { class: "toggle-group" }, ...cards) : null,
      amountField(`Cash (of ${this.matter.money(this.matter.player(seat).cash)})`, `${name}-cash`, side, "cash", changed),
      this.matter.rule("loans") ? amountField("IOU, due on passing GO", `${name}-iou`, side, "iou", changed) : null,
    );
  }

  /** One deed to put in or take out. */
  #deed(set, square, attrs) {
    const { name, price, colour } = this.matter.board[square];
    const state = standing(this.matter.deed(square)) || this.matter.money(price);
    const text = element("span", { class: "toggle-name", text: name });
    return toggle(set, square, attrs, () => this.#changed(), strip(colour), text, element("small", { text: state }));
  }

  /** Deeds on which the two ask no rent of each other from now on. */
  #freeRent() {
    const squares = [...this.matter.deedsOf(this.matter.me), ...this.matter.deedsOf(this.draft.to)];
    const toggles = squares
      .sort((one, other) => one - other)
      .map((square) => this.#deed(this.draft.freeRent, square, { "data-free": square }));
    return element(
      "details",
      { class: "free-rent", attrs: { open: this.draft.freeRent.size > 0 } },
      element("summary", { text: "Free rent between the two" }),
      element("div", { class: "toggle-group" }, ...toggles),
    );
  }

  /** Something went in or out: the server is asked once it stays so for a moment. */
  #changed() {
    this.text = draftText(this.matter, this.draft);
    this.desk.keepDraft(this.draft);
    clearTimeout(this.timer);
    this.#judge(null);
    if (!this.text) return;
    const { text } = this;
    this.timer = setTimeout(() => this.desk.check(text, (answer) => this.text === text && this.#judge(answer)), PATIENCE);
  }

  /** Shows the verdict (null: none yet), the money after the trade, and the button that sends it. */
  #judge(answer) {
    const { draft, matter } = this;
    this.legal = Boolean(answer?.legal);
    const net = netCash(draft);
    const found = !this.text ? "Choose what changes hands." : !answer ? "The rules are asked…" : null;
    const [names, words] = found
      ? ["faint", found]
      : this.legal
        ? ["good", `The rules allow it. ${completesWords(matter, answer.completes, draft.to)}`]
        : ["bad", reasonWords(answer.error)];
    this.verdict.replaceChildren(
      note(words, names),
      cashAfter(matter, draft.to, -net),
    );
    this.send.dataset.action = this.text ?? "";
    this.send.setAttribute("aria-disabled", String(!this.legal));
  }

  /** Its button, or Enter in a field: what is allowed is sent. */
  #submit(event) {
    event.preventDefault();
    if (this.legal) this.desk.act(this.text);
  }
}
