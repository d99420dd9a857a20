/** `<rentier-people>`: people's results against each AI player, as numbers and as small charts. */

import { get } from "./api.js";
import { counted, element, percent, svg } from "./dom.js";
import { agentName } from "./opponents.js";

/** Draws a win rate with its interval; the tick shows the win rate of equally strong players. */
function picture({ share, low, high, even }) {
  const at = (value) => (value * 200).toFixed(1);
  return svg(
    "svg",
    { class: "share-picture", attrs: { viewBox: "-4 0 208 20", role: "img", "aria-label": `${percent(share)}, 95 % interval ${percent(low)} to ${percent(high)}` } },
    svg("rect", { class: "ground", attrs: { x: 0, y: 6, width: 200, height: 8, rx: 4 } }),
    svg("rect", { class: "between", attrs: { x: at(low), y: 6, width: at(high - low), height: 8, rx: 4 } }),
    even === undefined ? null : svg("path", { class: "even", attrs: { d: `M${at(even)} 2V18` } }),
    svg("circle", { class: "at", attrs: { cx: at(share), cy: 10, r: 4.5 } }),
  );
}

/** Creates a table of win rates; `name` returns the heading of a row, `spec` its tooltip. */
function winRates(caption, head, rows, name, spec = () => null) {
  const heads = [head, "Games", "Won by people", "Win rate", "95 % interval", ""];
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
            element("th", { text: name(row), attrs: { scope: "row", title: spec(row) } }),
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
    this.replaceChildren(element("h1", { text: "People against AI players" }));
    try {
      this.#show(await get("/api/people"));
    } catch (error) {
      this.append(element("p", { class: "error", text: error.message }));
    }
  }

  #show({ agents, people, trial }) {
    this.append(element("p", { class: "lead", text: "All finished games on this server. The dot shows how often people won, the bar how sure that is (95 %), and the tick what equally strong players would win." }));
    if (agents.length) {
      this.append(winRates("By AI player", "AI player", agents, (row) => agentName(row.agent), (row) => row.agent));
      this.append(winRates("By number of people", "Table", people, (row) => `${counted(row.people, "person", "people")} among ${row.players} players`));
    } else {
      this.append(element("div", { class: "panel" }, element("p", { text: "Nobody has finished a game against an AI player here yet." }), element("p", {}, element("a", { text: "Be the first.", attrs: { href: "#" } }))));
    }
    const share = trial.people_won / trial.games;
    this.append(winRates("For comparison: the only published games of people against an AI player", "Source", [{ ...trial, share }], (row) => row.work));
  }
}

customElements.define("rentier-people", RentierPeople);
