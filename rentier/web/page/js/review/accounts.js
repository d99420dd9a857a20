/** Luck and decisions: for each seat three bars around zero, with intervals, that lead from the start to the result. */

import { element, percent, svg } from "../dom.js";
import { estimate, points, seatSign } from "./words.js";

const PARTS = { luck: "luck", own: "own decisions", others: "others’ decisions" };
const WIDTH = 300;
const ROW = 22;

/** Creates the panel; `ending` is "won", "draw" or "" for an unfinished game. */
export function accountsPanel(accounts, names, ending) {
  const ends = accounts.flatMap((account) => Object.keys(PARTS).flatMap((part) => [account[part].low, account[part].high]));
  const reach = Math.max(0.1, ...ends.map(Math.abs));
  return element(
    "section",
    { class: "panel review-accounts" },
    element("h2", { text: "Luck and decisions" }),
    element("p", {
      class: "note",
      text: `Start + luck + own decisions + others’ decisions = ${ending ? "result" : "current chance of winning"}, in percentage points. Thin lines are 95 % intervals: if a line crosses zero, there may be no effect at all.`,
    }),
    element("div", { class: "account-grid" }, ...accounts.map((account) => accountFigure(account, names[account.seat], reach, ending))),
  );
}

/** Returns how a game ended for a seat. */
function resultText(result, ending) {
  if (ending === "draw") return "draw";
  return `${percent(result)} ${ending ? "at the end" : "now"}`;
}

function accountFigure(account, name, reach, ending) {
  return element(
    "figure",
    { class: `account of-${account.seat}` },
    element(
      "figcaption",
      {},
      seatSign(account.seat, name),
      element("span", { class: "faint", text: `${percent(account.start.mean)} at the start, ${resultText(account.result, ending)}` }),
    ),
    element("div", { class: "account-bars" }, ...Object.entries(PARTS).map(([part, word]) => bar(part, word, account[part], reach))),
  );
}

/** Creates one bar, to the left or to the right of zero. */
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
    element("span", { class: "figure", text: estimate({ mean, high }), attrs: { title: `95 % interval: ${points(low)} to ${points(high)}` } }),
  );
}
