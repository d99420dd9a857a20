/** The tokens of the seats at the table that is shown. */

import { COLOURS, TOKENS, tokenImage, tokenShape } from "./token_shapes.js";

let looks = []; // {token, colour} of each seat

/** Gives the seats of a table their tokens, and their colours as `--seat-N` and `--seat-ink-N` to all that `node` contains. */
export function dressSeats(node, seats) {
  looks = seats;
  seats.forEach((_, seat) => {
    const { colour } = lookOf(seat);
    node.style.setProperty(`--seat-${seat}`, `var(--paint-${colour})`);
    node.style.setProperty(`--seat-ink-${seat}`, `var(--paint-ink-${colour})`);
  });
}

/** Returns the look of a seat, {token, colour}; seats that nobody has dressed have usual ones. */
export function lookOf(seat) {
  return { token: looks[seat]?.token ?? TOKENS[seat], colour: looks[seat]?.colour ?? COLOURS[seat] };
}

/** Creates the token of a seat around the origin, about 20 units wide. */
export function token(seat) {
  const look = lookOf(seat);
  return tokenShape(look.token, look.colour);
}

/** Creates the token of a seat as an icon in running text. */
export function tokenIcon(seat) {
  const look = lookOf(seat);
  return tokenImage(look.token, look.colour);
}
