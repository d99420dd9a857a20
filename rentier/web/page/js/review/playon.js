/** Playing on from a position: who sits where, and the new table. */

import { get, post } from "../api.js";
import { button, element } from "../dom.js";
import { keepMade, recall } from "../keep.js";
import { seatSign } from "./words.js";

const PERSON = "";

/** Opens the dialog; `decision` is the one to be made otherwise, `seat` whose it is. */
export async function playOn(game, decision, seat, token) {
  const { agents } = await get("/api/choices");
  const specs = agents.map((agent) => agent.spec);
  const error = element("p", { class: "error", attrs: { role: "alert" } });
  const choices = game.seats.map((one) => chooser(one, specs, seat));
  const name = element("input", { attrs: { id: "play-on-name", maxlength: 30, autocomplete: "nickname" }, props: { value: recall("rentier.name", "You") } });
  const made = element(
    "dialog",
    { class: "play-on", attrs: { "aria-label": "Play on from here" } },
    element("h2", { text: "Play on from here" }),
    element("p", { class: "note", text: "The same position on fresh luck: other dice, and other cards where nobody has seen them." }),
    element("div", { class: "play-on-seats" }, ...choices.map(({ row }) => row)),
    element("div", { class: "field" }, element("label", { text: "Your name", attrs: { for: "play-on-name" } }), name),
    error,
  );
  const begin = async () => {
    const asked = seatsAsked(choices.map(({ select }) => select.value), name.value);
    try {
      const table = await post(`/api/games/${game.game}/play-on`, { decision, seats: asked }, token);
      made.close();
      location.hash = `#table/${keepMade(table, game.title)}`;
    } catch (failure) {
      error.textContent = failure.message;
    }
  };
  made.append(element("div", { class: "row" }, button("Play on", begin, { class: "first" }), button("Cancel", () => made.close())));
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
}

/** One seat: a person, or an agent; at first whoever played there, and oneself where the decision is. */
function chooser(one, specs, seat) {
  const known = one.agent && specs.includes(one.agent) ? one.agent : specs.includes(one.name) ? one.name : specs[0];
  const options = [element("option", { text: "a person", attrs: { value: PERSON } }), ...specs.map((spec) => element("option", { text: spec, attrs: { value: spec } }))];
  const select = element("select", { attrs: { "aria-label": `Who plays for ${one.name}` } }, ...options);
  select.value = one.seat === seat || (one.kind === "person" && seat === null) ? PERSON : known;
  return { select, row: element("div", { class: "row" }, seatSign(one.seat, one.name), select) };
}

/** The seats as the server is asked for them: the first person is oneself, others are invited. */
function seatsAsked(values, name) {
  const mine = values.indexOf(PERSON);
  return values.map((value, seat) => {
    if (value !== PERSON) return { kind: "agent", agent: value };
    return seat === mine && name.trim() ? { kind: "person", name: name.trim() } : { kind: "person" };
  });
}
