/** `<rentier-over>`: the end of the game, or of the user's part in it, and what to do next. Dispatches "notice" and "send". */

import { post } from "../api.js";
import { button, counted, element, listed, money } from "../dom.js";
import { keepMade, myTable } from "../keep.js";
import { copy, reviewLink } from "../share.js";
import { seatName } from "../state.js";
import { throwConfetti } from "./confetti.js";
import { fallenParts, lastFall } from "./fallen.js";
import "./story.js";
import { tokenIcon } from "./token.js";

/** Returns the result in a few words. */
function resultWords({ over, seats, you }) {
  const names = listed(over.winners.map((seat) => seatName(seats, seat)));
  if (!over.winners.length) return "Draw";
  if (over.winners.length > 1) return `${names} share first place`;
  return over.winners.includes(you.seat) ? "You won!" : `${names} wins`;
}

/** Creates the table of all players, best first. */
function standings({ over, seats, state, currency }) {
  const rows = over.standings.map(({ rank, seat, worth }) =>
    element("tr", { class: over.winners.includes(seat) ? "winner" : "" }, element("td", { text: String(rank) }),
      element("th", { attrs: { scope: "row" } }, element("span", { class: "standing-name" }, tokenIcon(seat), seatName(seats, seat))),
      element("td", { class: "money", text: state.players[seat].bankrupt ? "bankrupt" : money(currency, worth) })),
  );
  return element("table", { class: "standings" }, element("caption", { class: "unseen", text: "Standings" }),
    element("thead", {}, element("tr", {}, ...["Place", "Player", "Net worth"].map((text) => element("th", { text, attrs: { scope: "col" } })))),
    element("tbody", {}, ...rows));
}

/** Creates the sentence about a bankruptcy, if there is one to tell. */
function howItEnded(table) {
  const told = lastFall(table);
  return told ? element("p", { class: "over-how", text: told }) : "";
}

class RentierOver extends HTMLElement {
  #table = null; // once the game is over
  #wasInPlay = false; // whether this page saw the game before its end
  #isWatching = false; // a bankrupt player has chosen to watch
  #fallen = ""; // what the panel of a bankrupt player shows
  #again = element("div", { class: "row" });
  #dialog = null;

  connectedCallback() {
    this.hidden = true;
  }

  disconnectedCallback() {
    this.#dialog?.remove();
  }

  set model(table) {
    if (table.over) this.#end(table);
    else this.#goOn(table);
  }

  /** Shows the user's bankruptcy while the others play on. */
  #goOn(table) {
    const { you, state, seats } = table;
    this.#wasInPlay = true;
    const isFallen = you.seat !== null && state.players[you.seat].bankrupt;
    this.hidden = !isFallen || this.#isWatching;
    const shown = JSON.stringify([isFallen, seats, state.players.map(({ bankrupt }) => bankrupt)]);
    if (!isFallen || shown === this.#fallen) return;
    this.#fallen = shown;
    this.replaceChildren(...fallenParts(table, () => this.#watch(), () => this.#skip()));
  }

  #watch() {
    this.#isWatching = true;
    this.hidden = true;
  }

  #skip() {
    this.#watch();
    this.dispatchEvent(new CustomEvent("send", { detail: { type: "skip" }, bubbles: true }));
  }

  #end(table) {
    this.hidden = false;
    if (this.#table) return;
    this.#table = table;
    const { token, host } = myTable(table.table);
    const players = token || host;
    const { tutorial } = table.settings;
    const rematch = players && !tutorial && !this.#again.children.length;
    const again = rematch ? button("Play again", () => this.#rematch(players), { class: "rematch first" }) : "";
    this.#again.append(
      again,
      tutorial ? element("a", { class: "button first", text: "Play a real game", attrs: { href: "#" } }) : "",
      element("a", { class: "button", text: "Review this game", attrs: { href: `#review/${table.over.game}` } }),
      button("Share", () => this.#share(), { class: "share" }),
      element("a", { class: "button", text: "Home", attrs: { href: "#" } }),
    );
    this.replaceChildren(
      element("h2", { class: "over-title", text: resultWords(table) }),
      howItEnded(table),
      standings(table),
      table.settings.undone ? element("p", { class: "note", text: "Undo was used, so this game is left out of the statistics." }) : "",
      button("How the game went", () => this.#tell(), { class: "small tell" }),
      this.#again,
    );
    if (this.#wasInPlay && !tutorial) this.#tell();
  }

  /** Opens the story of the game, with the buttons of what to do next. */
  #tell() {
    const { over, state, you, odds_history: history, time_left: left } = this.#table;
    const title = resultWords(this.#table);
    const dialog = element("dialog", { class: "ending", attrs: { "aria-label": "How the game went" } },
      element("h2", { class: "over-title", text: title }),
      howItEnded(this.#table),
      element("p", { class: "note", text: `${left === 0 ? "The time was up. " : ""}After ${counted(state.round, "round")} and ${counted(state.turn, "turn")}.` }),
      element("rentier-story", { props: { game: over.game, history } }),
      element("footer", {}, this.#again, button("Close", () => dialog.close(), { class: "quiet close" })));
    dialog.addEventListener("close", () => {
      this.append(this.#again);
      dialog.remove();
    });
    this.#dialog = dialog;
    document.body.append(dialog); // this element may be hidden on a phone
    dialog.showModal();
    if (over.winners.includes(you.seat)) throwConfetti(dialog);
  }

  /** Copies a link to the review, which opens for everybody. */
  async #share() {
    const link = reviewLink(this.#table.over.game, this.#table.watch);
    const shared = this.#again.querySelector(".share");
    if (await copy(link)) shared.textContent = "Link copied";
    else shared.replaceWith(element("a", { text: link, attrs: { href: link } }));
  }

  /** Shows the link to a rematch, which players join and spectators watch; it may come before the result. */
  set rematch({ table, invite, watch }) {
    const [text, access] = invite ? ["Join the rematch", `invite/${invite}`] : ["Watch the rematch", `watch/${watch}`];
    this.#again.prepend(element("a", { class: "button first", text, attrs: { href: `#table/${table}/${access}` } }));
    this.#again.querySelector(".rematch")?.remove();
  }

  async #rematch(token) {
    try {
      const made = await post(`/api/tables/${this.#table.table}/rematch`, {}, token);
      location.hash = `#table/${keepMade(made, this.#table.title)}`;
    } catch (error) {
      this.dispatchEvent(new CustomEvent("notice", { detail: error.message, bubbles: true }));
    }
  }
}

customElements.define("rentier-over", RentierOver);
