/** What is shown to those who have nothing to decide: who decides what, and the offer or the auction under way. */

import { biddingStands } from "./bid.js";
import { note } from "./parts.js";
import { offerSides } from "./respond.js";
import { waitingWords } from "./words.js";

/** What keeps the one who decides from deciding. */
function hindrance(matter, { seat, kind }) {
  const { settings, seats } = matter.model;
  const { here, bot } = seats[seat];
  if (settings.paused && (kind === "agent" || bot)) return note("The game is paused.");
  if (kind === "person" && !bot && !here) return note(`${matter.name(seat)} is not here at the moment.`);
  return null;
}

/** Another player's decision. */
export function waiting({ matter }) {
  const awaited = matter.model.waiting;
  if (!awaited) return { heading: "", parts: [] };
  const { offer, auction } = matter.state;
  const sealed = matter.rule("auction") === "sealed";
  return {
    heading: waitingWords(matter, awaited),
    parts: [
      ...(awaited.decision === "respond" && offer ? offerSides(matter) : []),
      awaited.decision === "bid" && auction && (sealed ? note("One hidden bid each.", "sealed") : biddingStands(matter)),
      hindrance(matter, awaited),
    ],
  };
}
