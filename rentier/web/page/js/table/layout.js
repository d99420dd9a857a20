/** The layout of a board of any number of squares, the same as in pictures of boards (rentier/record/drawing/layout.py).
 *
 * Square 0 is at the lower right; the squares run along the bottom to the left, then up, along the top and down.
 */

export const SIZE = 1000;
const CORNER = 1.6; // side of a corner square, in widths of a square
const NARROWEST_DEPTH = 118;
const WIDEST_DEPTH = 210;
export const BOTTOM = 0;
export const LEFT = 1;
export const TOP = 2;
const RIGHT = 3;

/** Returns the number of squares between the corners for each side; opposite sides are equal if possible. */
function sides(count) {
  const each = Math.floor((count - 4) / 4);
  const more = (count - 4) % 4;
  return [0, 2, 1, 3].map((rank) => each + (rank < more ? 1 : 0));
}

/** Returns the corner where a side begins. */
function corner(side, depth) {
  const far = SIZE - depth;
  const x = side === BOTTOM || side === RIGHT ? far : 0;
  const y = side === BOTTOM || side === LEFT ? far : 0;
  return { x, y, width: depth, height: depth, side: side === BOTTOM || side === LEFT ? BOTTOM : TOP, corner: true };
}

/** Returns the rectangle of the square at `step` after the corner of its side. */
function along(side, step, length, depth) {
  const near = depth;
  const far = SIZE - depth;
  const rest = { side, corner: false };
  if (side === BOTTOM) return { x: far - (step + 1) * length, y: far, width: length, height: depth, ...rest };
  if (side === LEFT) return { x: 0, y: far - (step + 1) * length, width: depth, height: length, ...rest };
  if (side === TOP) return { x: near + step * length, y: 0, width: length, height: depth, ...rest };
  return { x: far, y: near + step * length, width: depth, height: length, ...rest };
}

/** Returns the rectangles of all squares, and their depth. Sides differ by at most one square. */
export function planBoard(count) {
  const numbers = sides(count);
  const depth = Math.min(Math.max((CORNER * SIZE) / (Math.max(...numbers) + 2 * CORNER), NARROWEST_DEPTH), WIDEST_DEPTH);
  const length = SIZE - 2 * depth;
  const places = numbers.flatMap((squares, side) => [
    corner(side, depth),
    ...Array.from({ length: squares }, (_, step) => along(side, step, length / squares, depth)),
  ]);
  return { places, depth };
}

/** Cuts a strip off one side of an area; returns the strip and the rest. */
export function cut({ x, y, width, height }, side, depth) {
  if (side === BOTTOM) return [{ x, y: y + height - depth, width, height: depth }, { x, y, width, height: height - depth }];
  if (side === TOP) return [{ x, y, width, height: depth }, { x, y: y + depth, width, height: height - depth }];
  if (side === LEFT) return [{ x, y, width: depth, height }, { x: x + depth, y, width: width - depth, height }];
  return [{ x: x + width - depth, y, width: depth, height }, { x, y, width: width - depth, height }];
}

/** Returns the centre of an area. */
export function centre({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}
