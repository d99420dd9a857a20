/** Decisions and actions in the words of the game. */

import { counted } from "../dom.js";

const CHOICES = {
  roll: "Roll",
  end: "End turn",
  buy: "Buy",
  decline: "Decline",
  pass: "Pass",
  "pay fine": "Pay the fine",
  "use card": "Use the jail card",
  "draw card": "Draw a card",
  "pay tax": "Pay the fixed tax",
  "pay share": "Pay a share of what you own",
  "ask rent": "Ask for the rent",
  "waive rent": "Let it go",
  accept: "Accept",
  refuse: "Refuse",
  bankrupt: "Go bankrupt",
};
const ON_A_SQUARE = { build: "Build on", sell: "Sell from", mortgage: "Mortgage", unmortgage: "Unmortgage", keep: "Keep mortgaged" };

/** A short name for an action that names no deed. */
export function plainWords(kind) {
  return CHOICES[kind] ?? kind;
}

/** An action text as a sentence part: `bid 120` is `Bid £120`, `offer 1: …` is `Offer to Bob: …`. */
export function actionWords(matter, action) {
  if (CHOICES[action]) return CHOICES[action];
  const [, kind, rest] = /^(\w+):? ?(.*)$/s.exec(action);
  if (kind === "bid") return `Bid ${matter.money(Number(rest))}`;
  if (ON_A_SQUARE[kind]) return `${ON_A_SQUARE[kind]} ${deedName(matter, rest)}`;
  if (kind === "counter") return `Counter-offer: ${rest}`;
  const offer = /^offer (\d+): (.*)$/s.exec(action);
  return offer ? `Offer to ${matter.name(Number(offer[1]))}: ${offer[2]}` : action;
}

/** The name printed on a deed, which actions may write as `#12`. */
export function deedName(matter, deed) {
  const square = matter.squareOf(deed);
  return square === undefined ? deed : matter.board[square].name;
}

/** What stands on a deed: `2 houses`, `a hotel`, `mortgaged`, or nothing. */
export function standing(deed) {
  if (deed.mortgaged) return "mortgaged";
  if (deed.houses === 5) return "hotel";
  return deed.houses ? counted(deed.houses, "house") : "";
}

/** What is under the hammer. */
export function lotName(matter, lot) {
  return ["house", "hotel"].includes(lot) ? `a ${lot}` : deedName(matter, lot);
}

/** Whom a debt is owed to. */
export function creditorName(matter, creditor) {
  if (creditor === matter.me) return "you";
  return typeof creditor === "number" ? matter.name(creditor) : `the ${creditor}`;
}

/** Why the rules refuse something, without naming the action that everybody sees. */
export function reasonWords(error) {
  const reason = error.replace(/^illegal action .* of seat \d+: /s, "").replace(/; legal kinds: [^;]*$/, "");
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?…]$/.test(reason) ? "" : "."}`;
}

/** The offer on the table, by who made it. */
function offers(matter) {
  const { from } = matter.state.offer;
  return from === matter.me ? "your offer" : `the offer of ${matter.name(from)}`;
}

/** What another player is deciding. */
export function waitingWords(matter, { seat, decision }) {
  const { state } = matter;
  const name = matter.name(seat);
  const at = matter.board[state.players[state.mover].square].name;
  const words = {
    manage: seat === state.mover ? `${name} is on turn` : `${name} may act between turns`,
    roll: `${name} is about to roll`,
    buy: `${name} decides whether to buy ${at}`,
    bid: state.auction && `${name} bids for ${lotName(matter, state.auction.lot)}`,
    respond: state.offer && `${name} weighs ${offers(matter)}`,
    raise: state.debt && `${name} owes ${creditorName(matter, state.debt.creditor)} ${matter.money(state.debt.amount)}`,
    card: `${name} chooses: the fine or a card`,
    tax: `${name} chooses how to pay the tax`,
    settle: `${name} has received a mortgaged deed`,
    claim: `${name} may ask for rent on ${at}`,
    place: `${name} chooses where to build`,
  };
  return words[decision] || `${name} decides`;
}
