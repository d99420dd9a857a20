/** The form part that sets up the seats: people and agents. */

import { button, element } from "../dom.js";
import { tokenIcon } from "../table/token.js";

/** Creates the list of agents that the spec fields suggest. */
export function agentList(agents) {
  return element("datalist", { attrs: { id: "agents" } }, ...agents.map((agent) => element("option", { attrs: { value: agent.spec, label: agent.title } })));
}

/** A list of seats; each can be removed, and given to a person or an agent. */
export class SeatsEditor {
  #seats;
  #rows = element("ol", { class: "seat-rows" });
  #add = button("Add a player", () => this.#change([...this.#seats, { kind: "agent", agent: "bot" }], this.#seats.length), { class: "small" });

  constructor(choices, seats) {
    this.choices = choices;
    this.#seats = seats;
    this.node = element("div", { class: "seats-editor" }, this.#rows, this.#add, agentList(choices.agents));
    this.#show();
  }

  /** Returns the seats for the server; `name` is the user's. */
  request(name) {
    let first = true;
    return this.#seats.map((seat) => {
      if (seat.kind === "agent") return { kind: "agent", agent: seat.agent.trim() };
      const mine = first;
      first = false;
      return mine ? { kind: "person", name } : { kind: "person" };
    });
  }

  /** The same with an agent in every seat. */
  get onlyAgents() {
    return this.#seats.map((seat) => ({ kind: "agent", agent: seat.kind === "agent" ? seat.agent.trim() : "bot" }));
  }

  /** Replaces the seats and focuses the one that changed. */
  #change(seats, place) {
    this.#seats = seats;
    this.#show();
    this.#rows.children[Math.min(place, seats.length - 1)].querySelector("select").focus();
  }

  #show() {
    const [fewest, most] = this.choices.limits.seats;
    this.#rows.replaceChildren(...this.#seats.map((seat, place) => this.#row(seat, place, this.#seats.length > fewest)));
    this.#add.disabled = this.#seats.length >= most;
  }

  #row(seat, place, removable) {
    const kind = element(
      "select",
      { attrs: { "aria-label": `Player ${place + 1}` }, on: { change: (event) => this.#change(this.#seats.with(place, event.target.value === "agent" ? { kind: "agent", agent: "bot" } : { kind: "person" }), place) } },
      element("option", { text: "Person", attrs: { value: "person" } }),
      element("option", { text: "Agent", attrs: { value: "agent" } }),
    );
    kind.value = seat.kind;
    const firstPerson = this.#seats.findIndex((other) => other.kind === "person");
    const remove = button("×", () => this.#change(this.#seats.toSpliced(place, 1), place), { class: "quiet small remove", attrs: { "aria-label": `Remove player ${place + 1}`, disabled: !removable } });
    const what = seat.kind === "agent" ? this.#agent(seat, place) : element("span", { class: "faint", text: place === firstPerson ? "You" : "Joins by invitation link" });
    return element("li", { class: "seat-row" }, tokenIcon(place), kind, what, remove);
  }

  /** Creates the field for an agent, with its description. */
  #agent(seat, place) {
    const about = element("span", { class: "note about" });
    const describe = () => {
      const found = this.choices.agents.find((agent) => agent.spec === seat.agent.trim());
      about.textContent = found ? found.about || found.title : "Agent with custom settings";
    };
    const field = element("input", {
      attrs: { list: "agents", value: seat.agent, "aria-label": `Agent for player ${place + 1}`, spellcheck: "false", autocapitalize: "off", required: true },
      on: {
        input: (event) => {
          seat.agent = event.target.value;
          describe();
        },
      },
    });
    describe();
    return element("div", { class: "agent-field" }, field, about);
  }
}
