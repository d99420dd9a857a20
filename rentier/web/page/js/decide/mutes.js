/** Turning down offers: those of this turn, or all of a player. */

import { element, listed } from "../dom.js";
import { note, stepButton } from "./parts.js";

/** Creates the buttons that turn down the pending offer and all that would follow it. */
export function noMoreOffers(panel) {
  const { offer } = panel.view.state;
  const refuse = (order) => () => panel.send({ type: "offers", wanted: false, ...order });
  return [
    stepButton("No more offers this turn", refuse({}), { name: "quiet" }),
    stepButton(`No more offers from ${panel.view.name(offer.from)}`, refuse({ seat: offer.from }), { name: "mute" }),
  ];
}

/** Creates the note on the offers that the player has turned down, with a button that takes it back; null if there are none. */
export function mutedNote(panel) {
  const { view } = panel;
  const { mutes, quiet } = view.model.settings;
  const muted = mutes.filter(([seat]) => seat === view.me).map(([, other]) => other);
  const isQuiet = quiet.some(([seat, turn]) => seat === view.me && turn === view.state.turn);
  if (view.me === null || (!muted.length && !isQuiet)) return null;
  const from = [...(isQuiet ? ["this turn"] : []), ...(muted.length ? [`from ${listed(muted.map((seat) => view.name(seat)))}`] : [])];
  const allow = () => {
    if (isQuiet) panel.send({ type: "offers", wanted: true });
    for (const seat of muted) panel.send({ type: "offers", wanted: true, seat });
  };
  return element("div", { class: "muted-offers" }, note(`No offers ${from.join(" and ")}.`), stepButton("Allow offers again", allow, { name: "unmute" }));
}
