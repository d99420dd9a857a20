/** The form part for the house rules that most people know. They are switches too, and follow changes under "All rules". */

import { element } from "../dom.js";

const CLOCKS = [["", "no limit"], [15, "15 seconds"], [30, "30 seconds"], [60, "1 minute"], [120, "2 minutes"], [600, "10 minutes"]];
const LENGTHS = [["0", "last player standing"], ["20", "20 rounds, richest wins"], ["30", "30 rounds, richest wins"], ["50", "50 rounds, richest wins"]];
const MINUTES = [30, 60, 90, 120].map((minutes) => [`${minutes}m`, `${minutes} minutes, richest wins`]);
const CASH = [1000, 1500, 2000, 2500, 3000];

function option(value, text) {
  return element("option", { text, attrs: { value } });
}

/** Fills a list with options, of which one is selected; an empty one stands for what the rules say, which the page does not know. */
function fill(select, options, value) {
  select.replaceChildren(...options.map(([each, text]) => option(each, each === "" ? "as in the rules" : text)));
  select.value = value;
}

function field(id, label, input) {
  input.id = id;
  return element("div", { class: "field" }, element("label", { text: label, attrs: { for: id } }), input);
}

export class HouseRules {
  #switches;
  #jackpot = this.#check("Free Parking jackpot", "Taxes and fines go to whoever lands on Free Parking.", (on) => ({ free_parking: on ? "pot" : "none" }));
  #double = this.#check("Double salary on GO", "Landing exactly on GO pays the salary twice.", (on) => ({ go_exact_bonus: on ? this.#switches.value("salary") || "200" : "0" }));
  #auctions = this.#check("No auctions", "What a player does not buy stays with the bank.", (on) => ({ auction: on ? "none" : this.#usualAuction }));
  #cash = element("select", { on: { change: () => this.#set({ start_cash: this.#cash.value }) } });
  #length = element("select", { on: { change: () => this.#limit(this.minutes ? "0" : this.#length.value) } });
  #clock = element("select", {}, ...CLOCKS.map(([value, text]) => option(value, text)));

  constructor(switches) {
    this.#switches = switches;
    this.node = element(
      "fieldset",
      { class: "house-rules" },
      element("legend", { text: "House rules" }),
      element("div", { class: "house-checks" }, ...[this.#jackpot, this.#double, this.#auctions].map(({ node }) => node)),
      element("div", { class: "field-grid" }, field("cash", "Starting cash", this.#cash), field("length", "Length of the game", this.#length), field("clock", "Time per decision", this.#clock)),
    );
    switches.addEventListener("change", () => this.#show());
    this.#show();
  }

  /** Seconds per decision; null without a limit. */
  get clock() {
    return this.#clock.value ? Number(this.#clock.value) : null;
  }

  /** Minutes until the last round; null without a time limit. */
  get minutes() {
    return this.#length.value.endsWith("m") ? parseInt(this.#length.value, 10) : null;
  }

  /** Lets the game end after a number of rounds; "0": never. */
  #limit(rounds) {
    this.#set({ round_cap: rounds, cap: rounds === "0" ? this.#switches.usual("cap") : "worth" });
  }

  get #usualAuction() {
    const usual = this.#switches.usual("auction");
    return usual === "none" ? "ascending" : usual;
  }

  #check(label, explanation, settings) {
    const box = element("input", { attrs: { type: "checkbox" }, on: { change: () => this.#set(settings(box.checked)) } });
    const node = element("label", { class: "check house-check" }, box, element("span", {}, element("strong", { text: label }), element("span", { class: "note", text: explanation })));
    return { box, node };
  }

  #set(settings) {
    for (const [name, value] of Object.entries(settings)) this.#switches.choose(name, value);
  }

  /** Shows what the switches say. */
  #show() {
    const value = (name) => this.#switches.value(name);
    this.#jackpot.box.checked = value("free_parking") === "pot";
    this.#double.box.checked = Number(value("go_exact_bonus")) > 0;
    this.#auctions.box.checked = value("auction") === "none";
    const cash = new Set([...CASH.map(String), value("start_cash")]);
    fill(this.#cash, [...cash].sort((one, other) => one - other).map((amount) => [amount, Number(amount).toLocaleString("en-GB")]), value("start_cash"));
    const rounds = value("round_cap");
    const known = LENGTHS.some(([length]) => length === rounds);
    const timed = this.minutes && rounds === "0";
    fill(this.#length, [...LENGTHS, ...(known ? [] : [[rounds, `${rounds} rounds`]]), ...MINUTES], timed ? this.#length.value : rounds);
  }
}
