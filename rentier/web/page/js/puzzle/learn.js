/** `<rentier-learn>`: on the start page, the puzzle of the day, the user's own mistakes and the tutorial. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { collectMistakes, nextMistake, ownMistakes } from "./own.js";
import { puzzleRecord } from "./rating.js";

const POLL = 5000; // milliseconds, while a game of the user is being reviewed

class RentierLearn extends HTMLElement {
  #own = element("p");
  #timer = null;

  connectedCallback() {
    const { rating, answers } = puzzleRecord();
    const solved = Object.keys(answers).length;
    const status = element("span", { class: "note", text: solved ? `Your rating: ${rating}` : "Find the better move." });
    this.replaceChildren(
      element(
        "section",
        { class: "panel learn", attrs: { "aria-label": "Puzzle and tutorial" } },
        element("p", {}, element("a", { text: "Puzzle of the day", attrs: { href: "#puzzle" } }), " ", status),
        this.#own,
        element("p", {}, element("a", { text: "Tutorial", attrs: { href: "#tutorial" } }), " ", element("span", { class: "note", text: "A short game with a coach: auctions, trades, building, debts and jail." })),
      ),
    );
    if (solved) get("/api/puzzles").then(({ today }) => today in answers && status.append(" · today's is answered"), () => null);
    this.#showOwn(0);
    this.#collect();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Collects the mistakes of reviewed games, again and again until no review is being made. */
  async #collect() {
    const underWay = await collectMistakes();
    if (!this.isConnected) return;
    this.#showOwn(underWay);
    if (underWay) this.#timer = setTimeout(() => this.#collect(), POLL);
  }

  #showOwn(underWay) {
    const own = ownMistakes().length;
    this.#own.hidden = !own && !underWay;
    if (this.#own.hidden) return;
    const link = own ? element("a", { text: `Your own mistakes (${own})`, attrs: { href: `#puzzle/own/${nextMistake(0, puzzleRecord().answers)}` } }) : "Your own mistakes";
    this.#own.replaceChildren(link, " ", element("span", { class: "note", text: underWay ? "Your last game is being reviewed…" : "From the games you have played." }));
  }
}

customElements.define("rentier-learn", RentierLearn);
