/** Responding to an offer. */

import { element, listed, possessive } from "../dom.js";
import { noMoreOffers } from "./mutes.js";
import { choiceButton, row, stepButton, strip, sums } from "./parts.js";
import { draftOfOffer } from "./terms.js";
import { deedName, plainWords, reasonWords, standing } from "./words.js";

const KEYS = { accept: "a", refuse: "x" };

/** Creates the list of what one side of an offer gives. */
function sideOf(view, title, side) {
  const deeds = side.deeds.map((deed) => {
    const square = view.squareOf(deed);
    const state = standing(view.deed(square));
    const { name, colour } = view.board[square];
    return element("li", {}, strip(colour), name, state && element("small", { text: state }));
  });
  const more = side.jail_cards.map((card) => element("li", { text: cardName(card) }));
  if (side.cash) more.push(element("li", { class: "side-cash", text: view.money(side.cash) }));
  if (side.iou) more.push(element("li", { text: `an IOU of ${view.money(side.iou)}, due on passing GO` }));
  const things = [...deeds, ...more];
  return element(
    "section",
    { class: "trade-side", attrs: { "aria-label": title } },
    element("h3", { text: title }),
    element("ul", {}, ...(things.length ? things : [element("li", { class: "faint", text: "nothing" })])),
  );
}

/** Returns the name of a jail card. */
export function cardName(card) {
  return `Get Out of Jail Free card (${card === "chance card" ? "Chance" : "Community Chest"})`;
}

/** Creates both sides of the pending offer, as its recipient or anybody else sees them. */
export function offerSides(view) {
  const { offer } = view.state;
  const gives = (seat) => (seat === view.me ? "You give" : `${view.name(seat)} gives`);
  const titles = offer.to === view.me ? ["You get", "You give"] : [gives(offer.from), gives(offer.to)];
  const free = offer.free_rent.map((deed) => deedName(view, deed));
  return [
    element("div", { class: "trade-sides" }, sideOf(view, titles[0], offer.gives), sideOf(view, titles[1], offer.asks)),
    free.length ? element("p", { class: "decision-note", text: `No rent between ${view.you(offer.from)} and ${view.you(offer.to)} on ${listed(free)}.` }) : null,
  ];
}

/** Names sets: `Orange set`, `Orange and Brown sets`. */
function setWords(names) {
  return `${listed(names)} ${names.length === 1 ? "set" : "sets"}`;
}

/** Returns the sets that a trade completes for either side. */
export function completesWords(view, completes, other) {
  const words = [];
  if (completes.you.length) words.push(`the ${setWords(completes.you)} for you`);
  if (completes.them.length) words.push(`the ${setWords(completes.them)} for ${view.name(other)}`);
  return words.length ? `Completes ${words.join(" and ")}.` : "Completes no set.";
}

/** Creates the lines with both players' cash before and after a trade; `gain` is the cash that the player gets. */
export function cashAfter(view, other, gain) {
  const change = (seat, more) => {
    const { cash } = view.player(seat);
    return `${view.money(cash)} → ${view.money(cash + more)}`;
  };
  return sums(["Your cash", change(view.me, gain)], [`${possessive(view.name(other))} cash`, change(other, -gain)]);
}

/** The panel for the decision `respond`. The server's check of accepting adds the sets that it completes. */
export function respond(panel) {
  const { view } = panel;
  const { offer } = view.state;
  const completes = element("p", { class: "decision-note", attrs: { role: "status", "data-part": "completes" } });
  panel.check("accept", (answer) => {
    completes.textContent = answer.legal ? completesWords(view, answer.completes, offer.from) : reasonWords(answer.error);
  });
  const build = () => panel.propose(draftOfOffer(view));
  const answers = view
    .choices("accept", "refuse")
    .map(({ action }) => choiceButton(panel, { action, text: plainWords(action), key: KEYS[action], primary: action === "accept" }));
  return {
    heading: `${view.name(offer.from)} offers you a trade`,
    parts: [
      ...offerSides(view),
      completes,
      cashAfter(view, offer.from, offer.gives.cash - offer.asks.cash),
      row(...answers, view.question.counter && stepButton("Counter-offer", build, { key: "c", name: "counter" })),
      row(...noMoreOffers(panel)),
    ],
  };
}
