/** The chances as a table: all that the graph shows, to be read. */

import { button, element } from "../dom.js";
import { percent } from "./words.js";

let open = false; // stays as the reader left it while the review grows

/** A table of the turns, folded up. */
export function chancesTable(turns, names, end, marks, jump) {
  const heads = ["turn", ...names, "marked"].map((text) => element("th", { text, attrs: { scope: "col" } }));
  const rows = () => [...turns.map((turn) => turnRow(turn, names, marks, jump)), endRow(end, names)];
  const body = element("tbody");
  const details = element(
    "details",
    { class: "panel review-table", on: { toggle: () => fill() } },
    element("summary", { text: "The chances as a table" }),
    element("div", { class: "review-table-scroll" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body)),
  );
  const fill = () => {
    open = details.open;
    if (open && !body.children.length) body.append(...rows());
  };
  details.open = open;
  return details;
}

function turnRow({ turn, first, last, chances }, names, marks, jump) {
  const here = marks.filter(({ number }) => number >= first && number <= last).map(({ seat, mark }) => `${names[seat]}: ${mark}`);
  return element(
    "tr",
    {},
    element("th", { attrs: { scope: "row" } }, button(String(turn), () => jump(first), { class: "quiet small", attrs: { "aria-label": `Show turn ${turn}` } })),
    ...cells(chances, names),
    element("td", { class: "words", text: here.join(", ") }),
  );
}

function endRow(end, names) {
  return element("tr", {}, element("th", { text: "end", attrs: { scope: "row" } }), ...cells(end, names), element("td"));
}

function cells(chances, names) {
  return names.map((_, seat) => element("td", { text: chances ? percent(chances[seat]) : "…" }));
}
