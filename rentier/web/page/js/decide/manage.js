/** The person's own turn: the dice, jail, the deeds, trades, and the end of the turn. */

import { counted } from "../dom.js";
import { lots } from "./lots.js";
import { choiceButton, note, row, stepButton } from "./parts.js";
import { plainWords } from "./words.js";

const JAIL_KEYS = { "pay fine": "f", "use card": "u" };

/** What the turn waits for. */
function heading({ matter }, may) {
  if (matter.state.mover !== matter.me) return `Between turns: anything before ${matter.name(matter.state.mover)} rolls?`;
  if (may("roll") && matter.player(matter.me).in_jail) return "You are in jail";
  if (may("roll")) return matter.state.doubles ? "A double: roll again" : "Your turn";
  return "Anything else, or end your turn?";
}

/** Throwing the dice, or ending the turn. */
function mainButtons(desk, may) {
  const { matter } = desk;
  const made = [];
  if (may("roll")) {
    const text = matter.player(matter.me).in_jail ? "Roll for a double" : plainWords("roll");
    made.push(choiceButton(desk, { action: "roll", text, key: "r", primary: true }));
  }
  if (may("end")) {
    const text = matter.state.mover === matter.me ? plainWords("end") : "Nothing, go on";
    made.push(choiceButton(desk, { action: "end", text, key: "e", primary: true }));
  }
  return made;
}

/** Opens the trade builder, where somebody may be offered something. */
export function tradeButton(desk) {
  if (!desk.matter.question.offer_to.length) return null;
  return stepButton("Propose a trade", () => desk.propose(), { key: "t", name: "trade" });
}

/** The question of `manage` and `roll`. */
export function manage(desk) {
  const { matter } = desk;
  const may = (kind) => matter.choices(kind).length > 0;
  const jail = matter
    .choices("pay fine", "use card")
    .map(({ action, cost, kind }) => choiceButton(desk, { action, cost, text: plainWords(kind), key: JAIL_KEYS[kind] }));
  const { in_jail: inJail, jail_turns: rolled } = matter.player(matter.me);
  return {
    heading: heading(desk, may),
    parts: [
      inJail && rolled > 0 && note(`${counted(rolled, "failed roll")} so far.`),
      row(...mainButtons(desk, may), ...jail),
      lots(desk),
      row(tradeButton(desk), bankruptcy(desk)),
    ],
  };
}

/** Giving up, where the rules list it; asked twice. */
export function bankruptcy(desk) {
  if (!desk.matter.choices("bankrupt").length) return null;
  if (!desk.opened.bankrupt) {
    const text = plainWords("bankrupt");
    return stepButton(`${text}…`, () => desk.open({ bankrupt: true }), { name: "bankrupt", class: "quiet danger" });
  }
  const sure = choiceButton(desk, { action: "bankrupt", text: "Yes, I am bankrupt", danger: true });
  return row(sure, stepButton("No, go back", () => desk.open({ bankrupt: false }), { name: "not-bankrupt" }));
}
