/** Advice for the first question of a table that a review began to try a better decision; the browser stores it. */

import { myTable } from "../keep.js";

/** Returns the advice for the question: {action, why}; null if there is none. */
export function adviceFor({ question, model }) {
  return question?.number === 0 ? (myTable(model.table).advice ?? null) : null;
}
