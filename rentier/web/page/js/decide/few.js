/** Simple decisions: a card, a tax, mortgaged deeds received, a rent to collect, a building to place. */

import { groupedLots } from "./lots.js";
import { choiceButton, note, row, sums } from "./parts.js";
import { plainWords } from "./words.js";

/** Creates a button for every choice; the first is the primary one. */
function plainChoices(panel, texts = {}) {
  return panel.view.question.choices.map(({ action, cost, kind }, place) =>
    choiceButton(panel, { action, cost, text: texts[kind] ?? plainWords(kind), primary: place === 0 }),
  );
}

/** Creates the line with the player's cash. */
function cashLine({ view }) {
  return sums(["Your cash", view.money(view.cash)]);
}

/** The panel for the decision `card`. */
export function card(panel) {
  return { heading: "Pay the fine or draw another card?", parts: [cashLine(panel), row(...plainChoices(panel))] };
}

/** The panel for the decision `tax`. */
export function tax(panel) {
  const { view } = panel;
  const { name, tax_percent: percent } = view.board[view.player(view.me).square];
  const share = `Pay ${percent} % of everything you own`;
  return { heading: `${name}: how do you want to pay?`, parts: [cashLine(panel), row(...plainChoices(panel, { "pay share": share }))] };
}

/** The panel for the decision `settle`. */
export function settle(panel) {
  const { view } = panel;
  const texts = { unmortgage: (name) => `Unmortgage ${name}`, keep: (name) => `Keep ${name} mortgaged` };
  const choices = view.choices("unmortgage", "keep").map(({ action, cost, kind, square }) => {
    const { name } = view.board[square];
    return choiceButton(panel, { action, cost, text: texts[kind](name) });
  });
  return {
    heading: "You received a mortgaged deed",
    parts: [note("Unmortgage it now, or pay the interest and keep it mortgaged."), cashLine(panel), row(...choices)],
  };
}

/** The panel for the decision `claim`. */
export function claim(panel) {
  const { view } = panel;
  const { mover } = view.state;
  const { name } = view.board[view.player(mover).square];
  return { heading: `${view.name(mover)} has landed on ${name}`, parts: [row(...plainChoices(panel))] };
}

/** The panel for the decision `place`. */
export function place(panel) {
  const { view } = panel;
  return { heading: "Where do you want to put the building you won?", parts: [groupedLots(panel, view.choices("build"))] };
}
