/** The panel for everybody else: who is deciding what, and the pending offer or auction. */

import { biddingSummary, limitNote } from "./bid.js";
import { note } from "./parts.js";
import { offerSides } from "./respond.js";
import { waitingWords } from "./words.js";

/** Creates the note on why nothing happens; null if the player can decide. */
function delayNote(view, { seat, kind }) {
  const { settings, seats } = view.model;
  const { here, bot } = seats[seat];
  if (settings.paused && (kind === "agent" || bot)) return note("The game is paused.");
  if (kind === "person" && !bot && !here) return note(`${view.name(seat)} is away.`);
  return null;
}

/** The panel for another player's decision. */
export function waiting(panel) {
  const { view } = panel;
  const awaited = view.model.waiting;
  if (!awaited) return { heading: "", parts: [] };
  const { offer, auction } = view.state;
  const sealed = view.rule("auction") === "sealed";
  return {
    heading: waitingWords(view, awaited),
    parts: [
      ...(awaited.decision === "respond" && offer ? offerSides(view) : []),
      awaited.decision === "bid" && auction && (sealed ? note("Sealed bids: everyone bids once.", "sealed") : biddingSummary(view)),
      limitNote(panel),
      delayNote(view, awaited),
    ],
  };
}
