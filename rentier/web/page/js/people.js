/** `<rentier-people>`: how people fare against each agent, as numbers and as a small picture. */

import { get } from "./api.js";
import { element, svg } from "./dom.js";

const percent = (share) => `${Math.round(share * 100)}%`;

/** A share with its interval; the mark is what would be won by chance. */
function picture({ share, low, high, even }) {
  const at = (value) => (value * 200).toFixed(1);
  return svg(
    "svg",
    { class: "share-picture", attrs: { viewBox: "-4 0 208 20", role: "img", "aria-label": `${percent(share)}, between ${percent(low)} and ${percent(high)}` } },
    svg("rect", { class: "ground", attrs: { x: 0, y: 6, width: 200, height: 8, rx: 4 } }),
    svg("rect", { class: "between", attrs: { x: at(low), y: 6, width: at(high - low), height: 8, rx: 4 } }),
    even === undefined ? null : svg("path", { class: "even", attrs: { d: `M${at(even)} 2V18` } }),
    svg("circle", { class: "at", attrs: { cx: at(share), cy: 10, r: 4.5 } }),
  );
}

/** A table of shares; `name` tells what a row is about. */
function shares(caption, head, rows, name) {
  const heads = [head, "Games", "People won", "Share", "Interval", ""];
  return element(
    "div",
    { class: "wide-table" },
    element(
      "table",
      { class: "people-table" },
      element("caption", { text: caption }),
      element("thead", {}, element("tr", {}, ...heads.map((text) => element("th", { text, attrs: { scope: "col" } })))),
      element(
        "tbody",
        {},
        ...rows.map((row) =>
          element(
            "tr",
            {},
            element("th", { text: name(row), attrs: { scope: "row" } }),
            element("td", { class: "money", text: String(row.games) }),
            element("td", { class: "money", text: String(Number(row.people_won.toFixed(2))) }),
            element("td", { class: "money", text: percent(row.share) }),
            element("td", { class: "money", text: `${percent(row.low)} to ${percent(row.high)}` }),
            element("td", {}, picture(row)),
          ),
        ),
      ),
    ),
  );
}

class RentierPeople extends HTMLElement {
  async connectedCallback() {
    this.replaceChildren(element("h1", { text: "People against agents" }));
    try {
      this.#show(await get("/api/people"));
    } catch (error) {
      this.append(element("p", { class: "error", text: error.message }));
    }
  }

  #show({ agents, people, trial }) {
    this.append(element("p", { class: "lead", text: "Every finished game of this server in which people met agents. The dot is the share that people won, the bar its 95 % interval, the mark what their seats would win by chance." }));
    if (agents.length) {
      this.append(shares("By agent at the table", "Agent", agents, (row) => row.agent));
      this.append(shares("By table", "Table", people, (row) => `${row.people} of ${row.players} people`));
    } else {
      this.append(element("div", { class: "panel" }, element("p", { text: "Nobody has finished a game against an agent here yet." }), element("p", {}, element("a", { text: "Be the first.", attrs: { href: "#" } }))));
    }
    const share = trial.people_won / trial.games;
    this.append(shares("For comparison: the one trial that is published", "Work", [{ ...trial, share }], (row) => row.work));
  }
}

customElements.define("rentier-people", RentierPeople);
