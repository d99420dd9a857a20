/** `<rentier-start>`: the start page, where users start, resume, watch and review games. */

import { get, post } from "../api.js";
import { button, element } from "../dom.js";
import { keepMade, recall, remember } from "../keep.js";
import { LookPicker } from "../look.js";
import "../puzzle/learn.js";
import { HouseRules } from "./house.js";
import { boardPicture } from "./picture.js";
import { RulesEditor } from "./rules.js";
import { SeatsEditor } from "./seats.js";
import { SwitchesEditor } from "./switches.js";
import { tableLists } from "./tables.js";

const NAME = "rentier.name";
const NOBODY = "Guest"; // the name of somebody who gives none
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
  #title = [
    element("h1", { text: "Play Monopoly with friends and AI players" }),
    element("p", { class: "lead", text: "Free, in your browser, without an account. Watch your chances change with every roll, and see afterwards which decisions mattered." }),
  ];
  #error = element("p", { class: "error", attrs: { role: "alert" } });
  #summary = element("p", { class: "note summary" });

  async connectedCallback() {
    this.#wait(element("p", { class: "faint", text: "Loading…" }));
    try {
      this.#render(await get("/api/choices"));
    } catch (error) {
      this.#wait(element("p", { class: "error", text: error.message }));
    }
  }

  /** Shows the title until the choices have arrived. */
  #wait(status) {
    this.replaceChildren(element("div", { class: "start-main" }, element("section", { class: "welcome" }, ...this.#title, status)));
  }

  #render(choices) {
    const lists = element("div", { class: "lists" });
    this.#createFields(choices);
    const form = element("form", { class: "start-main", attrs: { "aria-label": "New game", novalidate: true } }, this.#welcome(), this.#table(), this.#rules());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play();
    });
    this.replaceChildren(form, element("aside", { class: "start-side", attrs: { "aria-label": "Tables" } }, boardPicture(), element("rentier-learn"), lists, this.#importer()));
    this.#summarise();
    tableLists().then((made) => lists.replaceChildren(...made), (error) => lists.replaceChildren(element("p", { class: "error", text: error.message })));
  }

  #createFields(choices) {
    this.name = element("input", { attrs: { maxlength: choices.limits.name, autocomplete: "nickname", placeholder: NOBODY, value: recall(NAME, "") } });
    this.look = new LookPicker();
    this.seats = new SeatsEditor(choices, this.look);
    this.rules = new RulesEditor(choices);
    this.switches = new SwitchesEditor(choices);
    this.switches.rules = this.rules.name;
    this.house = new HouseRules(this.switches);
    this.rules.addEventListener("change", () => {
      this.switches.rules = this.rules.name;
      this.#summarise();
    });
    this.delay = element("select", {}, ...DELAYS.map(([seconds, text]) => element("option", { text, attrs: { value: seconds, selected: seconds === 0.6 } })));
    this.odds = check("Show chances of winning", true);
    this.hints = check("Allow hints", true);
    this.undo = check("Allow undo (games in which you use it are left out of the statistics)", false);
    this.chat = check("Players can chat", true);
    this.public = check("Public: anyone can watch", false);
    this.seats.addEventListener("change", () => {
      if (this.seats.hasOpenSeats) this.public.box.checked = true;
      this.public.box.disabled = this.seats.hasOpenSeats;
      this.#summarise();
    });
  }

  /** What this is, and the button that starts a game at once. */
  #welcome() {
    return element(
      "section",
      { class: "welcome" },
      ...this.#title,
      element("div", { class: "row quick" }, field("name", "Your name", this.name), element("button", { class: "first large quick-start", text: "Play now", attrs: { type: "submit" } })),
      this.#summary,
      this.#error,
    );
  }

  #summarise() {
    this.#summary.textContent = this.seats.words ? `You against ${this.seats.words}. ${this.rules.title}.` : "Add at least one opponent.";
  }

  #table() {
    return element(
      "section",
      { class: "panel table-form", attrs: { "aria-labelledby": "players-title" } },
      element("h2", { text: "Your table", attrs: { id: "players-title" } }),
      this.seats.node,
      element("details", { class: "looks" }, element("summary", { text: "Your token and colour" }), this.look.node),
    );
  }

  #rules() {
    return element(
      "section",
      { class: "panel table-form", attrs: { "aria-labelledby": "rules-title" } },
      element("h2", { text: "Rules", attrs: { id: "rules-title" } }),
      this.house.node,
      this.rules.node,
      this.switches.node,
      element("div", { class: "field-grid" }, field("delay", "Speed of AI players", this.delay)),
      element("div", { class: "checks" }, this.odds.node, this.hints.node, this.undo.node, this.chat.node, this.public.node),
      element("div", { class: "row" }, element("button", { class: "first large play", text: "Play", attrs: { type: "submit" } }), button("Watch AI players", () => this.#watch(), { class: "large watch" })),
    );
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

  #play() {
    const name = this.name.value.trim();
    if (name) remember(NAME, name);
    const me = { kind: "person", name: name || NOBODY, ...this.look.look };
    this.#create({ ...this.#settings(), seats: [me, ...this.seats.request], undo: this.undo.box.checked && !this.seats.hasFriends, lobby: this.seats.hasFriends });
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
      chat: this.chat.box.checked,
      clock: this.house.clock,
      minutes: this.house.minutes,
      delay: Number(this.delay.value),
      public: this.public.box.checked,
    };
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
