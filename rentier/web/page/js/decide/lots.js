/** Building, selling, mortgaging and unmortgaging: the player's deeds as buttons, by kind of action and colour group. */

import { element } from "../dom.js";
import { choiceButton, row, stepButton, strip } from "./parts.js";
import { standing } from "./words.js";

const KINDS = ["build", "unmortgage", "sell", "mortgage"];
const TITLES = { build: "Build", unmortgage: "Unmortgage", sell: "Sell buildings", mortgage: "Mortgage" };
const SPOKEN = { build: "Build on", unmortgage: "Unmortgage", sell: "Sell a building on", mortgage: "Mortgage" };
const SHORT = { build: "Build", unmortgage: "Unmortgage", sell: "Sell a building", mortgage: "Mortgage" };

/** Creates the button of one deed. */
function lotButton(panel, choice, text) {
  const { name } = panel.view.board[choice.square];
  const { action, cost, kind } = choice;
  return choiceButton(panel, { action, cost, text: text ?? name, label: `${SPOKEN[kind]} ${name}` });
}

/** Creates the buttons for choices of one kind, by colour group. */
export function groupedLots(panel, choices) {
  const { view } = panel;
  const at = new Map(choices.map((choice) => [choice.square, choice]));
  const groups = view.byGroup(at.keys()).map(({ name, colour, squares }) => {
    const lots = squares.map((square) => {
      const made = lotButton(panel, at.get(square));
      const state = standing(view.deed(square));
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

/** Creates the choices for one square, with a button back to all deeds. */
function oneSquare(panel, square) {
  const { name, colour } = panel.view.board[square];
  const choices = panel.view.choices(...KINDS).filter((choice) => choice.square === square);
  const back = stepButton("Show all deeds", () => panel.open({ square: null }), { name: "all-deeds" });
  return element(
    "div",
    { class: "lots one-square", attrs: { role: "group", "aria-label": name } },
    element("div", { class: "lot-group-name", text: name }, strip(colour)),
    choices.length ? null : element("p", { class: "decision-note", text: "You can't do anything with this deed right now." }),
    row(...choices.map((choice) => lotButton(panel, choice, SHORT[choice.kind])), back),
  );
}

/** Creates the choices for the player's deeds: one kind at a time, or those of the square that was clicked. */
export function lots(panel) {
  const { view, opened } = panel;
  if (Number.isInteger(opened.square)) return oneSquare(panel, opened.square);
  const kinds = KINDS.filter((kind) => view.choices(kind).length);
  if (!kinds.length) return null;
  const shown = kinds.includes(opened.kind) ? opened.kind : null;
  const tabs = kinds.map((kind) => {
    const tab = stepButton(TITLES[kind], () => panel.open({ kind: kind === shown ? null : kind }), { class: "tab" });
    tab.dataset.tab = kind;
    tab.setAttribute("aria-expanded", String(kind === shown));
    tab.append(element("span", { class: "tab-count", text: String(view.choices(kind).length) }));
    return tab;
  });
  return element(
    "div",
    { class: "lot-kinds" },
    element("div", { class: "tabs", attrs: { role: "group", "aria-label": "Your deeds" } }, ...tabs),
    shown && groupedLots(panel, view.choices(shown)),
  );
}

/** Creates all choices that raise money, for a debtor. */
export function sales(panel) {
  const { view, opened } = panel;
  if (Number.isInteger(opened.square)) return [oneSquare(panel, opened.square)];
  return ["sell", "mortgage"]
    .filter((kind) => view.choices(kind).length)
    .map((kind) =>
      element(
        "section",
        { class: "sales", attrs: { "aria-label": TITLES[kind] } },
        element("h3", { text: TITLES[kind] }),
        groupedLots(panel, view.choices(kind)),
      ),
    );
}
