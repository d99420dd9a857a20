/** The form part that sets up the table: the user, opponents picked from cards, and seats for friends. */

import { button, counted, element, listed } from "../dom.js";
import { face } from "../face.js";
import { byWork, expertField, freeName, levelOf } from "../opponents.js";
import { tokenImage } from "../table/token_shapes.js";

const USUAL = ["easy", "medium", "hard"]; // opponents until the user picks others
const FRIEND = { kind: "person", title: "Friend", about: "joins by your invitation" };
const STRANGER = { kind: "person", open: true, title: "Open seat", about: "anyone can join" };

/** Dispatches "change" when the players change. */
export class SeatsEditor extends EventTarget {
  #seats = [];
  #cards = element("ol", { class: "seat-cards", attrs: { "aria-label": "At the table" } });
  #levels = element("div", { class: "level-cards" });
  #adders = [];
  #status = element("p", { class: "unseen", attrs: { "aria-live": "polite" } });

  constructor(choices, look) {
    super();
    this.choices = choices;
    this.look = look;
    look.addEventListener("change", () => this.#show());
    for (const agent of USUAL) this.#seats.push(this.#opponent(agent));
    this.node = element(
      "div",
      { class: "seats-editor" },
      this.#cards,
      this.#status,
      element("h3", { text: "Add an opponent" }),
      this.#levels,
      element("div", { class: "row" }, this.#adder("Invite a friend", () => FRIEND), this.#adder("Open seat for anyone", () => STRANGER)),
      this.#research(),
      this.#experts(),
    );
    this.#show();
  }

  /** The other players, for the server. */
  get request() {
    return this.#seats.map(({ kind, agent, name, open = false }) => (kind === "agent" ? { kind, agent, name } : { kind, open }));
  }

  /** The opponents alone, at least two of them. */
  get onlyAgents() {
    const agents = this.#seats.filter((seat) => seat.kind === "agent");
    while (agents.length < this.choices.limits.seats[0]) agents.push(this.#opponent("medium", agents));
    return agents.map(({ kind, agent, name }) => ({ kind, agent, name }));
  }

  get hasFriends() {
    return this.#seats.some((seat) => seat.kind === "person");
  }

  get hasOpenSeats() {
    return this.#seats.some((seat) => seat.open);
  }

  /** The other players in words: `Edith (Easy), Max (Medium) and a friend`. */
  get words() {
    const agents = this.#seats.filter((seat) => seat.kind === "agent").map((seat) => `${seat.name} (${levelOf(seat.agent)})`);
    const open = this.#seats.filter((seat) => seat.open).length;
    const friends = this.#seats.length - agents.length - open;
    return listed([...agents, ...(friends ? [counted(friends, "friend")] : []), ...(open ? [counted(open, "open seat")] : [])]);
  }

  /** Returns an opponent with a name that nobody else at the table has. */
  #opponent(agent, seats = this.#seats) {
    return { kind: "agent", agent, name: freeName(agent, seats.map((seat) => seat.name)) };
  }

  #add(seat) {
    this.#seats.push(seat);
    this.#changed(`${seat.name ?? seat.title} added`);
  }

  #remove(place) {
    const [seat] = this.#seats.splice(place, 1);
    this.#changed(`${seat.name ?? seat.title} removed`);
    (this.#cards.querySelectorAll(".remove")[Math.min(place, this.#seats.length - 1)] ?? this.#levels.firstElementChild).focus();
  }

  #changed(words) {
    this.#show();
    this.#status.textContent = `${words}. ${counted(this.#seats.length + 1, "player")} at the table.`;
    this.dispatchEvent(new Event("change"));
  }

  #show() {
    const { token, colour } = this.look;
    const me = element("li", { class: "seat-card me" }, tokenImage(token, colour), element("span", { class: "seat-name", text: "You" }), element("span", { class: "note", text: token }));
    this.#cards.replaceChildren(me, ...this.#seats.map((seat, place) => this.#card(seat, place)));
    this.#levels.replaceChildren(...this.choices.levels.map((level) => this.#level(level)));
    const full = this.#seats.length + 1 >= this.choices.limits.seats[1];
    for (const adder of [...this.#adders, ...this.#levels.children]) adder.disabled = full;
  }

  #card(seat, place) {
    const { name = seat.title, agent } = seat;
    return element(
      "li",
      { class: "seat-card" },
      agent ? face(name) : element("span", { class: "empty-seat", text: "+", attrs: { "aria-hidden": "true" } }),
      element("span", { class: "seat-name", text: name }),
      element("span", { class: "note", text: agent ? levelOf(agent) : seat.about }),
      button("×", () => this.#remove(place), { class: "quiet small remove", attrs: { "aria-label": `Remove ${name}` } }),
    );
  }

  /** Creates the card of a level; a click adds an opponent. */
  #level({ agent, title, about, rating, names }) {
    const name = freeName(agent, this.#seats.map((seat) => seat.name)) ?? names[0];
    return element(
      "button",
      { class: "level-card", attrs: { type: "button", "data-agent": agent }, on: { click: () => this.#add(this.#opponent(agent)) } },
      face(name),
      element("span", { class: "level-title" }, element("strong", { text: title }), rating === null ? null : element("span", { class: "rating", text: `rated ${rating}` })),
      element("span", { class: "note", text: about }),
    );
  }

  #adder(text, seat, options = {}) {
    const made = button(text, () => this.#add(seat()), { class: "small", ...options });
    this.#adders.push(made);
    return made;
  }

  /** The agents of published works and our own, by work. */
  #research() {
    const agent = ({ spec, title, about, rating }) =>
      element("li", { class: "research-agent" },
        element("div", {}, element("strong", { text: title }), rating === null ? null : element("span", { class: "rating", text: `rated ${rating}` }), element("p", { class: "note", text: `${about.replaceAll("`", "")}.` })),
        this.#adder("Add", () => this.#opponent(spec), { attrs: { "aria-label": `Add ${title}`, title: spec } }));
    const { command, rules, games, date } = this.choices.league;
    return element(
      "details",
      { class: "research" },
      element("summary", { text: "From the research" }),
      element("p", { class: "note", text: "Players from published works on Monopoly, and our own experiments." }),
      ...byWork(this.choices.agents).map(([work, agents]) => element("section", {}, element("h4", { text: work }), element("ul", {}, ...agents.map(agent)))),
      element("p", { class: "note" }, `Ratings are Elo points from ${games.toLocaleString("en-GB")} games under ${rules}, ${date}: `, element("code", { text: command })),
    );
  }

  /** The field for any spec. */
  #experts() {
    const made = expertField("spec", "Add", (spec) => this.#add(this.#opponent(spec)));
    this.#adders.push(made.querySelector("button"));
    return made;
  }
}
