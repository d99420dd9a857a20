/** `<rentier-chat>`: the chat of the players, with quick phrases; spectators read. It takes one line until it is opened.
 * Dispatches "send", and "chatting" {detail: {canSay, unread}}: whether the user can write, and how many lines have not
 * been seen here. Emotes do not count: they are seen at the table.
 */

import { button, element } from "../dom.js";
import { changes, preference } from "../preferences.js";
import { emoteName, emotePicture } from "./emote_shapes.js";
import "./emotes.js";
import { tokenIcon } from "./token.js";

const PHRASES = ["Hello!", "Nice one!", "Ouch!", "Deal?", "No way!", "Good game!"];
const LONGEST = 200; // characters
const MOST_LINES = 50;

class RentierChat extends HTMLElement {
  #table = null;
  #gathers = false; // whether the table is in its lobby
  #unread = 0;
  #newest = element("span", { class: "chat-newest" });
  #mark = element("span", { class: "badge unread-mark", props: { hidden: true } });
  #toggle = element("button", { class: "quiet chat-open", attrs: { type: "button" }, on: { click: () => this.#open(!this.classList.contains("open")) } }, element("strong", { text: "Chat" }), this.#mark, this.#newest);
  #lines = element("ol", { class: "chat-lines", attrs: { role: "log", "aria-label": "Chat", tabindex: 0 } });
  #text = element("input", { attrs: { type: "text", maxlength: LONGEST, "aria-label": "Your message", placeholder: "Write to the table", autocomplete: "off" } });
  #form = element("form", { class: "row chat-form" }, this.#text, element("button", { class: "small", text: "Send", attrs: { type: "submit" } }));
  #phrases = element("div", { class: "chat-phrases", attrs: { role: "group", "aria-label": "Quick messages" } }, ...PHRASES.map((text) => button(text, () => this.#say(text), { class: "small quiet" })));
  #off = element("p", { class: "note", text: "The host has switched the chat off." });
  #switch = button("", () => this.#send({ type: "show", chat: !this.#table.settings.chat }), { class: "small quiet chat-switch" });
  #reader = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.#count(0));
  #shown = () => this.#table && this.#show();

  connectedCallback() {
    this.hidden = true;
    this.replaceChildren(element("div", { class: "chat-bar" }, this.#toggle, this.#switch, element("rentier-emotes")), element("div", { class: "chat-body" }, this.#lines, this.#phrases, this.#form, this.#off));
    this.#open(false);
    this.#reader.observe(this.#lines);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#text.value.trim()) this.#say(this.#text.value);
      this.#text.value = "";
    });
    changes.addEventListener("change", this.#shown);
  }

  disconnectedCallback() {
    this.#reader.disconnect();
    changes.removeEventListener("change", this.#shown);
  }

  /** Shows the lines so far, at first and after a reconnection. */
  set lines(lines) {
    this.#lines.replaceChildren();
    for (const line of lines) this.#write(line);
  }

  /** Whether the lines can be read now. */
  get isRead() {
    return this.#lines.checkVisibility();
  }

  set model(table) {
    const gathers = !table.settings.started;
    if (gathers !== this.#gathers) this.#open(gathers); // in the lobby there is room for it
    this.#gathers = gathers;
    this.#table = table;
    this.#show();
  }

  #open(open) {
    this.classList.toggle("open", open);
    this.#toggle.setAttribute("aria-expanded", String(open));
    this.#newest.hidden = open;
    this.#lines.scrollTop = this.#lines.scrollHeight;
  }

  /** Adds a new line. */
  add(line) {
    this.#write(line);
    if (!this.isRead && line.seat !== this.#table.you.seat && !emoteName(line.text)) this.#count(this.#unread + 1);
  }

  #write({ seat, name, text }) {
    const said = () => (emoteName(text) ? emotePicture(text) : text);
    this.#lines.append(element("li", {}, tokenIcon(seat), element("span", {}, element("strong", { text: name }), " ", said())));
    while (this.#lines.children.length > MOST_LINES) this.#lines.firstElementChild.remove();
    this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#newest.replaceChildren(`${name}: `, said());
  }

  #count(unread) {
    this.#unread = unread;
    this.#mark.hidden = unread === 0;
    this.#mark.replaceChildren(String(unread), element("span", { class: "unseen", text: " new" }));
    this.#tell();
  }

  #tell() {
    const canSay = !this.hidden && !this.#form.hidden;
    this.dispatchEvent(new CustomEvent("chatting", { detail: { canSay, unread: this.hidden ? 0 : this.#unread }, bubbles: true }));
  }

  /** Hides the chat from a user who is alone with agents, and shows what the host allows. */
  #show() {
    const { seats, settings, you } = this.#table;
    const { chat } = settings;
    this.hidden = !preference("chat") || seats.filter((seat) => seat.kind === "person").length < 2 || (!chat && !you.host);
    this.#lines.hidden = !chat;
    this.#form.hidden = this.#phrases.hidden = !chat || you.spectator;
    this.#off.hidden = chat;
    this.#switch.hidden = !you.host;
    this.#switch.textContent = chat ? "Switch off for all" : "Switch on";
    this.#tell();
  }

  #say(text) {
    this.#send({ type: "chat", text });
  }

  #send(detail) {
    this.dispatchEvent(new CustomEvent("send", { detail, bubbles: true }));
  }
}

customElements.define("rentier-chat", RentierChat);
