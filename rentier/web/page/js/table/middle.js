/** The middle of the board: the game's name, the dice, the last card, and what is left in the bank. */

import { element, money, svg } from "../dom.js";
import { HEADING } from "./log.js";

const PIPS = [[-1, -1], [1, 1], [1, -1], [-1, 1], [-1, 0], [1, 0]];

/** Creates a die. */
function die(pips) {
  const spots = [...PIPS.slice(0, pips - (pips % 2)), ...(pips % 2 ? [[0, 0]] : [])];
  return svg(
    "svg",
    { class: "die", attrs: { viewBox: "-20 -20 40 40", "aria-hidden": "true" } },
    svg("rect", { attrs: { x: -18, y: -18, width: 36, height: 36, rx: 8 } }),
    ...spots.map(([x, y]) => svg("circle", { attrs: { cx: x * 9.5, cy: y * 9.5, r: 3.6 } })),
  );
}

/** Returns the last line that is not a heading. */
function latest(lines) {
  return lines.filter((line) => !HEADING.test(line)).at(-1)?.trim() ?? "";
}

/** The middle of the board. */
export class Middle {
  #dice = element("div", { class: "dice", attrs: { role: "img", "aria-label": "No dice rolled yet" } });
  #card = element("div", { class: "drawn-card", props: { hidden: true } });
  #round = element("p", { class: "round" });
  #bank = element("p", { class: "bank" });
  #latest = element("p", { class: "latest", attrs: { "aria-hidden": "true" } }); // the log announces it to screen readers
  #rolled = "";
  #kinds; // kinds of the squares, by name

  /** `table`: the table message, for its title and colours. */
  constructor(table) {
    this.#kinds = new Map(table.board.map((square) => [square.name, square.kind]));
    const colours = table.groups.map((group) => {
      const part = element("span");
      part.style.backgroundColor = group.colour;
      return part;
    });
    this.node = element(
      "div",
      { class: "middle" },
      element("p", { class: "wordmark", text: "Rentier" }),
      element("div", { class: "colours", attrs: { "aria-hidden": "true" } }, ...colours),
      element("p", { class: "edition", text: table.title }),
      this.#round,
      this.#dice,
      this.#card,
      this.#latest,
      this.#bank,
    );
  }

  /** Shows the state of the game. */
  show({ state, currency, log }) {
    if (!this.#latest.textContent) this.#latest.textContent = latest(log.flatMap(({ lines }) => lines));
    this.#round.textContent = `Round ${state.round} · Turn ${state.turn}`;
    const bank = [];
    if (state.pot) bank.push(`${money(currency, state.pot)} in the pot`);
    for (const [left, name] of [[state.houses_left, "houses"], [state.hotels_left, "hotels"]]) {
      if (left !== null && left < 1000) bank.push(`${left} ${name} left`);
    }
    this.#bank.textContent = bank.join(" · ");
    if (!this.#rolled && state.dice.some((pips) => pips > 0)) this.#roll(state.dice, false);
  }

  /** Shows the roll and the card of a step. */
  step({ dice, card, lines }) {
    this.#latest.textContent = latest(lines) || this.#latest.textContent;
    if (dice) this.#roll(dice, true);
    if (card) this.#draw(card);
    else if (dice) this.#card.hidden = true;
  }

  #roll(dice, tumbling) {
    this.#rolled = dice.join(" and ");
    this.#dice.setAttribute("aria-label", `Rolled: ${this.#rolled}`);
    this.#dice.replaceChildren(...dice.map(die));
    this.#dice.classList.toggle("tumbling", tumbling);
  }

  #draw({ deck, text }) {
    this.#card.hidden = false;
    this.#card.className = `drawn-card ${this.#kinds.get(deck) ?? ""}`;
    this.#card.replaceChildren(element("strong", { text: deck }), element("span", { text }));
  }
}
