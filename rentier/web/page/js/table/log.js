/** `<rentier-log>`: the game log in sentences, turn by turn; the newest stays in view. */

import { element } from "../dom.js";

export const HEADING = /^Round \d+, turn \d+/;
const OFFER = /^(.+?) offers .+: .+/;
const REFUSAL = / refuses\.$/;
const BID = /^\s*(.+) bids (\S+)\.$/;
const MOST_BIDS = 8; // shown of one auction; earlier ones become "…"
const MOST_TURNS = 60; // shown at a time
const ANNOUNCE_INTERVAL = 1500; // milliseconds between two announcements to screen readers
const MOST_ANNOUNCED = 4; // lines per announcement

class RentierLog extends HTMLElement {
  #turns = element("ol", { class: "turns", attrs: { tabindex: 0, "aria-label": "Game log" } });
  #live = element("p", { class: "unseen", attrs: { "aria-live": "polite" } });
  #unannounced = [];
  #timer = 0;

  connectedCallback() {
    this.replaceChildren(this.#turns, this.#live);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** Shows the whole log, at first and after a reconnection. */
  set model(table) {
    this.#turns.replaceChildren();
    for (const entry of table.log) this.#write(entry);
    this.#toEnd();
  }

  /** Adds an entry. */
  add(entry) {
    const reading = this.#turns.scrollHeight - this.#turns.scrollTop - this.#turns.clientHeight > 80;
    this.#write(entry);
    if (!reading) this.#toEnd();
    this.#announce(entry.lines.filter((line) => !HEADING.test(line)));
  }

  #write(entry) {
    for (const line of entry.lines) {
      if (HEADING.test(line)) this.#turn(line);
      else if (BID.test(line)) this.#bid(line);
      else if (!REFUSAL.test(line) || !this.#refuse()) this.#last().append(element("li", { text: line.trim() }));
    }
    while (this.#turns.children.length > MOST_TURNS) this.#turns.firstElementChild.remove();
  }

  /** Starts a turn: `Round 3, turn 9: Ada, on Pall Mall with £980`. */
  #turn(line) {
    const [when, ...rest] = line.split(": ");
    const heading = element("p", { class: "turn-title" }, element("strong", { text: rest.join(": ") }), element("span", { class: "faint", text: when }));
    this.#turns.append(element("li", { class: "turn" }, heading, element("ul")));
  }

  #last() {
    if (!this.#turns.lastElementChild) this.#turns.append(element("li", { class: "turn" }, element("ul")));
    return this.#turns.lastElementChild.querySelector("ul");
  }

  /** Adds a bid; consecutive bids share a line. */
  #bid(line) {
    const [, who, amount] = BID.exec(line.trim());
    let bids = this.#last().lastElementChild;
    if (!bids?.classList.contains("bids")) {
      bids = element("li", { class: "bids" });
      this.#last().append(bids);
    }
    bids.append(element("span", { text: `${bids.firstChild ? ", " : ""}${who} bids ${amount}` }));
    if (bids.children.length > MOST_BIDS) {
      bids.firstElementChild.remove();
      bids.firstElementChild.textContent = "…";
    }
  }

  /** Marks the last offer as refused; consecutive refused offers fold into one line. Returns false if there was no offer. */
  #refuse() {
    const offer = this.#last().lastElementChild;
    const who = OFFER.exec(offer?.textContent ?? "")?.[1];
    if (!who || offer.classList.contains("refused")) return false;
    const before = offer.previousElementSibling;
    const line = element("li", { text: offer.textContent.replace(/\.$/, ": refused.") });
    if (before?.dataset.offers !== who) {
      offer.replaceWith(element("li", { class: "refused", attrs: { "data-offers": who } }, element("ul", {}, line)));
      return true;
    }
    const list = before.querySelector("ul");
    list.append(line);
    const open = before.querySelector("details")?.open ?? false;
    const summary = element("summary", { text: `${who} makes ${list.children.length} offers, all refused.` });
    before.replaceChildren(element("details", { props: { open } }, summary, list));
    offer.remove();
    return true;
  }

  #toEnd() {
    this.#turns.scrollTop = this.#turns.scrollHeight;
  }

  /** Announces the newest lines to screen readers, a few at a time. */
  #announce(lines) {
    this.#unannounced.push(...lines.map((line) => line.trim()));
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#live.textContent = this.#unannounced.slice(-MOST_ANNOUNCED).join(" ");
      this.#unannounced = [];
      this.#timer = 0;
    }, ANNOUNCE_INTERVAL);
  }
}

customElements.define("rentier-log", RentierLog);
