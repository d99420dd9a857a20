/** Building blocks of the decision panel. */

import { element } from "../dom.js";

/** Returns the cost or the proceeds of an action, as shown on its button. */
function costText(view, cost) {
  if (!cost) return "";
  return cost > 0 ? view.money(cost) : `+${view.money(-cost)}`;
}

/** Creates the button of a legal action: {action, text, cost, key, primary, danger, label}. */
export function choiceButton(panel, { action, text, cost = 0, key, primary, danger, label }) {
  const { view } = panel;
  const price = costText(view, cost);
  const spoken = `${label ?? text}${price ? `, ${cost > 0 ? "costs" : "raises"} ${view.money(Math.abs(cost))}` : ""}`;
  const names = ["choice", primary && "primary", danger && "danger"].filter(Boolean).join(" ");
  const keys = { "data-key": key, "aria-keyshortcuts": key };
  return element(
    "button",
    {
      class: names,
      attrs: { type: "button", "data-action": action, "data-text": label ?? text, "aria-label": spoken, ...keys },
      on: { click: () => panel.act(action) },
    },
    element("span", { class: "choice-text", text }),
    price && element("span", { class: cost > 0 ? "choice-cost" : "choice-gain", text: price }),
  );
}

/** Creates a button that sends no decision: it opens, closes or changes parts of the panel. */
export function stepButton(text, click, { key, name, class: names = "quiet" } = {}) {
  return element("button", {
    class: `step-button ${names}`,
    text,
    attrs: { type: "button", "data-key": key, "aria-keyshortcuts": key, "data-text": text, "data-step": name },
    on: { click },
  });
}

/** Creates a row of buttons that wraps. */
export function row(...buttons) {
  return element("div", { class: "answers" }, ...buttons);
}

/** Creates a line of explanation. */
export function note(text, names = "") {
  return element("p", { class: `decision-note ${names}`.trim(), text });
}

/** Creates a list of names and amounts: [[name, amount, class], …]. */
export function sums(...lines) {
  const cells = lines.map(([name, amount, names = ""]) =>
    element("div", { class: names }, element("dt", { text: name }), element("dd", { text: amount })),
  );
  return element("dl", { class: "decision-sums" }, ...cells);
}

/** Creates the decorative strip of a colour group. */
export function strip(colour) {
  const made = element("span", { class: "group-strip", attrs: { "aria-hidden": "true" } });
  if (colour) made.style.setProperty("--group", colour);
  return made;
}
