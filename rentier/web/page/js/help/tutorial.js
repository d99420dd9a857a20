/** `<rentier-tutorial>`: the full rules in a few steps: a position, a bubble that explains, and one decision each. */

import { get } from "../api.js";
import { button, element } from "../dom.js";
import { View } from "../decide/view.js";
import { actionWords } from "../decide/words.js";
import { positionTable } from "../puzzle/position.js";
import "../table/board.js";
import "../table/players.js";

class RentierTutorial extends HTMLElement {
  #steps = [];
  #place = 0;

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "panel", text: "Opening the tutorial…", attrs: { role: "status" } }));
    try {
      this.#steps = await get("/api/tutorial");
    } catch (failure) {
      this.replaceChildren(element("p", { class: "panel error", text: failure.message, attrs: { role: "alert" } }));
      return;
    }
    this.board = element("rentier-board");
    this.players = element("rentier-players", { on: { deed: (event) => this.board.openDeed(event.detail.square) } });
    this.progress = element("p", { class: "faint" });
    this.bubble = element("section", { class: "panel bubble", attrs: { "aria-label": "Explanation", "aria-live": "polite" } });
    this.replaceChildren(
      element(
        "div",
        { class: "puzzle-task" },
        element("header", { class: "puzzle-head row" }, element("div", {}, element("h1", { text: "Tutorial" }), this.progress), element("a", { class: "button small skip-tutorial", text: "Skip the tutorial", attrs: { href: "#" } })),
        element("section", { class: "puzzle-board", attrs: { "aria-label": "Board" } }, this.board),
        this.bubble,
      ),
      element("section", { class: "panel puzzle-players", attrs: { "aria-label": "Players" } }, element("h2", { text: "Players" }), this.players),
    );
    this.#show(0);
  }

  /** Shows a step; after the last one, the end. */
  #show(place) {
    this.#place = place;
    if (place === this.#steps.length) return this.#end();
    const step = this.#steps[place];
    const table = positionTable("tutorial", step);
    this.progress.textContent = `Step ${place + 1} of ${this.#steps.length}`;
    this.#put(table);
    const view = new View(table);
    const choices = step.choices.map((choice) => button(actionWords(view, choice.action), () => this.#choose(step, choice), { class: "puzzle-choice", attrs: { "data-action": choice.action } }));
    this.bubble.replaceChildren(
      element("h2", { text: step.title, attrs: { tabindex: -1 } }),
      element("p", { text: step.text }),
      element("p", {}, element("b", { text: step.task })),
      element("div", { class: "puzzle-choices", attrs: { role: "group", "aria-label": step.task } }, ...choices),
    );
    if (place) this.bubble.querySelector("h2").focus({ preventScroll: true });
    return undefined;
  }

  #put(table) {
    this.board.model = table;
    this.players.model = table;
  }

  /** Carries a choice out on the board and says what it means; another one can be tried. */
  #choose(step, { action, says, right, state }) {
    this.#put(positionTable("tutorial", { ...step, state }));
    const last = this.#place + 1 === this.#steps.length;
    const next = button(last ? "Finish" : "Next", () => this.#show(this.#place + 1), { class: right ? "first next-step" : "next-step" });
    const again = button("Try again", () => this.#show(this.#place), { class: "first" });
    this.bubble.replaceChildren(
      element("h2", { text: step.title }),
      element("p", { class: "note", text: step.task }),
      element("p", {}, "Your choice: ", element("b", { text: actionWords(new View(positionTable("tutorial", step)), action) })),
      element("p", { class: right ? "tutorial-says right" : "tutorial-says", text: says, attrs: { role: "status" } }),
      element("div", { class: "row" }, ...(right ? [next] : [again, next])),
    );
    this.bubble.querySelector("button").focus({ preventScroll: true });
  }

  #end() {
    this.progress.textContent = "Done";
    this.bubble.replaceChildren(
      element("h2", { text: "That is all you need", attrs: { tabindex: -1 } }),
      element("p", {}, "The rest comes with playing. Press ", element("kbd", { text: "?" }), " at any time for the rules of your table."),
      element("div", { class: "row" }, element("a", { class: "button first", text: "Play a game", attrs: { href: "#" } }), element("a", { class: "button", text: "Try a puzzle", attrs: { href: "#puzzle" } })),
    );
    this.bubble.querySelector("h2").focus({ preventScroll: true });
  }
}

customElements.define("rentier-tutorial", RentierTutorial);
