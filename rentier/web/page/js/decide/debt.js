/** A debt that the cash does not cover: what is missing, and what each sale or mortgage brings. */

import { element } from "../dom.js";
import { sales } from "./lots.js";
import { bankruptcy, tradeButton } from "./manage.js";
import { note, row, sums } from "./parts.js";
import { creditorName } from "./words.js";

/** The question of `raise`. */
export function raise(desk) {
  const { matter } = desk;
  const { amount, creditor } = matter.state.debt;
  const missing = matter.question.shortfall;
  const covered = { max: amount, value: Math.min(matter.cash, amount), "aria-label": "How much of the debt is there in cash" };
  return {
    heading: `You owe ${creditorName(matter, creditor)} ${matter.money(amount)}`,
    parts: [
      element(
        "p",
        { class: "shortfall", attrs: { "data-shortfall": missing } },
        element("strong", { text: matter.money(missing) }),
        " still missing",
      ),
      element("progress", { attrs: covered }),
      sums(["Debt", matter.money(amount)], ["Your cash", matter.money(matter.cash)]),
      note("The debt is paid as soon as your cash covers it."),
      ...sales(desk),
      row(tradeButton(desk), bankruptcy(desk)),
    ],
  };
}
