/** What a trade is made of, as the builder holds it, and as the text of an action. */

const CARDS = ["chance card", "chest card"];

/** A side of a trade with nothing on it. */
function emptySide() {
  return { deeds: new Set(), cards: new Set(), cash: 0, iou: 0 };
}

/** A trade with a seat in which nothing changes hands yet; `counter`: it answers an offer. */
export function emptyDraft(to) {
  return { to, counter: false, give: emptySide(), take: emptySide(), freeRent: new Set() };
}

/** The offer on the table with its sides swapped, to begin a counter-offer from. */
export function draftOfOffer(matter) {
  const { offer } = matter.state;
  const squares = (deeds) => new Set(deeds.map((deed) => matter.squareOf(deed)));
  const side = ({ deeds, jail_cards: cards, cash, iou }) => ({ deeds: squares(deeds), cards: new Set(cards), cash, iou });
  return { to: offer.from, counter: true, give: side(offer.asks), take: side(offer.gives), freeRent: squares(offer.free_rent) };
}

/** Whether a draft of before could still be offered: everybody is there and owns what is named. */
export function stillOwned(matter, draft) {
  const owns = (seat, { deeds, cards }) =>
    [...deeds].every((square) => matter.deed(square).owner === seat) &&
    [...cards].every((card) => matter.player(seat).jail_cards.includes(card));
  return matter.question.offer_to.includes(draft.to) && owns(matter.me, draft.give) && owns(draft.to, draft.take);
}

/** The deeds of squares in board order, as actions name them. */
function deedTexts(matter, squares) {
  return [...squares].sort((one, other) => one - other).map((square) => matter.board[square].deed);
}

/** One side as text; cash and IOUs are what remains after both sides' are set off. */
function sideText(matter, { deeds, cards }, cash, iou) {
  const parts = [...deedTexts(matter, deeds), ...CARDS.filter((card) => cards.has(card))];
  if (cash > 0) parts.push(String(cash));
  if (iou > 0) parts.push(`IOU ${iou}`);
  return parts.join(" + ") || "nothing";
}

/** The cash that the person gives on the whole; below zero: gets. */
export function netCash({ give, take }) {
  return give.cash - take.cash;
}

/** A draft as the text of an action, in the one form the rules write; null while nothing changes hands. */
export function draftText(matter, draft) {
  const { to, counter, give, take, freeRent } = draft;
  const cash = netCash(draft);
  const iou = give.iou - take.iou;
  const sides = [sideText(matter, give, cash, iou), sideText(matter, take, -cash, -iou)];
  const free = freeRent.size ? `, free rent on ${deedTexts(matter, freeRent).join(" + ")}` : "";
  if (sides.every((side) => side === "nothing") && !free) return null;
  return `${counter ? "counter" : `offer ${to}`}: ${sides.join(" for ")}${free}`;
}
