/** A debt that exceeds the player's cash: the shortfall, and the proceeds of each sale or mortgage. */

import { element } from "../dom.js";
import { sales } from "./lots.js";
import { bankruptcy, tradeButton } from "./manage.js";
import { note, row, stepButton, sums } from "./parts.js";
import { actionWords, creditorName } from "./words.js";

/** Creates the cheapest way out of the debt, and the button that does its steps; or says that there is none. */
function rescue(panel) {
  const { view } = panel;
  const { raises, steps } = view.question.rescue;
  if (!steps.length) {
    const missing = view.money(view.question.shortfall - raises);
    return [note(`Selling and mortgaging everything raises ${view.money(raises)}: ${missing} short.${view.question.offer_to.length ? " Only a trade can save you." : ""}`, "bad rescue-none")];
  }
  const lines = steps.map(({ action, raises: each }) =>
    element("li", {}, element("span", { text: actionWords(view, action) }), element("span", { class: "choice-gain", text: `+${view.money(each)}` })),
  );
  return [
    element(
      "section",
      { class: "rescue", attrs: { "aria-label": "Cheapest way out" } },
      element("h3", { text: "Cheapest way out" }),
      element("ol", {}, ...lines),
      note("These steps lose you the least rent, and cost the least to take back later."),
    ),
    row(stepButton("Take the cheapest way out", () => panel.follow(steps.map(({ action }) => action)), { name: "rescue", key: "w", class: "primary" })),
  ];
}

/** The panel for the decision `raise`. */
export function raise(panel) {
  const { view } = panel;
  const { amount, creditor } = view.state.debt;
  const { shortfall } = view.question;
  const covered = { max: amount, value: Math.min(view.cash, amount), "aria-label": "Share of the debt covered by your cash" };
  return {
    heading: `You owe ${creditorName(view, creditor)} ${view.money(amount)}`,
    parts: [
      element(
        "p",
        { class: "shortfall", attrs: { "data-shortfall": shortfall } },
        element("strong", { text: view.money(shortfall) }),
        " short",
      ),
      element("progress", { attrs: covered }),
      sums(["Debt", view.money(amount)], ["Your cash", view.money(view.cash)]),
      ...rescue(panel),
      note(`${view.choices("sell", "mortgage").length ? "Or sell, mortgage or trade yourself. " : ""}The debt is paid as soon as you have enough cash.`),
      ...sales(panel),
      row(tradeButton(panel), bankruptcy(panel)),
    ],
  };
}
