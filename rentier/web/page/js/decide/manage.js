/** The player's own turn: dice, jail, deeds, trades, and the end of the turn. */

import { counted } from "../dom.js";
import { lots } from "./lots.js";
import { choiceButton, note, row, stepButton } from "./parts.js";
import { plainWords } from "./words.js";

const JAIL_KEYS = { "pay fine": "f", "use card": "u" };
const JAIL_TEXTS = { "pay fine": "Pay fine", "use card": "Use card" }; // short, so that they share a line

/** Returns the heading. */
function heading({ view }, may) {
  if (view.state.mover !== view.me) return `Before ${view.name(view.state.mover)} rolls: build, mortgage or trade?`;
  if (may("roll") && view.player(view.me).in_jail) return "You are in jail";
  if (may("roll")) return view.state.doubles ? "A double: roll again" : "Your turn";
  return "Anything else, or end your turn?";
}

/** Creates the buttons for rolling and for ending the turn. */
function mainButtons(panel, may) {
  const { view } = panel;
  const made = [];
  if (may("roll")) {
    const text = view.player(view.me).in_jail ? "Roll for a double" : plainWords("roll");
    made.push(choiceButton(panel, { action: "roll", text, key: "r", primary: true }));
  }
  if (may("end")) {
    const text = view.state.mover === view.me ? plainWords("end") : "Nothing, go on";
    made.push(choiceButton(panel, { action: "end", text, key: "e", primary: true }));
  }
  return made;
}

/** Creates the button that opens the trade builder, if trading is possible. */
export function tradeButton(panel) {
  if (!panel.view.question.offer_to.length) return null;
  return stepButton("Propose a trade", () => panel.propose(), { key: "t", name: "trade" });
}

/** Returns the text of a button that ends a stay in jail, and the name that a screen reader says, which begins with the text. */
function jailWords(kind) {
  const text = JAIL_TEXTS[kind] ?? plainWords(kind);
  return { text, label: `${text} to get out of jail` };
}

/** The panel for the decisions `manage` and `roll`. */
export function manage(panel) {
  const { view } = panel;
  const may = (kind) => view.choices(kind).length > 0;
  const jail = view
    .choices("pay fine", "use card")
    .map(({ action, cost, kind }) => choiceButton(panel, { action, cost, ...jailWords(kind), key: JAIL_KEYS[kind] }));
  const { in_jail: inJail, jail_turns: rolled } = view.player(view.me);
  return {
    heading: heading(panel, may),
    parts: [
      inJail && rolled > 0 && note(`${counted(rolled, "failed roll")} so far.`),
      row(...mainButtons(panel, may), ...jail),
      lots(panel),
      row(tradeButton(panel), bankruptcy(panel)),
    ],
  };
}

/** Creates the button for declaring bankruptcy, if it is legal; it asks for confirmation. */
export function bankruptcy(panel) {
  if (!panel.view.choices("bankrupt").length) return null;
  if (!panel.opened.bankrupt) {
    const text = plainWords("bankrupt");
    return stepButton(`${text}…`, () => panel.open({ bankrupt: true }), { name: "bankrupt", class: "quiet danger" });
  }
  const sure = choiceButton(panel, { action: "bankrupt", text: "Yes, declare bankruptcy", danger: true });
  return row(sure, stepButton("No, go back", () => panel.open({ bankrupt: false }), { name: "not-bankrupt" }));
}
