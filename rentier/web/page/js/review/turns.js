/** The decisions of a game by turn. */

/** Returns the turns: {turn, round, first, last, chances}; `chances` are averages over the decisions analysed so far, null if there are none. */
export function turnsOf(decisions, chances) {
  const turns = [];
  for (const { number, turn, round } of decisions) {
    if (turns.at(-1)?.turn !== turn) turns.push({ turn, round, first: number, known: [] });
    turns.at(-1).last = number;
    const known = chances[number - 1];
    if (known) turns.at(-1).known.push(known);
  }
  return turns.map(({ known, ...turn }) => ({ ...turn, chances: known.length ? meanOf(known) : null }));
}

function meanOf(rows) {
  return rows[0].map((_, seat) => rows.reduce((sum, row) => sum + row[seat], 0) / rows.length);
}

/** Returns the decision that a key leads to from decision `number`; null for other keys. */
export function keyTarget(key, number, turns) {
  const end = turns.at(-1).last + 1;
  const here = turns.findLastIndex((turn) => turn.first <= number);
  if (key === "ArrowRight") return Math.min(number + 1, end);
  if (key === "ArrowLeft") return Math.max(number - 1, 1);
  if (key === "Home") return 1;
  if (key === "End") return end;
  if (key === "PageDown") return turns[here + 1]?.first ?? end;
  if (key === "PageUp") return number > turns[here].first ? turns[here].first : (turns[here - 1]?.first ?? 1);
  return null;
}
