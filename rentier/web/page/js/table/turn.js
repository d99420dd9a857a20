/** `<rentier-turn>`: for those who only watch, who must decide what, and how long there is for it. */

import { element } from "../dom.js";
import { seatName } from "../state.js";
import { tokenIcon } from "./token.js";

const DECISIONS = {
  manage: "building, trading or going on",
  roll: "to throw the dice",
  buy: "to buy or not",
  bid: "to bid",
  respond: "to answer an offer",
  raise: "to raise money",
  card: "to choose by a card",
  tax: "to choose a tax",
  settle: "to settle a debt",
  claim: "to ask for rent",
  place: "to place a building",
};

class RentierTurn extends HTMLElement {
  #who = element("p", { class: "turn-who" });
  #clock = element("span", { class: "clock money", attrs: { role: "timer" }, props: { hidden: true } });
  #timer = 0;
  #deadline = null;

  connectedCallback() {
    this.replaceChildren(this.#who, this.#clock);
    this.#timer = setInterval(() => this.#tick(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  set model({ waiting, seats, you, over, settings }) {
    this.hidden = Boolean(over) || !waiting || you.seat !== null;
    this.#deadline = waiting?.deadline ?? null;
    this.#tick();
    if (!waiting) return;
    const absent = waiting.kind === "person" && !seats[waiting.seat].here;
    const words = `${seatName(seats, waiting.seat)} is ${DECISIONS[waiting.decision] ?? "to decide"}`;
    const late = settings.paused && waiting.kind === "agent" ? " (paused)" : absent ? " (away)" : "";
    this.#who.replaceChildren(tokenIcon(waiting.seat), element("span", { text: words + late }));
  }

  #tick() {
    this.#clock.hidden = this.#deadline === null;
    if (this.#deadline === null) return;
    const left = Math.max(0, Math.ceil(this.#deadline - Date.now() / 1000));
    this.#clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.#clock.classList.toggle("short", left <= 10);
  }
}

customElements.define("rentier-turn", RentierTurn);
