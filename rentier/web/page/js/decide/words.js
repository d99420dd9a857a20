/** Decisions and actions in the words of the board game. */

import { counted, possessive, sentence, withCurrency } from "../dom.js";

const CHOICES = {
  roll: "Roll",
  end: "End turn",
  buy: "Buy",
  decline: "Decline",
  pass: "Pass",
  "pay fine": "Pay the fine",
  "use card": "Use Get Out of Jail Free card",
  "draw card": "Draw a card",
  "pay tax": "Pay the fixed tax",
  "pay share": "Pay a share of total worth",
  "ask rent": "Collect the rent",
  "waive rent": "Waive the rent",
  accept: "Accept",
  refuse: "Refuse",
  bankrupt: "Declare bankruptcy",
};
const ON_A_SQUARE = {
  build: (name) => `Build on ${name}`,
  sell: (name) => `Sell a building on ${name}`,
  mortgage: (name) => `Mortgage ${name}`,
  unmortgage: (name) => `Unmortgage ${name}`,
  keep: (name) => `Keep ${name} mortgaged`,
};

/** Returns the button text of an action without a deed. */
export function plainWords(kind) {
  return CHOICES[kind] ?? kind;
}

/** Returns an action text in plain words: `Bid £120` for `bid 120`, `Offer to Bob: …` for `offer 1: …`. */
export function actionWords(view, action) {
  if (CHOICES[action]) return CHOICES[action];
  const [, kind, rest] = /^(\w+):? ?(.*)$/s.exec(action);
  if (kind === "bid") return `Bid ${view.money(Number(rest))}`;
  if (ON_A_SQUARE[kind]) return ON_A_SQUARE[kind](deedName(view, rest));
  const terms = (text) => withCurrency(view.model.currency, text);
  if (kind === "counter") return `Counter-offer: ${terms(rest)}`;
  const offer = /^offer (\d+): (.*)$/s.exec(action);
  return offer ? `Offer to ${view.name(Number(offer[1]))}: ${terms(offer[2])}` : action;
}

/** Returns the printed name of a deed, which action texts may write as `#12`. */
export function deedName(view, deed) {
  const square = view.squareOf(deed);
  return square === undefined ? deed : view.board[square].name;
}

/** Returns the state of a deed: `2 houses`, `hotel`, `mortgaged` or "". */
export function standing(deed) {
  if (deed.mortgaged) return "mortgaged";
  if (deed.houses === 5) return "hotel";
  return deed.houses ? counted(deed.houses, "house") : "";
}

/** Returns the name of the lot of an auction. */
export function lotName(view, lot) {
  return ["house", "hotel"].includes(lot) ? `a ${lot}` : deedName(view, lot);
}

/** Returns the name of a creditor. */
export function creditorName(view, creditor) {
  if (creditor === view.me) return "you";
  return typeof creditor === "number" ? view.name(creditor) : `the ${creditor}`;
}

/** Returns the server's reason for a refusal as a sentence, without the action text that the player knows. */
export function reasonWords(error) {
  return sentence(error.replace(/^illegal action .* of seat \d+: /s, "").replace(/; legal kinds: [^;]*$/, ""));
}

/** Returns whose offer is pending: `your offer`, `Bob's offer`. */
function pendingOffer(view) {
  const { from } = view.state.offer;
  return `${from === view.me ? "your" : possessive(view.name(from))} offer`;
}

/** Returns what another player is deciding. */
export function waitingWords(view, { seat, decision }) {
  const { state } = view;
  const name = view.name(seat);
  const at = view.board[state.players[state.mover].square].name;
  const words = {
    manage: seat === state.mover ? `It's ${possessive(name)} turn` : `${name} may build or trade before the next roll`,
    roll: `${name} is about to roll`,
    buy: `${name} is deciding whether to buy ${at}`,
    bid: state.auction && `${name} is considering a bid for ${lotName(view, state.auction.lot)}`,
    respond: state.offer && `${name} is considering ${pendingOffer(view)}`,
    raise: state.debt && `${name} owes ${creditorName(view, state.debt.creditor)} ${view.money(state.debt.amount)}`,
    card: `${name} is choosing: pay the fine or draw a card`,
    tax: `${name} is choosing how to pay the tax`,
    settle: `${name} has received a mortgaged deed`,
    claim: `${name} may collect the rent for ${at}`,
    place: `${name} is choosing where to build`,
  };
  return words[decision] || `${name} is deciding`;
}
