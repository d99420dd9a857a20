/** Questions with a few answers: a card, a tax, mortgaged deeds received, a rent to ask for, a building to place. */

import { groupedLots } from "./lots.js";
import { choiceButton, note, row, sums } from "./parts.js";
import { plainWords } from "./words.js";

/** The plain choices as buttons, the first one foremost. */
function plainChoices(desk, texts = {}) {
  return desk.matter.question.choices.map(({ action, cost, kind }, place) =>
    choiceButton(desk, { action, cost, text: texts[kind] ?? plainWords(kind), primary: place === 0 }),
  );
}

/** Cash, and whatever else is to be known before paying. */
function purse({ matter }) {
  return sums(["Your cash", matter.money(matter.cash)]);
}

/** The question of `card`. */
export function card(desk) {
  return { heading: "Pay the fine, or take another card?", parts: [purse(desk), row(...plainChoices(desk))] };
}

/** The question of `tax`. */
export function tax(desk) {
  const { matter } = desk;
  const { name, tax_percent: percent } = matter.board[matter.player(matter.me).square];
  const share = `Pay ${percent}% of what you own`;
  return { heading: `${name}: how do you pay?`, parts: [purse(desk), row(...plainChoices(desk, { "pay share": share }))] };
}

/** The question of `settle`. */
export function settle(desk) {
  const { matter } = desk;
  const words = { unmortgage: "Unmortgage", keep: "Pay the interest only on" };
  const choices = matter.choices("unmortgage", "keep").map(({ action, cost, kind, square }) => {
    const { name } = matter.board[square];
    return choiceButton(desk, { action, cost, text: `${words[kind]} ${name}` });
  });
  return {
    heading: "You received a mortgaged deed",
    parts: [note("Unmortgage it now, or pay the interest and keep it mortgaged."), purse(desk), row(...choices)],
  };
}

/** The question of `claim`. */
export function claim(desk) {
  const { matter } = desk;
  const { mover } = matter.state;
  const { name } = matter.board[matter.player(mover).square];
  return { heading: `${matter.name(mover)} has landed on ${name}`, parts: [row(...plainChoices(desk))] };
}

/** The question of `place`. */
export function place(desk) {
  const { matter } = desk;
  return { heading: "You won the building: where does it go?", parts: [groupedLots(desk, matter.choices("build"))] };
}
