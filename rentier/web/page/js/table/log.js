/** `<rentier-log>`: what happened, in sentences, turn by turn; the newest stays in sight. */

import { element } from "../dom.js";

export const HEADING = /^Round \d+, turn \d+/;
const OFFER = /^(.+?) offers .+: .+/;
const REFUSAL = / refuses\.$/;
const BID = /^\s*(.+) bids (\S+)\.$/;
const MOST_BIDS = 8; // told of one auction, and before them that there were more
const MOST_TURNS = 60; // shown at a time
const BREATH = 1500; // milliseconds between two things said aloud
const SAID = 4; // lines said at a time at most

class RentierLog extends HTMLElement {
  #turns = element("ol", { class: "turns", attrs: { tabindex: 0, "aria-label": "Log of the game" } });
  #voice = element("p", { class: "unseen", attrs: { "aria-live": "polite" } });
  #unsaid = [];
  #timer = 0;

  connectedCallback() {
    this.replaceChildren(this.#turns, this.#voice);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  /** The whole log, at the beginning and after a reconnection. */
  set model(table) {
    this.#turns.replaceChildren();
    for (const entry of table.log) this.#write(entry);
    this.#toEnd();
  }

  /** One entry more. */
  add(entry) {
    const reading = this.#turns.scrollHeight - this.#turns.scrollTop - this.#turns.clientHeight > 80;
    this.#write(entry);
    if (!reading) this.#toEnd();
    this.#say(entry.lines.filter((line) => !HEADING.test(line)));
  }

  #write(entry) {
    for (const line of entry.lines) {
      if (HEADING.test(line)) this.#turn(line);
      else if (BID.test(line)) this.#bid(line);
      else if (!REFUSAL.test(line) || !this.#refuse()) this.#last().append(element("li", { text: line.trim() }));
    }
    while (this.#turns.children.length > MOST_TURNS) this.#turns.firstElementChild.remove();
  }

  /** Begins a turn: `Round 3, turn 9: Ada, on Pall Mall with £980`. */
  #turn(line) {
    const [when, ...rest] = line.split(": ");
    const heading = element("p", { class: "turn-title" }, element("strong", { text: rest.join(": ") }), element("span", { class: "faint", text: when }));
    this.#turns.append(element("li", { class: "turn" }, heading, element("ul")));
  }

  #last() {
    if (!this.#turns.lastElementChild) this.#turns.append(element("li", { class: "turn" }, element("ul")));
    return this.#turns.lastElementChild.querySelector("ul");
  }

  /** Bids in a row are one line. */
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

  /** The offer before was refused: refused offers in a row fold into one line. False where there was no offer. */
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
    const summary = element("summary", { text: `${who} makes ${list.children.length} offers; all are refused.` });
    before.replaceChildren(element("details", { props: { open } }, summary, list));
    offer.remove();
    return true;
  }

  #toEnd() {
    this.#turns.scrollTop = this.#turns.scrollHeight;
  }

  /** Says the newest lines to those who hear the page, a few at a time. */
  #say(lines) {
    this.#unsaid.push(...lines.map((line) => line.trim()));
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#voice.textContent = this.#unsaid.slice(-SAID).join(" ");
      this.#unsaid = [];
      this.#timer = 0;
    }, BREATH);
  }
}

customElements.define("rentier-log", RentierLog);
