/** New games from a position: at once with the same players, or with others, chosen in a dialog. */

import { post } from "../api.js";
import { button, element } from "../dom.js";
import { face } from "../face.js";
import { keepMade, keepTable, recall } from "../keep.js";
import { agentSelect, expertField, freeName, isAgent, offerAgent, STAND_IN } from "../opponents.js";
import { tokenIcon } from "../table/token.js";

const PERSON = "";
const LONGEST_NAME = 30;

/** Returns the agent that plays a seat in a new game: its own, or a stand-in for a person. */
function agentOf({ agent, name }) {
  return agent ?? (isAgent(name) ? name : STAND_IN); // imported records name seats after their agents
}

/** Gives every seat a different name: the player's own if it is free. */
function named(seats) {
  const used = seats.filter(({ kind, name }) => kind === "person" && name).map(({ name }) => name);
  return seats.map((seat) => {
    if (seat.kind === "person") return seat;
    const wished = seat.name?.slice(0, LONGEST_NAME);
    const name = wished && !used.includes(wished) ? wished : freeName(seat.agent, used);
    used.push(name);
    return { ...seat, name };
  });
}

/** Starts a game from a decision of a reviewed game, and opens it; `advice` is kept for its first question. */
async function start(game, decision, seats, token, advice = null) {
  const made = await post(`/api/games/${game.game}/play-on`, { decision, seats: named(seats) }, token);
  const table = keepMade(made, game.title);
  if (advice) keepTable(table, { advice });
  location.hash = `#table/${table}`;
}

/** Starts a game from a decision, in which the user takes `seat` and the others are as before; the better decision is one click
 * away: `advice` is {action, why}.
 */
export function tryBetter(game, decision, seat, advice, token) {
  const name = recall("rentier.name") || "You";
  const seats = game.seats.map((one) => (one.seat === seat ? { kind: "person", name } : { kind: "agent", agent: agentOf(one), name: one.name }));
  return start(game, decision, seats, token, advice);
}

/** Opens the dialog; `decision` is the number of the decision to play from, `seat` the player who makes it. */
export function playOn(game, decision, seat, token) {
  const error = element("p", { class: "error", attrs: { role: "alert" } });
  const choosers = game.seats.map((one) => new Chooser(one, seat, () => show()));
  const name = element("input", { attrs: { id: "play-on-name", maxlength: LONGEST_NAME, autocomplete: "nickname" }, props: { value: recall("rentier.name", "You") }, on: { input: () => show() } });
  const wanted = () => named(peopleNamed(choosers.map(({ seat: one }) => one), name.value.trim()));
  const show = () => wanted().forEach((one, place) => choosers[place].show(one));
  const added = element("p", { class: "note", attrs: { role: "status" } });
  const experts = expertField("play-on-spec", "Add", (spec) => {
    for (const { select } of choosers) offerAgent(select, spec);
    added.textContent = `${spec} can now be chosen for every seat.`;
  });
  experts.append(added);
  const begin = () => start(game, decision, wanted(), token).then(() => made.close(), (failure) => (error.textContent = failure.message));
  const made = element(
    "dialog",
    { class: "play-on", attrs: { "aria-label": "Play on from here" } },
    element("h2", { text: "Play on from here" }),
    element("p", { class: "note", text: "Same position, new luck: new dice rolls, and a new order of the cards that nobody has seen." }),
    element("div", { class: "play-on-seats" }, ...choosers.map(({ row }) => row)),
    element("div", { class: "field" }, element("label", { text: "Your name", attrs: { for: "play-on-name" } }), name),
    experts,
    error,
    element("div", { class: "row" }, button("Play", begin, { class: "first" }), button("Cancel", () => made.close())),
  );
  made.addEventListener("close", () => made.remove());
  show();
  document.body.append(made);
  made.showModal();
}

/** Returns the seats with the user's name at the first person's seat; other people are invited. */
function peopleNamed(seats, name) {
  const mine = seats.findIndex(({ kind }) => kind === "person");
  return seats.map((seat, place) => (place === mine && name ? { ...seat, name } : seat));
}

/** The choice for one seat: the user takes the seat that decides, the others are played as before. */
class Chooser {
  #player; // of the reviewed game
  #shown = element("span", { class: "play-on-player" });

  constructor(player, seat, changed) {
    this.#player = player;
    this.select = agentSelect(`Who plays for ${player.name}`, [PERSON, "Person"]);
    const agent = agentOf(player);
    offerAgent(this.select, agent);
    this.select.value = player.seat === seat || (player.kind === "person" && seat === null) ? PERSON : agent;
    this.select.addEventListener("change", changed);
    this.row = element("div", { class: "play-on-seat" }, tokenIcon(player.seat), this.#shown, this.select);
  }

  /** The seat as the server expects it; its name stays if its agent does. */
  get seat() {
    const { value } = this.select;
    if (value === PERSON) return { kind: "person" };
    return { kind: "agent", agent: value, ...(value === agentOf(this.#player) && { name: this.#player.name }) };
  }

  /** Shows who will play. */
  show({ kind, name }) {
    const before = this.#player.name;
    const words = kind === "person" ? (name ?? "Invited friend") : name;
    this.#shown.replaceChildren(
      ...(kind === "agent" ? [face(name)] : []),
      element("span", {}, element("strong", { text: words }), ...(words === before ? [] : [element("span", { class: "note", text: `in ${before}’s place` })])),
    );
  }
}
