/** The moments that decided a game: the turns in which the win probabilities changed most. */

import { element, percent, possessive } from "../dom.js";
import { HEADING } from "./log.js";

const MOMENTS = 3;
const LEAST_SWING = 0.05; // of a win: smaller changes decide nothing
const MOST_LINES = 3;

/** Returns the sum of the absolute changes, halved: the win probability that changed hands. */
function swing(before, after) {
  return before.reduce((sum, share, seat) => sum + Math.abs(after[seat] - share), 0) / 2;
}

/** Returns the next known values after a place; those of the result after the last. */
function nextKnown(chances, place, end) {
  for (let at = place; at < chances.length; at += 1) if (chances[at]) return chances[at];
  return end;
}

/** Returns the decisive turns in their order: [{turn, round, index, lines, seat, before, after}].
 *
 * `turns` as by `turnsOf`, `chances` before every decision, `end` at the end. What happened is told by the decision of the
 * turn after which the probabilities changed most.
 */
export function decisiveMoments(turns, decisions, chances, end) {
  if (!end) return [];
  const found = turns.map(({ turn, round, first, last }, index) => {
    const before = chances[first - 1];
    const after = nextKnown(chances, last, end);
    return before ? { turn, round, index, first, last, before, after, size: swing(before, after) } : null;
  });
  const largest = found.filter((one) => one && one.size >= LEAST_SWING).sort((one, other) => other.size - one.size).slice(0, MOMENTS);
  return largest.sort((one, other) => one.index - other.index).map((one) => ({ ...one, ...tell(one, decisions, chances, end) }));
}

/** Returns whose win probability a turn changed most, and the lines that tell what happened. */
function tell({ first, last, before, after }, decisions, chances, end) {
  const changes = before.map((share, seat) => Math.abs(after[seat] - share));
  const seat = changes.indexOf(Math.max(...changes));
  const steps = decisions.slice(first - 1, last).map(({ number, lines }) => {
    const [from, to] = [chances[number - 1], nextKnown(chances, number, end)];
    return { lines: lines.filter((line) => !HEADING.test(line)), size: from ? swing(from, to) : 0 };
  });
  const [told] = steps.filter(({ lines }) => lines.length).sort((one, other) => other.size - one.size);
  return { seat, lines: (told?.lines ?? []).slice(0, MOST_LINES) };
}

/** Creates the list of the moments in words. */
export function momentList(moments, names, game) {
  const items = moments.map(({ turn, first, lines, seat, before, after }) =>
    element(
      "li",
      {},
      element("a", { text: `Turn ${turn}`, attrs: { href: `#review/${game}/${first}` } }),
      `: ${lines.map((line) => line.trim()).join(" ")} `,
      element("b", { text: `${possessive(names[seat])} chances: ${percent(before[seat])} → ${percent(after[seat])}` }),
    ),
  );
  return element("ol", { class: "moments" }, ...items);
}
