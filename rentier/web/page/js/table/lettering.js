/** Fits names into small areas. */

const canvas = document.createElement("canvas").getContext("2d");
const LEADING = 1.08;
const SIZES = [24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10];
const VOWELS = "aeiouyAEIOUY";

/** Returns the width of a text in the page's font. */
export function textWidth(text, size) {
  canvas.font = `500 100px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif`;
  return (canvas.measureText(text).width * size) / 100;
}

/** Whether a word may be hyphenated before a letter: between two consonants, or between a vowel and a consonant. */
function mayBreak(word, at) {
  const [before, after] = [VOWELS.includes(word[at - 1]), VOWELS.includes(word[at])];
  return !after && (before || !"hkw".includes(word[at]));
}

/** Hyphenates a word into pieces that fit. */
function pieces(word, width, size) {
  if (word.length < 6 || textWidth(word, size) <= width) return [word];
  let fits = 2;
  while (fits < word.length - 2 && textWidth(`${word.slice(0, fits + 1)}-`, size) <= width) fits += 1;
  const wide = Math.min(fits, word.length - 3);
  let at = wide;
  while (at > 2 && !mayBreak(word, at)) at -= 1;
  if (at <= 2) at = wide;
  return [`${word.slice(0, at)}-`, ...pieces(word.slice(at), width, size)];
}

/** Breaks a text into lines that fit. */
function wrapped(text, width, size) {
  const lines = [];
  for (const piece of text.split(/\s+/).flatMap((word) => pieces(word, width, size))) {
    const longer = lines.length && !lines.at(-1).endsWith("-") ? `${lines.at(-1)} ${piece}` : piece;
    if (lines.length && !lines.at(-1).endsWith("-") && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

/** Returns the largest size up to `largest` at which a name fits, if possible without hyphenation: {size, lines, leading}. */
export function fitted(name, width, height, largest) {
  const sizes = SIZES.filter((size) => size <= largest);
  const fits = (size) => {
    const lines = wrapped(name, width, size);
    return lines.length * size * LEADING <= height && lines.every((line) => textWidth(line, size) <= width) ? lines : null;
  };
  const whole = sizes.find((size) => size >= 11 && fits(size)?.every((line) => !line.endsWith("-") || name.includes(line)));
  const size = whole ?? sizes.find((tried) => fits(tried)) ?? SIZES.at(-1);
  const most = Math.max(1, Math.floor(height / (size * LEADING)));
  const lines = wrapped(name, width, size);
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1].replace(/-$/, "")}…`];
  return { size, lines: shown, leading: size * LEADING };
}

const SHORT = 4; // letters of a short name
const APART = 2; // letters in which two short names with the same first letter differ at least

/** Returns the letters and digits of a name, without small words. */
function lettersOf(name) {
  const words = name.split(/[\s,]+/).filter((word) => !/^(the|of|and|to)$/i.test(word));
  return words.join("").replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether two short names are easily confused: they begin alike and differ in fewer than two letters. */
function alike(one, other) {
  const [first, second] = [one, other].map((short) => short.toLowerCase().padEnd(SHORT));
  return first[0] === second[0] && [...first].filter((letter, at) => letter !== second[at]).length < APART;
}

/** Returns short names to try, best first: the beginning, or two letters and where the name parts from a similar one. */
function candidates(letters, similar) {
  let parts = 2;
  while (parts < letters.length - 2 && letters[parts] === similar?.[parts]) parts += 1;
  const places = [2, parts, ...Array.from(letters, (_, at) => at).slice(2)];
  return places.map((at) => letters.slice(0, 2) + letters.slice(at, at + SHORT - 2));
}

/** Abbreviates the names of a board to a few letters each, so that no two are alike: `Mary` and `Malb`. Returns a Map. */
export function shortNames(names) {
  const chosen = new Map(); // name → short name
  for (const name of new Set(names)) {
    const letters = lettersOf(name);
    const near = (short) => [...chosen].find(([, other]) => alike(short, other));
    const similar = near(letters.slice(0, SHORT))?.[0];
    const tried = candidates(letters, similar && lettersOf(similar));
    chosen.set(name, tried.find((short) => !near(short)) ?? `${letters.slice(0, 2)}${chosen.size}`);
  }
  return chosen;
}
