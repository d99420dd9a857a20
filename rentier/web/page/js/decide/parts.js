/** The small parts that every question is put together from. */

import { element } from "../dom.js";

/** What an action costs or brings, as it is written on its button. */
function costWords(matter, cost) {
  if (!cost) return "";
  return cost > 0 ? matter.money(cost) : `+${matter.money(-cost)}`;
}

/** A button that does one legal action: {action, text, cost, key, primary, danger, label}. */
export function choiceButton(desk, { action, text, cost = 0, key, primary, danger, label }) {
  const { matter } = desk;
  const price = costWords(matter, cost);
  const spoken = `${label ?? text}${price ? `, ${cost > 0 ? "costs" : "brings"} ${matter.money(Math.abs(cost))}` : ""}`;
  const names = ["choice", primary && "primary", danger && "danger"].filter(Boolean).join(" ");
  const keys = { "data-key": key, "aria-keyshortcuts": key };
  return element(
    "button",
    {
      class: names,
      attrs: { type: "button", "data-action": action, "data-text": label ?? text, "aria-label": spoken, ...keys },
      on: { click: () => desk.act(action) },
    },
    element("span", { class: "choice-text", text }),
    price && element("span", { class: cost > 0 ? "choice-cost" : "choice-gain", text: price }),
  );
}

/** A button of the panel that sends nothing: it opens, closes or changes what is shown. */
export function stepButton(text, click, { key, name, class: names = "quiet" } = {}) {
  return element("button", {
    class: `step-button ${names}`,
    text,
    attrs: { type: "button", "data-key": key, "aria-keyshortcuts": key, "data-text": text, "data-step": name },
    on: { click },
  });
}

/** Buttons in a row that wraps. */
export function row(...buttons) {
  return element("div", { class: "answers" }, ...buttons);
}

/** A line of explanation. */
export function note(text, names = "") {
  return element("p", { class: `decision-note ${names}`.trim(), text });
}

/** Names with amounts beside them: [[name, amount, class], …]. */
export function sums(...lines) {
  const cells = lines.map(([name, amount, names = ""]) =>
    element("div", { class: names }, element("dt", { text: name }), element("dd", { text: amount })),
  );
  return element("dl", { class: "decision-sums" }, ...cells);
}

/** The strip of a colour group, for the eye only. */
export function strip(colour) {
  const made = element("span", { class: "group-strip", attrs: { "aria-hidden": "true" } });
  if (colour) made.style.setProperty("--group", colour);
  return made;
}
