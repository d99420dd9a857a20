/** The moments that decided a game: the turns in which the win probabilities changed most. */

import { element, percent, possessive } from "../dom.js";
import { HEADING } from "./log.js";

const MOMENTS = 3;
const LEAST_SWING = 0.05; // of a win: smaller changes decide nothing
const MOST_LINES = 3;

/** Returns the win probability that changed hands: half the sum of all changes. */
function swing(before, after) {
  return before.reduce((sum, share, seat) => sum + Math.abs(after[seat] - share), 0) / 2;
}

/** Returns the changes between win probabilities that are known: [{from, to, before, after, size}], over decisions `from` up to `to`. */
function jumpsOf(chances, end) {
  const known = [...chances, end].map((shares, index) => ({ shares, index })).filter(({ shares }) => shares);
  return known.slice(1).map(({ shares, index }, place) => {
    const { shares: before, index: from } = known[place];
    return { from, to: index, before, after: shares, size: swing(before, shares) };
  });
}

/** Returns what a turn changed; its largest jump tells what happened. */
function momentOf(jumps, decisions) {
  const [{ from, before }] = jumps;
  const { after } = jumps.at(-1);
  const changes = before.map((share, seat) => Math.abs(after[seat] - share));
  const told = jumps.map((jump) => ({ ...jump, lines: decisions.slice(jump.from, jump.to).flatMap(({ lines }) => lines).filter((line) => !HEADING.test(line)) }));
  const [largest] = told.filter(({ lines }) => lines.length).sort((one, other) => other.size - one.size);
  return {
    ...{ turn: decisions[from].turn, number: decisions[from].number, before, after, size: swing(before, after) },
    seat: changes.indexOf(Math.max(...changes)),
    lines: (largest?.lines ?? []).slice(-MOST_LINES).map((line) => line.trim()),
  };
}

/** Returns the decisive turns in their order: [{turn, number, seat, before, after, lines}].
 *
 * `chances` are the win probabilities before every decision (null where they are not known), `end` those at the end.
 */
export function decisiveMoments(decisions, chances, end) {
  if (!end) return [];
  const turns = Map.groupBy(jumpsOf(chances, end), ({ from }) => decisions[from].turn);
  const moments = [...turns.values()].map((jumps) => momentOf(jumps, decisions));
  const largest = moments.filter(({ size }) => size >= LEAST_SWING).sort((one, other) => other.size - one.size);
  return largest.slice(0, MOMENTS).sort((one, other) => one.number - other.number);
}

/** Creates the list of the moments in words. */
export function momentList(moments, names, game) {
  const items = moments.map(({ turn, number, lines, seat, before, after }) =>
    element(
      "li",
      {},
      element("a", { text: `Turn ${turn}`, attrs: { href: `#review/${game}/${number}` } }),
      `: ${lines.join(" ")} `,
      element("b", {}, `${possessive(names[seat])} chances: `, element("span", { class: "figures", text: `${percent(before[seat])} → ${percent(after[seat])}` })),
    ),
  );
  return element("ol", { class: "moments" }, ...items);
}
