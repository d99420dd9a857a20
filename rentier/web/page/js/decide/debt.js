/** A debt that exceeds the player's cash: the shortfall, and the proceeds of each sale or mortgage. */

import { element } from "../dom.js";
import { sales } from "./lots.js";
import { bankruptcy, tradeButton } from "./manage.js";
import { note, row, sums } from "./parts.js";
import { creditorName } from "./words.js";

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
      note("Sell, mortgage or trade. The debt is paid as soon as you have enough cash."),
      ...sales(panel),
      row(tradeButton(panel), bankruptcy(panel)),
    ],
  };
}
