/** Building, selling, mortgaging and lifting: one's lots as buttons, one kind at a time, by colour group. */

import { element } from "../dom.js";
import { choiceButton, row, stepButton, strip } from "./parts.js";
import { standing } from "./words.js";

const KINDS = ["build", "unmortgage", "sell", "mortgage"];
const TITLES = { build: "Build", unmortgage: "Unmortgage", sell: "Sell buildings", mortgage: "Mortgage" };
const SPOKEN = { build: "Build on", unmortgage: "Unmortgage", sell: "Sell a building on", mortgage: "Mortgage" };
const SHORT = { build: "Build", unmortgage: "Unmortgage", sell: "Sell a building", mortgage: "Mortgage" };

/** The button of one lot. */
function lotButton(desk, choice, text) {
  const { name } = desk.matter.board[choice.square];
  const { action, cost, kind } = choice;
  return choiceButton(desk, { action, cost, text: text ?? name, label: `${SPOKEN[kind]} ${name}` });
}

/** Choices of one kind, lots of a group together. */
export function groupedLots(desk, choices) {
  const { matter } = desk;
  const at = new Map(choices.map((choice) => [choice.square, choice]));
  const groups = matter.byGroup(at.keys()).map(({ name, colour, squares }) => {
    const lots = squares.map((square) => {
      const made = lotButton(desk, at.get(square));
      const state = standing(matter.deed(square));
      if (state) made.firstChild.append(element("small", { class: "lot-standing", text: state }));
      return made;
    });
    return element(
      "div",
      { class: "lot-group", attrs: { role: "group", "aria-label": name } },
      element("div", { class: "lot-group-name", text: name }, strip(colour)),
      row(...lots),
    );
  });
  return element("div", { class: "lots" }, ...groups);
}

/** What can be done on one square, with a way back to everything. */
function oneSquare(desk, square) {
  const { name, colour } = desk.matter.board[square];
  const choices = desk.matter.choices(...KINDS).filter((choice) => choice.square === square);
  const back = stepButton("All deeds", () => desk.open({ square: null }), { name: "all-deeds" });
  return element(
    "div",
    { class: "lots one-square", attrs: { role: "group", "aria-label": name } },
    element("div", { class: "lot-group-name", text: name }, strip(colour)),
    choices.length ? null : element("p", { class: "decision-note", text: "Nothing can be done with this deed now." }),
    row(...choices.map((choice) => lotButton(desk, choice, SHORT[choice.kind])), back),
  );
}

/** Everything that can be done with one's deeds; one kind is open at a time, or a single square that was clicked. */
export function lots(desk) {
  const { matter, opened } = desk;
  if (Number.isInteger(opened.square)) return oneSquare(desk, opened.square);
  const kinds = KINDS.filter((kind) => matter.choices(kind).length);
  if (!kinds.length) return null;
  const shown = kinds.includes(opened.kind) ? opened.kind : null;
  const tabs = kinds.map((kind) => {
    const tab = stepButton(TITLES[kind], () => desk.open({ kind: kind === shown ? null : kind }), { class: "tab" });
    tab.dataset.tab = kind;
    tab.setAttribute("aria-expanded", String(kind === shown));
    tab.append(element("span", { class: "tab-count", text: String(matter.choices(kind).length) }));
    return tab;
  });
  return element(
    "div",
    { class: "lot-kinds" },
    element("div", { class: "tabs", attrs: { role: "group", "aria-label": "Your deeds" } }, ...tabs),
    shown && groupedLots(desk, matter.choices(shown)),
  );
}

/** Every way of raising money at once, as a debtor needs it. */
export function sales(desk) {
  const { matter, opened } = desk;
  if (Number.isInteger(opened.square)) return [oneSquare(desk, opened.square)];
  return ["sell", "mortgage"]
    .filter((kind) => matter.choices(kind).length)
    .map((kind) =>
      element(
        "section",
        { class: "sales", attrs: { "aria-label": TITLES[kind] } },
        element("h3", { text: TITLES[kind] }),
        groupedLots(desk, matter.choices(kind)),
      ),
    );
}
