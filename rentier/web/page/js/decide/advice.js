/** Advice for the first question of a table, which a review has stored when it began the table to try a better decision. */

import { myTable } from "../keep.js";

/** Returns the advice for the question: {action, why}; null if there is none. */
export function adviceFor({ question, model }) {
  return question?.number === 0 ? (myTable(model.table).advice ?? null) : null;
}
