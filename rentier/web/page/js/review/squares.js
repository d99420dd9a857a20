/** The squares that a decision concerns: deeds bought, built on, given and taken. */

/** The squares that each kind of decision is about in a position: a deed for sale, a lot, the deeds of an offer. */
const ASKED = {
  buy: (view, { players, mover }) => [players[mover].square],
  claim: (view, { players, mover }) => [players[mover].square],
  bid: (view, { auction }) => [view.squareOf(auction.lot)],
  respond: (view, { offer }) => [...offer.gives.deeds, ...offer.asks.deeds, ...offer.free_rent].map((deed) => view.squareOf(deed)),
};
const TRADE = /^(?:offer \d+|counter): (.*)$/s;
const ON_A_SQUARE = /^(?:build|sell|mortgage|unmortgage|keep) (.*)$/s;
const WITHOUT_SQUARES = ["roll", "end", "bankrupt"];

/** Returns the squares of an action in a position, without those of houses, cards and money. */
export function squaresOf(view, state, action) {
  const trade = TRADE.exec(action);
  const deeds = trade ? trade[1].split(/ for | \+ |, free rent on /) : ON_A_SQUARE.exec(action)?.slice(1);
  if (deeds) return deeds.map((deed) => view.squareOf(deed)).filter(isSquare);
  return WITHOUT_SQUARES.includes(action) ? [] : (ASKED[state.decision]?.(view, state) ?? []).filter(isSquare);
}

function isSquare(square) {
  return square !== undefined;
}

/** Returns the frames for the board: what was played, and what would have been better. */
export function framesOf(view, state, played, better) {
  return [
    { kind: "played", squares: squaresOf(view, state, played) },
    { kind: "better", squares: squaresOf(view, state, better) },
  ];
}
