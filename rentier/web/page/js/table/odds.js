/** `<rentier-odds>`: every player's chance of winning, how it has changed and its curve; how it was estimated is folded away. */

import { counted, element, listed, percent } from "../dom.js";
import { agentWords } from "../opponents.js";
import { seatName } from "../state.js";
import { assumption, changes, currentOdds, curve } from "./chances.js";
import { tokenIcon } from "./token.js";

const LEAST_DRAWN = 0.005; // share of draws that is mentioned

/** Returns the change of a chance in words, for screen readers. */
function changeWords(points) {
  return points ? `, ${points > 0 ? "up" : "down"} ${counted(Math.abs(points), "point")}` : "";
}

/** Returns the specs of the agents that play on in the simulated games, for experts. */
function specs({ seats }) {
  return listed([...new Set(seats.map(({ agent }) => agent))]);
}

class RentierOdds extends HTMLElement {
  #list = element("ul", { class: "odds-list" });
  #assumed = element("span");
  #how = element("div", { class: "odds-how panel", attrs: { popover: "auto", id: "odds-how" } });
  #ask = element("button", { class: "quiet odds-ask", text: "How?", attrs: { type: "button", popovertarget: "odds-how", "aria-label": "How the chances are estimated" } });

  connectedCallback() {
    this.replaceChildren(this.#list, element("p", { class: "odds-note note" }, this.#ask, this.#assumed), this.#how);
  }

  set model(table) {
    this.closest(".part").hidden = !table.settings.odds;
    if (!table.settings.odds) return;
    const odds = currentOdds(table);
    this.#ask.hidden = !odds || Boolean(table.over);
    if (odds) this.#show(odds, table);
    else this.#assumed.textContent = "Calculating…";
  }

  #show(odds, table) {
    const { seats, over, you } = table;
    const change = over ? null : changes(table, odds);
    this.#list.replaceChildren(...odds.seats.map((found, place) => this.#row(found, change?.[place] ?? 0, table)));
    this.#assumed.textContent = over ? "The game is over." : assumption(odds, seats);
    this.#assumed.title = over ? "" : specs(odds);
    if (!over) this.#explain(odds, seats, you.seat === null ? "the current turn began" : "your last decision");
  }

  #row({ seat, share }, change, { seats, odds_history: history, state }) {
    const direction = change > 0 ? "up" : "down";
    const row = element(
      "li",
      { class: state.players[seat].bankrupt ? "out" : "" },
      tokenIcon(seat),
      element("span", { class: "odds-name", text: seatName(seats, seat) }),
      history.length > 1 ? curve(seat, history) : element("span", { class: "odds-curve" }),
      element("strong", { class: "money", text: percent(share) }),
      element("span", { class: `odds-change money ${direction}`, text: change ? `${change > 0 ? "▲" : "▼"} ${Math.abs(change)}` : "", attrs: { "aria-hidden": "true" } }),
      element("span", { class: "unseen", text: changeWords(change) }),
    );
    row.style.setProperty("--share", String(share));
    row.style.setProperty("--seat", `var(--seat-${seat})`);
    return row;
  }

  /** Explains how the chances are estimated, with their intervals. */
  #explain(odds, seats, since) {
    const agents = odds.seats.map(({ agent }) => agentWords(agent));
    const assumed = new Set(agents).size === 1 ? `everyone plays on like ${agents[0]}` : `the players play on like ${listed(agents)}`;
    const cut = odds.cut ? `, each ${odds.cut} turns long and then judged by a neural network` : "";
    const drawn = 1 - odds.seats.reduce((sum, { share }) => sum + share, 0);
    const intervals = odds.seats.map(({ seat, low, high }) => element("li", { text: `${seatName(seats, seat)}: ${Math.round(low * 100)} to ${percent(high)}` }));
    this.#how.replaceChildren(
      element("h3", { text: "How the chances are estimated" }),
      element("p", { attrs: { title: specs(odds) }, text: `From ${counted(odds.rollouts, "simulated game")}${cut}, in which ${assumed}.${drawn < LEAST_DRAWN ? "" : ` Draws: ${percent(drawn)}.`}` }),
      element("p", { text: `▲ and ▼ are the change in points since ${since}.` }),
      element("p", { text: "95 % intervals:" }),
      element("ul", {}, ...intervals),
    );
  }
}

customElements.define("rentier-odds", RentierOdds);
