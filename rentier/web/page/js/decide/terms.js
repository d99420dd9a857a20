/** Drafts of trades, and drafts as action texts. */

const CARDS = ["chance card", "chest card"];

/** Returns an empty side of a trade. */
function emptySide() {
  return { deeds: new Set(), cards: new Set(), cash: 0, iou: 0 };
}

/** Returns an empty trade with a seat; `counter`: whether it is a counter-offer. */
export function emptyDraft(to) {
  return { to, counter: false, give: emptySide(), take: emptySide(), freeRent: new Set() };
}

/** Returns the pending offer with its sides swapped, as the start of a counter-offer. */
export function draftOfOffer(view) {
  const { offer } = view.state;
  const squares = (deeds) => new Set(deeds.map((deed) => view.squareOf(deed)));
  const side = ({ deeds, jail_cards: cards, cash, iou }) => ({ deeds: squares(deeds), cards: new Set(cards), cash, iou });
  return { to: offer.from, counter: true, give: side(offer.asks), take: side(offer.gives), freeRent: squares(offer.free_rent) };
}

/** Whether an earlier draft is still possible: the partner can be offered trades, and both own what they give. */
export function stillOwned(view, draft) {
  const owns = (seat, { deeds, cards }) =>
    [...deeds].every((square) => view.deed(square).owner === seat) &&
    [...cards].every((card) => view.player(seat).jail_cards.includes(card));
  return view.question.offer_to.includes(draft.to) && owns(view.me, draft.give) && owns(draft.to, draft.take);
}

/** Returns the deeds of squares in board order, as action texts name them. */
function deedTexts(view, squares) {
  return [...squares].sort((one, other) => one - other).map((square) => view.board[square].deed);
}

/** Returns one side as text, with the net cash and IOU. */
function sideText(view, { deeds, cards }, cash, iou) {
  const parts = [...deedTexts(view, deeds), ...CARDS.filter((card) => cards.has(card))];
  if (cash > 0) parts.push(String(cash));
  if (iou > 0) parts.push(`IOU ${iou}`);
  return parts.join(" + ") || "nothing";
}

/** Returns the net cash that the player gives; negative: gets. */
export function netCash({ give, take }) {
  return give.cash - take.cash;
}

/** Returns a draft as an action text in canonical form; null while it is empty. */
export function draftText(view, draft) {
  const { to, counter, give, take, freeRent } = draft;
  const cash = netCash(draft);
  const iou = give.iou - take.iou;
  const sides = [sideText(view, give, cash, iou), sideText(view, take, -cash, -iou)];
  const free = freeRent.size ? `, free rent on ${deedTexts(view, freeRent).join(" + ")}` : "";
  if (sides.every((side) => side === "nothing") && !free) return null;
  return `${counter ? "counter" : `offer ${to}`}: ${sides.join(" for ")}${free}`;
}
