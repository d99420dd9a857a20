/** `<rentier-start>`: making a table, going on with one, watching one, bringing a record. */

import { get, post } from "../api.js";
import { button, element } from "../dom.js";
import { keepMade, recall, remember } from "../keep.js";
import { boardPicture } from "./picture.js";
import { RulesEditor } from "./rules.js";
import { SeatsEditor } from "./seats.js";
import { SwitchesEditor } from "./switches.js";
import { tableLists } from "./tables.js";

const NAME = "rentier.name";
const QUICK = ["bot", "genes", "aggressive"]; // who waits for a quick game
const DELAYS = [[0, "at once"], [0.3, "quick"], [0.6, "steady"], [1.5, "calm"], [4, "slow"]];

/** A field with its label. */
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
    this.replaceChildren(element("p", { class: "faint loading", text: "Setting the table …" }));
    try {
      this.#lay(await get("/api/choices"));
    } catch (error) {
      this.replaceChildren(element("p", { class: "error loading", text: error.message }));
    }
  }

  #lay(choices) {
    const lists = element("div", { class: "lists" });
    this.#make(choices);
    this.replaceChildren(
      element("div", { class: "start-main" }, this.#welcome(), this.#form),
      element("aside", { class: "start-side", attrs: { "aria-label": "Tables" } }, boardPicture(), lists, this.#importer()),
    );
    tableLists().then((made) => lists.replaceChildren(...made), (error) => lists.replaceChildren(element("p", { class: "error", text: error.message })));
  }

  /** The fields. */
  #make(choices) {
    this.name = element("input", { attrs: { maxlength: choices.limits.name, autocomplete: "nickname", required: true, value: recall(NAME, "") } });
    this.seats = new SeatsEditor(choices, [{ kind: "person" }, ...QUICK.map((agent) => ({ kind: "agent", agent }))]);
    this.rules = new RulesEditor(choices);
    this.switches = new SwitchesEditor(choices);
    this.switches.rules = this.rules.name;
    this.rules.addEventListener("change", () => (this.switches.rules = this.rules.name));
    this.delay = element("select", {}, ...DELAYS.map(([seconds, text]) => element("option", { text, attrs: { value: seconds, selected: seconds === 0.6 } })));
    const [least, most] = choices.limits.clock;
    this.clock = element("input", { attrs: { type: "number", min: least, max: most, step: 1, placeholder: "no clock" } });
    this.odds = check("Show everybody's chances", true);
    this.hints = check("Allow hints", true);
    this.public = check("Public: anybody may watch", false);
  }

  #welcome() {
    return element(
      "section",
      { class: "welcome" },
      element("h1", { text: "Buy, build, bargain." }),
      element("p", { class: "lead", text: "The property game, with friends and with agents. See everybody's chance to win move with every throw, and go through every decision afterwards." }),
      element("div", { class: "row quick" }, field("name", "Your name", this.name), button("Play now", () => this.#quick(), { class: "first large quick-start" })),
      element("p", { class: "note", text: "You against three agents, by the classic British rules." }),
      this.#error,
    );
  }

  get #form() {
    const form = element(
      "form",
      { class: "panel table-form", attrs: { "aria-label": "A table of your own", novalidate: true } },
      element("h2", { text: "A table of your own" }),
      element("h3", { text: "Seats" }),
      this.seats.node,
      this.rules.node,
      this.switches.node,
      element("div", { class: "field-grid" }, field("delay", "Agents play", this.delay), field("clock", "Seconds for a decision", this.clock)),
      element("div", { class: "checks" }, this.odds.node, this.hints.node, this.public.node),
      element("div", { class: "row" }, element("button", { class: "first large play", text: "Play", attrs: { type: "submit" } }), button("Watch agents play", () => this.#watch(), { class: "large watch" })),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play();
    });
    return form;
  }

  /** A record of a game that was played elsewhere. */
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
    return element("section", { class: "panel" }, element("h2", { text: "Review a record" }), field("record", "A game record (TOML)", file), error);
  }

  #quick() {
    const name = this.#named();
    if (name) this.#ask({ rules: "uk-classic", seats: [{ kind: "person", name }, ...QUICK.map((agent) => ({ kind: "agent", agent }))] });
  }

  #play() {
    const seats = this.seats.wanted(this.name.value.trim());
    if (seats.some((seat) => seat.kind === "person") && !this.#named()) return;
    this.#ask({ ...this.#settings(), seats });
  }

  #watch() {
    this.#ask({ ...this.#settings(), seats: this.seats.onlyAgents });
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

  /** One's name, once it is given. */
  #named() {
    const name = this.name.value.trim();
    this.#error.textContent = name ? "" : "Please say your name first.";
    if (name) remember(NAME, name);
    else this.name.focus();
    return name;
  }

  async #ask(table) {
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
