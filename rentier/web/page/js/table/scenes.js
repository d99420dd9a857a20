/** Scenes: what the server sends of a step, how long each is shown, and how it changes the state of the game. */

import { preference } from "../preferences.js";

const SPEEDS = { usual: 1, fast: 2 };
const OTHERS = 2; // times as fast, so that nobody waits long for their next turn
const NEVER_HURRIED = ["bid", "sold", "bankrupt"]; // they matter to all players
const LENGTHS = { dice: 800, pay: 750, deed: 650, build: 450, sell: 350, mortgage: 350, bid: 280, sold: 900, answer: 700, bankrupt: 1600 }; // milliseconds
const STRIDE = 140; // milliseconds per square of a walk
const LONGEST_WALK = 1700;
const JUMP = 700; // milliseconds of the way to jail
const CARD = { least: 1300, letter: 18, most: 2800 }; // milliseconds: a card can be read while it is shown

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns how long a scene of the user's own turn is shown at the usual speed. */
function usualLength({ scene, path, jailed, text }) {
  if (scene === "walk") return jailed ? JUMP : Math.min(LONGEST_WALK, STRIDE * (path.length + 1));
  if (scene === "card") return Math.min(CARD.most, CARD.least + CARD.letter * text.length);
  return LENGTHS[scene];
}

/** Returns the scenes of a step to play, each with its `length` in milliseconds; none if the user sees no animations.
 *
 * `own`: whether the step is the user's decision.
 */
export function scenesToPlay(scenes, own) {
  const speed = SPEEDS[preference("motion")];
  if (!speed || reducedMotion.matches || document.hidden) return [];
  const speedOf = ({ scene }) => (own || NEVER_HURRIED.includes(scene) ? speed : OTHERS * speed);
  return scenes.map((scene) => ({ ...scene, length: usualLength(scene) / speedOf(scene) }));
}

/** Returns the state after a scene of a step; what no scene shows changes with the end of the step. */
export function stateAfter({ state, board }, scene) {
  const player = (seat, change) => ({ ...state, players: state.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) });
  const deed = (change) => ({ ...state, deeds: { ...state.deeds, [board[scene.square].deed]: { ...state.deeds[board[scene.square].deed], ...change } } });
  switch (scene.scene) {
    case "dice":
      return { ...state, dice: scene.dice };
    case "walk":
      return player(scene.seat, () => ({ square: scene.path.at(-1), in_jail: scene.jailed }));
    case "pay":
      return { ...state, players: state.players.map((one) => ({ ...one, cash: one.cash + (one.seat === scene.to ? scene.amount : 0) - (one.seat === scene.from ? scene.amount : 0) })) };
    case "deed":
      return deed({ owner: scene.to });
    case "build":
    case "sell":
      return deed({ houses: scene.houses });
    case "mortgage":
      return deed({ mortgaged: scene.mortgaged });
    case "bid":
      return state.auction && scene.amount ? { ...state, auction: { ...state.auction, high_bid: scene.amount, leader: scene.seat } } : state;
    default:
      return state;
  }
}
