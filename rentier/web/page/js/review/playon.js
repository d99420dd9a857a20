/** The dialog that starts a new game from a position. */

import { get, post } from "../api.js";
import { button, element } from "../dom.js";
import { keepMade, recall } from "../keep.js";
import { seatSign } from "./words.js";

const PERSON = "";

/** Opens the dialog; `decision` is the number of the decision to play from, `seat` the player who makes it. */
export async function playOn(game, decision, seat, token) {
  const { agents } = await get("/api/choices");
  const specs = agents.map((agent) => agent.spec);
  const error = element("p", { class: "error", attrs: { role: "alert" } });
  const choices = game.seats.map((one) => chooser(one, specs, seat));
  const name = element("input", { attrs: { id: "play-on-name", maxlength: 30, autocomplete: "nickname" }, props: { value: recall("rentier.name", "You") } });
  const made = element(
    "dialog",
    { class: "play-on", attrs: { "aria-label": "Play from here" } },
    element("h2", { text: "Play from here" }),
    element("p", { class: "note", text: "Same position, new luck: new dice rolls, and a new order of the cards that nobody has seen." }),
    element("div", { class: "play-on-seats" }, ...choices.map(({ row }) => row)),
    element("div", { class: "field" }, element("label", { text: "Your name", attrs: { for: "play-on-name" } }), name),
    error,
  );
  const begin = async () => {
    const seats = requestedSeats(choices.map(({ select }) => select.value), name.value);
    try {
      const table = await post(`/api/games/${game.game}/play-on`, { decision, seats }, token);
      made.close();
      location.hash = `#table/${keepMade(table, game.title)}`;
    } catch (failure) {
      error.textContent = failure.message;
    }
  };
  made.append(element("div", { class: "row" }, button("Play", begin, { class: "first" }), button("Cancel", () => made.close())));
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
}

/** Creates the choice for one seat: the user takes the seat that decides, other seats default to their player or agent. */
function chooser(one, specs, seat) {
  const known = one.agent && specs.includes(one.agent) ? one.agent : specs.includes(one.name) ? one.name : specs[0];
  const options = [element("option", { text: "Person", attrs: { value: PERSON } }), ...specs.map((spec) => element("option", { text: spec, attrs: { value: spec } }))];
  const select = element("select", { attrs: { "aria-label": `Who plays for ${one.name}` } }, ...options);
  select.value = one.seat === seat || (one.kind === "person" && seat === null) ? PERSON : known;
  return { select, row: element("div", { class: "row" }, seatSign(one.seat, one.name), select) };
}

/** Returns the seats for the server: the first person is the user, others are invited. */
function requestedSeats(values, name) {
  const mine = values.indexOf(PERSON);
  return values.map((value, seat) => {
    if (value !== PERSON) return { kind: "agent", agent: value };
    return seat === mine && name.trim() ? { kind: "person", name: name.trim() } : { kind: "person" };
  });
}
