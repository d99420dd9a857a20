/** `<rentier-start>`: the start page, where users start, resume, watch and review games. */

import { get, post } from "../api.js";
import { button, element } from "../dom.js";
import { keepMade, recall, remember } from "../keep.js";
import "../puzzle/learn.js";
import { boardPicture } from "./picture.js";
import { RulesEditor } from "./rules.js";
import { SeatsEditor } from "./seats.js";
import { SwitchesEditor } from "./switches.js";
import { tableLists } from "./tables.js";

const NAME = "rentier.name";
const QUICK = ["bot", "genes", "aggressive"]; // opponents in a quick game
const DELAYS = [[0, "instant"], [0.3, "fast"], [0.6, "normal"], [1.5, "slow"], [4, "very slow"]];

/** Creates a field with its label. */
function field(id, label, input) {
  input.id = id;
  return element("div", { class: "field" }, element("label", { text: label, attrs: { for: id } }), input);
}

function check(label, checked) {
  const box = element("input", { attrs: { type: "checkbox", checked } });
  return { box, node: element("label", { class: "check" }, box, label) };
}

class RentierStart extends HTMLElement {
  #error = element("p", { class: "error", attrs: { role: "alert" } });

  async connectedCallback() {
    this.replaceChildren(element("p", { class: "faint loading", text: "Loading…" }));
    try {
      this.#render(await get("/api/choices"));
    } catch (error) {
      this.replaceChildren(element("p", { class: "error loading", text: error.message }));
    }
  }

  #render(choices) {
    const lists = element("div", { class: "lists" });
    this.#createFields(choices);
    this.replaceChildren(
      element("div", { class: "start-main" }, this.#welcome(), this.#form),
      element("aside", { class: "start-side", attrs: { "aria-label": "Tables" } }, boardPicture(), element("rentier-learn"), lists, this.#importer()),
    );
    tableLists().then((made) => lists.replaceChildren(...made), (error) => lists.replaceChildren(element("p", { class: "error", text: error.message })));
  }

  #createFields(choices) {
    this.name = element("input", { attrs: { maxlength: choices.limits.name, autocomplete: "nickname", required: true, value: recall(NAME, "") } });
    this.seats = new SeatsEditor(choices, [{ kind: "person" }, ...QUICK.map((agent) => ({ kind: "agent", agent }))]);
    this.rules = new RulesEditor(choices);
    this.switches = new SwitchesEditor(choices);
    this.switches.rules = this.rules.name;
    this.rules.addEventListener("change", () => (this.switches.rules = this.rules.name));
    this.delay = element("select", {}, ...DELAYS.map(([seconds, text]) => element("option", { text, attrs: { value: seconds, selected: seconds === 0.6 } })));
    const [least, most] = choices.limits.clock;
    this.clock = element("input", { attrs: { type: "number", min: least, max: most, step: 1, placeholder: "no limit" } });
    this.odds = check("Show win probabilities", true);
    this.hints = check("Allow hints", true);
    this.undo = check("Allow undo against agents (a game with it does not count)", false);
    this.public = check("Public: anyone can watch", false);
  }

  #welcome() {
    return element(
      "section",
      { class: "welcome" },
      element("h1", { text: "Buy, build, bargain." }),
      element("p", { class: "lead", text: "Play Monopoly with friends and strong AI players. Watch the win probabilities change with every roll, and review every decision afterwards." }),
      this.#quickForm,
      element("p", { class: "note", text: "You against three AI players (agents), under the classic British rules." }),
      this.#error,
    );
  }

  /** The form for a quick game: Enter in the name field starts it too. */
  get #quickForm() {
    const form = element(
      "form",
      { class: "row quick", attrs: { "aria-label": "Quick game", novalidate: true } },
      field("name", "Your name", this.name),
      element("button", { class: "first large quick-start", text: "Play now", attrs: { type: "submit" } }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#quick();
    });
    return form;
  }

  get #form() {
    const form = element(
      "form",
      { class: "panel table-form", attrs: { "aria-label": "Custom game", novalidate: true } },
      element("h2", { text: "Custom game" }),
      element("h3", { text: "Players" }),
      this.seats.node,
      this.rules.node,
      this.switches.node,
      element("div", { class: "field-grid" }, field("delay", "Agent speed", this.delay), field("clock", "Seconds per decision", this.clock)),
      element("div", { class: "checks" }, this.odds.node, this.hints.node, this.undo.node, this.public.node),
      element("div", { class: "row" }, element("button", { class: "first large play", text: "Play", attrs: { type: "submit" } }), button("Watch agents play", () => this.#watch(), { class: "large watch" })),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play();
    });
    return form;
  }

  /** Creates the form that uploads the record of a game. */
  #importer() {
    const error = element("p", { class: "error", attrs: { role: "alert" } });
    const file = element("input", { attrs: { type: "file", accept: ".toml,.txt" } });
    file.addEventListener("change", async () => {
      error.textContent = "";
      try {
        const { game } = await post("/api/records", { record: await file.files[0].text() });
        location.hash = `#review/${game}`;
      } catch (refusal) {
        error.textContent = refusal.message;
        file.value = "";
      }
    });
    return element("section", { class: "panel" }, element("h2", { text: "Review a recorded game" }), field("record", "Choose a game record (TOML file)", file), error);
  }

  #quick() {
    const name = this.#checkedName();
    if (name) this.#create({ rules: "uk-classic", seats: [{ kind: "person", name }, ...QUICK.map((agent) => ({ kind: "agent", agent }))] });
  }

  #play() {
    const seats = this.seats.request(this.name.value.trim());
    if (seats.some((seat) => seat.kind === "person") && !this.#checkedName()) return;
    const alone = seats.filter((seat) => seat.kind === "person").length === 1;
    this.#create({ ...this.#settings(), undo: this.undo.box.checked && alone, seats });
  }

  #watch() {
    this.#create({ ...this.#settings(), seats: this.seats.onlyAgents });
  }

  #settings() {
    return {
      rules: this.rules.name,
      switches: this.switches.changed,
      odds: this.odds.box.checked,
      hints: this.hints.box.checked,
      clock: this.clock.value ? Number(this.clock.value) : null,
      delay: Number(this.delay.value),
      public: this.public.box.checked,
    };
  }

  /** Returns and stores the user's name; asks for it if it is missing. */
  #checkedName() {
    const name = this.name.value.trim();
    this.#error.textContent = name ? "" : "Please enter your name.";
    if (name) remember(NAME, name);
    else this.name.focus();
    return name;
  }

  /** Creates a table and opens it. */
  async #create(table) {
    this.#error.textContent = "";
    try {
      location.hash = `#table/${keepMade(await post("/api/tables", table), this.rules.title)}`;
    } catch (error) {
      this.#error.textContent = error.message;
      this.#error.scrollIntoView({ block: "center" });
    }
  }
}

customElements.define("rentier-start", RentierStart);
