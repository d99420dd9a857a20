/** `<rentier-board>`: a board of any number of squares. Dispatches "square" {detail: {square}}. */

import { element, svg } from "../dom.js";
import { deedCard } from "./deed.js";
import { drawFrames, frameWords } from "./frames.js";
import { planBoard, SIZE } from "./layout.js";
import { shortNames } from "./lettering.js";
import { Middle } from "./middle.js";
import { Tokens } from "./movement.js";
import { mortgageGround, squareFace, squareLabel, squareMarks } from "./square.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const HOVER_DELAY = 120; // milliseconds
const UNOWNED = { owner: null, houses: 0, mortgaged: false };

/** Creates the hatching for mortgaged deeds. */
function hatching() {
  const line = svg("path", { class: "hatch-line", attrs: { d: "M0 0V8" } });
  return svg("defs", {}, svg("pattern", { attrs: { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" } }, line));
}

class RentierBoard extends HTMLElement {
  #table = null;
  #plan = null;
  #squares = []; // for each square: {group, ground, marks, key}
  #tokens = null;
  #middle = null;
  #card = null;
  #frames = []; // {kind, squares}
  #frameLayer = svg("g", { class: "frames" });
  #current = 0; // the square that is in the tab order
  #open = null; // the square whose card is open
  #hoverTimer = 0;

  /** Shows a table; the board is redrawn if it is a different one, or if somebody has another token. */
  set model(table) {
    const looks = ({ seats }) => seats.map(({ token, colour }) => `${token} ${colour}`).join();
    const same = this.#table && this.#table.table === table.table && this.#squares.length === table.board.length && looks(this.#table) === looks(table);
    this.#table = table;
    this.#frames = [];
    this.#frameLayer.replaceChildren();
    if (!same) this.#draw(table);
    this.#show();
  }

  /** Frames squares that moves concern; the next model removes the frames. */
  set frames(frames) {
    this.#frames = frames;
    this.#frameLayer.replaceChildren(...drawFrames(frames, this.#plan.places));
    this.#table.board.forEach((_, number) => this.#label(number));
  }

  /** Shows the table after a scene, while the scene is played; `scenes` are those of the step so far. */
  play(table, scenes, stage) {
    const scene = scenes.at(-1);
    this.#table = table;
    if (scene.scene === "walk") this.#tokens.walk(table.state, scene, stage);
    this.#show();
    this.#middle.happened(table, scenes);
    this.#middle.play(scene, stage);
    if (scene.square !== undefined) this.#emphasize(scene, stage);
  }

  /** Shows the cards and payments of a step. */
  happened(table, scenes) {
    this.#middle.happened(table, scenes);
  }

  /** Draws attention to the square of a scene. */
  #emphasize({ square, length }, stage) {
    const { group, marks } = this.#squares[square];
    stage.animate(group.querySelector(".face"), [{}, { fill: "var(--gold-soft)", offset: 0.3 }, {}], { duration: length });
    stage.animate(marks, [{ transform: "scale(1.5)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: length / 2, easing: "ease-out" });
  }

  /** Focuses the square that had the focus last. */
  focusSquare() {
    this.#squares[this.#current]?.group.focus();
  }

  /** Opens the card of a square. */
  openDeed(number) {
    this.#open = number;
    this.#card.replaceChildren(...deedCard(this.#table, number));
    const place = this.#plan.places[number];
    const [x, y] = [(place.x + place.width / 2) / SIZE, (place.y + place.height / 2) / SIZE];
    this.#card.style.left = `${(Math.min(Math.max(x, 0.3), 0.7) * 100).toFixed(1)}%`;
    this.#card.style.top = y > 0.5 ? "auto" : `${((place.y + (place.side === 2 ? place.height : 0)) / SIZE * 100 + 1).toFixed(1)}%`;
    this.#card.style.bottom = y > 0.5 ? `${((SIZE - place.y - (place.side === 0 ? 0 : place.height)) / SIZE * 100 + 1).toFixed(1)}%` : "auto";
    if (place.side === 1) this.#card.style.left = `${(((place.x + place.width) / SIZE) * 100 + 20).toFixed(1)}%`;
    if (place.side === 3) this.#card.style.left = `${((place.x / SIZE) * 100 - 20).toFixed(1)}%`;
    this.#card.hidden = false;
    this.#squares.forEach(({ group }, at) => group.classList.toggle("looked-at", at === number));
  }

  /** Closes the card. */
  closeDeed() {
    clearTimeout(this.#hoverTimer);
    this.#open = null;
    this.#card.hidden = true;
    for (const { group } of this.#squares) group.classList.remove("looked-at");
  }

  #draw(table) {
    this.#plan = planBoard(table.board.length);
    const short = shortNames(table.board.map(({ name }) => name));
    this.#squares = table.board.map((square, number) => this.#makeSquare(table, square, number, short.get(square.name)));
    this.#tokens = new Tokens(this.#plan, table.board, table.seats);
    this.#middle = new Middle(table);
    this.#middle.node.style.inset = `${(this.#plan.depth / SIZE) * 100}%`;
    this.#card = element("div", { class: "deed-card", attrs: { "aria-hidden": "true" }, props: { hidden: true } });
    const picture = svg(
      "svg",
      { class: "board", attrs: { viewBox: `-2 -2 ${SIZE + 4} ${SIZE + 4}`, role: "group", "aria-label": `Board: ${table.title}. Use the arrow keys to move between squares.` } },
      hatching(),
      ...this.#squares.map(({ group }) => group),
      this.#frameLayer,
      this.#tokens.layer,
    );
    picture.addEventListener("pointerleave", () => this.closeDeed());
    picture.addEventListener("keydown", (event) => this.#key(event));
    picture.addEventListener("focusout", () => this.closeDeed());
    this.replaceChildren(element("div", { class: "board-frame" }, picture, this.#middle.node, this.#card));
  }

  #makeSquare(table, square, number, short) {
    const ground = svg("g", {});
    const marks = svg("g", { class: "marks" });
    const group = svg(
      "g",
      {
        class: "square",
        attrs: { role: "button", tabindex: number === 0 ? 0 : -1, "data-square": number },
        on: {
          pointermove: (event) => this.#hover(number, event),
          focus: () => this.#focused(number),
          click: () => this.#choose(number),
        },
      },
      squareFace(square, this.#plan.places[number], this.#plan.depth, table.currency, { ground, short }),
      marks,
    );
    return { group, ground, marks, key: "" };
  }

  /** Updates squares, tokens and the middle; only changes are drawn. */
  #show() {
    const { state, board, question } = this.#table;
    const choosable = new Set((question?.choices ?? []).map((choice) => choice.square).filter((square) => square !== null));
    board.forEach((square, number) => {
      const shown = this.#squares[number];
      const deed = square.group ? state.deeds[square.deed] : UNOWNED;
      const key = `${deed.owner} ${deed.houses} ${deed.mortgaged}`;
      if (square.group && key !== shown.key) {
        shown.ground.replaceChildren(...(deed.mortgaged ? mortgageGround(square, this.#plan.places[number], this.#plan.depth) : []));
        shown.marks.replaceChildren(...squareMarks(square, this.#plan.places[number], this.#plan.depth, deed));
        shown.key = key;
      }
      this.#label(number);
      shown.group.classList.toggle("choosable", choosable.has(number));
    });
    this.#tokens.place(state);
    this.#middle.show(this.#table);
    if (this.#open !== null) this.openDeed(this.#open);
  }

  /** Describes a square for screen readers. */
  #label(number) {
    const { board, state } = this.#table;
    const deed = board[number].group ? state.deeds[board[number].deed] : UNOWNED;
    const label = squareLabel(this.#table, board[number], deed);
    this.#squares[number].group.setAttribute("aria-label", [label, frameWords(this.#frames, number)].filter(Boolean).join(", "));
  }

  /** Opens the card of a square when the mouse moves over it and rests. */
  #hover(number, { pointerType, movementX, movementY }) {
    if (pointerType !== "mouse" || this.#open === number || (!movementX && !movementY)) return;
    clearTimeout(this.#hoverTimer);
    this.#hoverTimer = setTimeout(() => this.openDeed(number), this.#open === null ? HOVER_DELAY : 0);
  }

  #focused(number) {
    this.#squares[this.#current].group.setAttribute("tabindex", "-1");
    this.#current = number;
    this.#squares[number].group.setAttribute("tabindex", "0");
    if (this.#squares[number].group.matches(":focus-visible")) this.openDeed(number);
  }

  #choose(number) {
    this.openDeed(number);
    this.dispatchEvent(new CustomEvent("square", { detail: { square: number } }));
  }

  #key(event) {
    const count = this.#squares.length;
    if (event.key === "Enter" || event.key === " ") this.#choose(this.#current);
    else if (event.key === "Escape" && this.#open !== null) this.closeDeed();
    else if (event.key in STEPS) this.#squares[(this.#current + STEPS[event.key] + count) % count].group.focus();
    else if (event.key === "Home" || event.key === "End") this.#squares[event.key === "Home" ? 0 : count - 1].group.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("rentier-board", RentierBoard);
