/** The topics of the tutorial: which of them a question, or what has just happened, is about. */

import { habit } from "../decide/habits.js";
import { View } from "../decide/view.js";

const OF_DECISIONS = { buy: "buy", bid: "auction", respond: "trade", raise: "debt", settle: "settle", card: "card" };
const PROPOSE_ROUND = 4; // by then, a player knows enough to offer a trade

/** Returns the topics of the pending question, the most important first; none if the page answers it by itself. */
export function topicsOfQuestion(table, met) {
  const view = new View(table);
  if (!view.question || habit(view)) return [];
  const { decision, offer_to: partners } = view.question;
  if (decision !== "manage" && decision !== "roll") return [OF_DECISIONS[decision]].filter(Boolean);
  const mayPropose = partners.length > 0 && (met.includes("trade") || table.state.round >= PROPOSE_ROUND);
  const topics = { turn: true, jail: view.player(view.me).in_jail, build: view.choices("build").length > 0, propose: mayPropose };
  return Object.keys(topics).filter((topic) => topics[topic]);
}

/** Whether a payment is rent: it goes to the owner of the square that the payer has landed on. */
function isRent({ state, board }, { from, to }) {
  const square = board[state.players[from]?.square];
  return typeof to === "number" && square?.deed !== undefined && state.deeds[square.deed]?.owner === to;
}

/** Returns the topics of the scenes of a step that concern the player. */
export function topicsOfScenes(table, scenes) {
  const me = table.you.seat;
  if (scenes.some(({ scene }) => scene === "answer")) return []; // a trade, whose cash is no rent
  const drawn = scenes.some(({ scene, seat }) => scene === "card" && seat === me);
  const rent = scenes.some((scene) => scene.scene === "pay" && [scene.from, scene.to].includes(me) && isRent(table, scene));
  return [drawn && "card", rent && "rent"].filter(Boolean);
}
