/** `<rentier-coach>`: in the tutorial, explains each topic the first time that it comes up, and lists the others at the end.
 *
 * A tip about a question closes when the question is answered; a tip about something that has happened, when the user closes
 * it. What has been explained is stored with the table.
 */

import { get } from "../api.js";
import { button, element } from "../dom.js";
import { beginTutorial } from "../help/tutorial.js";
import { keepTable, myTable } from "../keep.js";
import { isTyping, openHelp } from "../keys.js";
import { topicsOfQuestion, topicsOfScenes } from "./topics.js";

class RentierCoach extends HTMLElement {
  #tips = null; // from the server; null until they are requested
  #table = null;
  #progress = null; // {met: topics, open: {topic, number of its question, or null}, unread: topics of what has happened}
  #shown = "";
  #says = element("div", { class: "coach-says", attrs: { "aria-live": "polite" } });
  #buttons = element("div", { class: "row" });
  #key = (event) => event.key === "g" && !isTyping(event) && this.#progress?.open && this.#close();

  connectedCallback() {
    this.replaceChildren(this.#says, this.#buttons);
    document.addEventListener("keydown", this.#key);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#key);
  }

  set model(table) {
    this.closest(".part").hidden = !this.#begin(table);
    if (this.closest(".part").hidden) return;
    const number = table.question?.number ?? null;
    const { open, met } = this.#progress;
    if (open && open.number !== null && open.number !== number) this.#close();
    const topic = topicsOfQuestion(table, met).find((one) => !met.includes(one));
    if (topic && (!open || open.number !== number)) this.#explain(topic, number);
    this.#show();
  }

  /** Explains what has happened at the table. */
  happened(table, scenes) {
    if (!this.#begin(table)) return;
    for (const topic of topicsOfScenes(table, scenes)) if (!this.#progress.met.includes(topic)) this.#explain(topic, null);
  }

  /** Takes a table; returns whether it is a tutorial table at which the user plays. */
  #begin(table) {
    if (!table.settings.tutorial || table.you.seat === null) return false;
    this.#table = table;
    this.#progress ??= { met: [], open: null, unread: [], ...myTable(table.table).tutorial };
    if (!this.#tips) this.#load();
    return true;
  }

  async #load() {
    this.#tips = [];
    try {
      this.#tips = await get("/api/tutorial");
      this.#show();
    } catch (failure) {
      this.#says.replaceChildren(element("p", { class: "error", text: failure.message }));
    }
  }

  /** Opens the tip on a topic. */
  #explain(topic, number) {
    const { met, open, unread } = this.#progress;
    if (open && open.number === null) unread.push(open.topic);
    if (!met.includes(topic)) met.push(topic);
    this.#open({ topic, number });
  }

  /** Closes a tip; one that was not read yet opens again. */
  #close() {
    const topic = this.#progress.unread.pop();
    this.#open(topic ? { topic, number: null } : null);
    this.#show();
  }

  #open(tip) {
    this.#progress.open = tip;
    keepTable(this.#table.table, { tutorial: this.#progress });
  }

  #show() {
    const { open, met } = this.#progress;
    const isOver = this.#table.over !== null || this.#table.state.players[this.#table.you.seat].bankrupt;
    const tip = this.#tips.find(({ topic }) => topic === open?.topic);
    const shown = JSON.stringify([isOver, tip?.topic, met.length, this.#tips.length]);
    if (!this.#tips.length || shown === this.#shown) return;
    this.#shown = shown;
    const held = this.contains(document.activeElement);
    const [says, buttons] = isOver ? this.#ending() : tip ? this.#explanation(tip) : this.#idle();
    this.closest(".part").classList.toggle("idle", !isOver && !tip);
    this.#says.replaceChildren(...says);
    this.#buttons.replaceChildren(...buttons, button("Begin again", () => this.#again(), { class: "quiet small again" }));
    this.#says.scrollTo(0, 0);
    if (held) (tip ? this.querySelector("button") : document.querySelector("rentier-decision .decision-heading"))?.focus({ preventScroll: true });
  }

  #explanation({ title, text }) {
    const read = button("Got it", () => this.#close(), { class: "small got-it", attrs: { "aria-keyshortcuts": "g", title: "Key: g" } });
    return [[element("h3", { text: title }), element("p", { text })], [read]];
  }

  /** Says how many topics have come up. */
  #idle() {
    const { met } = this.#progress;
    const usual = this.#tips.filter(({ rare }) => !rare);
    const known = usual.filter(({ topic }) => met.includes(topic)).length;
    const last = button("Last tip", () => this.#repeat(), { class: "small last-tip", props: { hidden: !met.length } });
    return [[element("p", { class: "note", text: `I explain what is new when it comes up. So far: ${known} of ${usual.length} topics.` })], [last]];
  }

  #repeat() {
    this.#open({ topic: this.#progress.met.at(-1), number: null });
    this.#show();
  }

  /** Ends the tutorial, with links to the rules for topics that did not come up. */
  #ending() {
    const missed = this.#tips.filter(({ topic, rare }) => !rare && !this.#progress.met.includes(topic));
    const links = missed.map(({ title, rules }) => element("li", {}, button(title, () => openHelp(rules), { class: "small missed" })));
    const text = missed.length ? "These topics did not come up. Read about them in the rules:" : "You have met every topic of the tutorial.";
    const more = [" Press ", element("kbd", { text: "?" }), " at any table for its rules."];
    const says = [element("h3", { text: "That was the tutorial" }), element("p", {}, text), missed.length ? element("ul", {}, ...links) : null, element("p", {}, ...more)];
    return [says.filter(Boolean), []];
  }

  async #again() {
    try {
      location.hash = await beginTutorial();
    } catch (failure) {
      this.dispatchEvent(new CustomEvent("notice", { detail: failure.message, bubbles: true }));
    }
  }
}

customElements.define("rentier-coach", RentierCoach);
