/** `<rentier-open>`: opens a saved game, however it was played, to look at it and have it reviewed. */

import { post } from "../api.js";
import { button, element } from "../dom.js";

const MOST_BYTES = 1_000_000;

class Open extends HTMLElement {
  connectedCallback() {
    this.error = element("p", { class: "error", attrs: { role: "alert" } });
    this.file = element("input", { attrs: { type: "file", id: "record-file", accept: ".toml,text/plain" }, on: { change: () => this.#readFile() } });
    this.text = element("textarea", { attrs: { id: "record-text", rows: 8, spellcheck: "false", placeholder: 'format = 1\nrules = "uk-classic"\n…' } });
    this.replaceChildren(
      element(
        "section",
        { class: "panel open-record" },
        element("h1", { text: "Review a game" }),
        element("p", { text: "Any record will do: one downloaded here, or one that rentier watch --save wrote. It may end before the game does." }),
        element("div", { class: "field" }, element("label", { text: "A file", attrs: { for: "record-file" } }), this.file),
        element("div", { class: "field" }, element("label", { text: "or its text", attrs: { for: "record-text" } }), this.text),
        this.error,
        button("Open it", () => this.#open(this.text.value), { class: "first large" }),
      ),
    );
  }

  async #readFile() {
    const [file] = this.file.files;
    if (!file) return;
    if (file.size > MOST_BYTES) this.error.textContent = `The file has ${file.size} bytes; a record has ${MOST_BYTES} at most.`;
    else await this.#open(await file.text());
  }

  async #open(record) {
    this.error.textContent = "";
    try {
      const { game } = await post("/api/records", { record });
      location.hash = `#review/${game}`;
    } catch (failure) {
      this.error.textContent = failure.message;
    }
  }
}

customElements.define("rentier-open", Open);
