/** Luck and decisions apart: for each seat three bars about zero, with their intervals, from its start to its result. */

import { element, svg } from "../dom.js";
import { estimate, percent, points, seatSign } from "./words.js";

const PARTS = { luck: "luck", own: "own decisions", others: "others’ decisions" };
const WIDTH = 300;
const ROW = 22;

/** The picture of every account, and the sentence that tells how to read it. */
export function accountsPanel(accounts, names, over) {
  const ends = accounts.flatMap((account) => Object.keys(PARTS).flatMap((part) => [account[part].low, account[part].high]));
  const reach = Math.max(0.1, ...ends.map(Math.abs));
  return element(
    "section",
    { class: "panel review-accounts" },
    element("h2", { text: "Luck and decisions" }),
    element("p", {
      class: "note",
      text: `Start + luck + own decisions + others’ decisions = ${over ? "result" : "the chance now"}, in hundredths of a win. Thin lines are 95 % intervals: a bar whose line crosses the middle may well be nothing.`,
    }),
    element("div", { class: "account-grid" }, ...accounts.map((account) => accountFigure(account, names[account.seat], reach, over))),
  );
}

function accountFigure(account, name, reach, over) {
  return element(
    "figure",
    { class: `account of-${account.seat}` },
    element(
      "figcaption",
      {},
      seatSign(account.seat, name),
      element("span", { class: "faint", text: `${percent(account.start.mean)} at the start, ${percent(account.result)} ${over ? "at the end" : "now"}` }),
    ),
    element("div", { class: "account-bars" }, ...Object.entries(PARTS).map(([part, word]) => bar(part, word, account[part], reach))),
  );
}

/** One bar to the left or to the right of the middle. */
function bar(part, word, { mean, low, high }, reach) {
  const x = (share) => (WIDTH / 2) * (1 + (0.98 * share) / reach);
  const drawing = svg(
    "svg",
    { attrs: { viewBox: `0 0 ${WIDTH} ${ROW}`, preserveAspectRatio: "none", "aria-hidden": "true" } },
    svg("line", { class: "zero", attrs: { x1: x(0), x2: x(0), y1: 0, y2: ROW } }),
    svg("rect", { class: `bar bar-${part} ${mean < 0 ? "worse" : "better"}`, attrs: { x: Math.min(x(0), x(mean)), y: 4, width: Math.abs(x(mean) - x(0)), height: ROW - 8 } }),
    svg("path", { class: "interval", attrs: { d: `M${x(low)},${ROW / 2}H${x(high)}M${x(low)},7V${ROW - 7}M${x(high)},7V${ROW - 7}` } }),
  );
  return element(
    "div",
    { class: "account-bar" },
    element("span", { class: "part", text: word }),
    drawing,
    element("span", { class: "figure", text: estimate({ mean, high }), attrs: { title: `from ${points(low)} to ${points(high)}` } }),
  );
}
