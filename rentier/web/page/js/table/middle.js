/** The middle of the board: the dice, and what is going on: the trade on the table, the lot, the card drawn, or everybody's
 * net worth so far.
 */

import { element, money } from "../dom.js";
import { seatName } from "../state.js";
import { WorthChart } from "./chart.js";
import { Dice } from "./dice.js";
import { HEADING } from "./log.js";
import { lotBoard } from "./lot.js";
import { offerBoard } from "./offer.js";
import { soundSwitch } from "./sound.js";
import "./time.js";
import { tokenIcon } from "./token.js";

const MOST_PAYMENTS = 3; // shown of one step

/** Returns the last line of the log that is not a heading. */
function latest(log) {
  for (const { lines } of log.toReversed()) {
    const line = lines.findLast((one) => !HEADING.test(one));
    if (line) return line.trim();
  }
  return "";
}

/** Creates the line of a payment: from whom, to whom, how much. */
function payment({ seats, currency }, { from, to, amount }) {
  const purse = (who) => (typeof who === "string" ? element("span", { class: "purse-name", text: who }) : tokenIcon(who));
  const name = (who) => (typeof who === "string" ? `the ${who}` : seatName(seats, who));
  const sum = money(currency, amount);
  return element("li", { attrs: { "aria-label": `${name(from)} pays ${name(to)} ${sum}` } }, purse(from), "→", purse(to), element("strong", { text: sum }));
}

/** The middle of the board. */
export class Middle {
  #dice = new Dice();
  #chart = new WorthChart();
  #title; // shown until there is something else
  #topic = element("div", { class: "topic" });
  #round = element("p", { class: "round" });
  #time = element("rentier-time");
  #bank = element("p", { class: "bank" });
  #payments = element("ul", { class: "payments" });
  #latest = element("p", { class: "latest", attrs: { "aria-hidden": "true" } }); // the log announces it to screen readers
  #card = null; // the card drawn since the last roll
  #key = ""; // of the topic that is shown
  #kinds; // kinds of the squares, by name

  /** `table`: the table message, for its title and colours. */
  constructor(table) {
    this.#kinds = new Map(table.board.map((square) => [square.name, square.kind]));
    const colours = table.groups.map((group) => {
      const part = element("span");
      part.style.backgroundColor = group.colour;
      return part;
    });
    this.#title = element(
      "div",
      { class: "title-page" },
      element("p", { class: "wordmark", text: "Rentier" }),
      element("div", { class: "colours", attrs: { "aria-hidden": "true" } }, ...colours),
      element("p", { class: "edition", text: table.title }),
    );
    this.node = element(
      "div",
      { class: "middle" },
      element("div", { class: "middle-head" }, this.#round, this.#time, this.#bank, soundSwitch()),
      this.#topic,
      element("div", { class: "middle-foot" }, this.#dice.node, element("div", { class: "news" }, this.#latest, this.#payments)),
    );
  }

  /** Shows the state of the game. */
  show(table) {
    const { state, currency, log, over } = table;
    if (over) this.#card = null;
    this.#latest.textContent = latest(log);
    this.#time.model = table;
    this.#round.textContent = this.#time.hidden ? `Round ${state.round} · Turn ${state.turn}` : `Round ${state.round}`;
    this.#showBank(state, currency);
    this.#dice.show(state.dice);
    this.#chart.see(table);
    this.#showTopic(table);
  }

  /** Shows the pot and the buildings in the bank: in words, and as coloured numbers for small boards. */
  #showBank({ pot, houses_left: houses, hotels_left: hotels }, currency) {
    const stock = [[pot, "pot", `${money(currency, pot)} in the pot`, money(currency, pot)]];
    for (const [left, name] of [[houses, "houses"], [hotels, "hotels"]]) stock.push([left !== null && left < 1000, name, `${left} ${name}`, left]);
    const shown = stock.filter(([has]) => has);
    this.#bank.replaceChildren(
      element("span", { class: "bank-sign", text: "Bank" }),
      element("span", { class: "stock", text: ` ${shown.map(([, , words]) => words).join(" · ")}` }),
      element("span", { class: "counts", attrs: { "aria-hidden": "true" } }, ...shown.map(([, name, , text]) => element("span", { class: `count ${name}`, text }))),
    );
  }

  /** Notes the card and the payments among the scenes of a step. */
  happened(table, scenes) {
    const rolled = scenes.some(({ scene }) => scene === "dice");
    const card = scenes.findLast(({ scene }) => scene === "card");
    if (card || rolled) this.#card = card ?? null;
    const paid = scenes.filter(({ scene }) => scene === "pay");
    if (paid.length || rolled) this.#payments.replaceChildren(...paid.slice(-MOST_PAYMENTS).map((one) => payment(table, one)));
    this.#showTopic(table);
  }

  /** Animates a scene. */
  play(scene, stage) {
    if (scene.scene === "dice") this.#dice.tumble(stage, scene.length);
    if (scene.scene === "card") {
      const turn = { duration: Math.min(450, scene.length), easing: "ease-out" };
      stage.animate(this.#topic.firstChild, [{ transform: "perspective(60cqw) rotateY(-180deg) scale(0.6)" }, { transform: "perspective(60cqw) rotateY(0) scale(1)" }], turn);
    }
    if (scene.scene === "sold") this.#stamp("Sold", "good", scene, stage);
    if (scene.scene === "bankrupt") this.#stamp("Bankrupt", "bad", scene, stage);
    if (scene.scene === "answer") this.#stamp(scene.accepted ? "Accepted" : "Refused", scene.accepted ? "good" : "bad", scene, stage);
  }

  #stamp(text, kind, { length }, stage) {
    const stamp = element("span", { class: `stamp ${kind}`, text });
    stage.add(this.#topic, stamp);
    const still = "translate(-50%, -50%) rotate(-8deg)";
    stage.animate(stamp, [{ transform: `${still} scale(2)`, opacity: 0 }, { transform: still, opacity: 1 }], { duration: Math.min(220, length), easing: "ease-in" });
  }

  /** Shows what is going on; only a change is drawn. */
  #showTopic(table) {
    const { offer, auction } = table.state;
    const key = JSON.stringify(offer ?? auction ?? this.#card ?? this.#chart.drawn);
    if (key === this.#key) return;
    this.#key = key;
    this.#topic.replaceChildren(
      offer ? offerBoard(table) : auction ? lotBoard(table) : this.#card ? this.#drawnCard(this.#card) : this.#chart.drawn ? this.#chart.node : this.#title,
    );
  }

  #drawnCard({ deck, text }) {
    return element("div", { class: `drawn-card ${this.#kinds.get(deck) ?? ""}` }, element("strong", { text: deck }), element("span", { text }));
  }
}
