/** `<rentier-learn>`: on the start page, the puzzle of the day and the tutorial. */

import { get } from "../api.js";
import { element } from "../dom.js";
import { puzzleRecord } from "./rating.js";

class RentierLearn extends HTMLElement {
  connectedCallback() {
    const { rating, answers } = puzzleRecord();
    const solved = Object.keys(answers).length;
    const status = element("span", { class: "note", text: solved ? `Your rating: ${rating}` : "Find the better move." });
    this.replaceChildren(
      element(
        "section",
        { class: "panel learn", attrs: { "aria-label": "Puzzle and tutorial" } },
        element("p", {}, element("a", { text: "Puzzle of the day", attrs: { href: "#puzzle" } }), " ", status),
        element("p", {}, element("a", { text: "Tutorial", attrs: { href: "#tutorial" } }), " ", element("span", { class: "note", text: "A short game with a coach: auctions, trades, building, debts and jail." })),
      ),
    );
    if (solved) get("/api/puzzles").then(({ today }) => today in answers && status.append(" · today's is answered"), () => null);
  }
}

customElements.define("rentier-learn", RentierLearn);
