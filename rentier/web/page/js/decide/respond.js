/** An offer that waits for its answer. */

import { element, listed } from "../dom.js";
import { choiceButton, row, stepButton, strip, sums } from "./parts.js";
import { draftOfOffer } from "./terms.js";
import { deedName, plainWords, reasonWords, standing } from "./words.js";

const KEYS = { accept: "a", refuse: "x" };

/** One side of an offer as a list of what changes hands. */
function sideOf(matter, title, side) {
  const deeds = side.deeds.map((deed) => {
    const square = matter.squareOf(deed);
    const state = standing(matter.deed(square));
    const { name, colour } = matter.board[square];
    return element("li", {}, strip(colour), name, state && element("small", { text: state }));
  });
  const more = side.jail_cards.map((card) => element("li", { text: cardName(card) }));
  if (side.cash) more.push(element("li", { class: "side-cash", text: matter.money(side.cash) }));
  if (side.iou) more.push(element("li", { text: `an IOU of ${matter.money(side.iou)}, due on passing GO` }));
  const things = [...deeds, ...more];
  return element(
    "section",
    { class: "trade-side", attrs: { "aria-label": title } },
    element("h3", { text: title }),
    element("ul", {}, ...(things.length ? things : [element("li", { class: "faint", text: "nothing" })])),
  );
}

/** How a jail card is called outside action texts. */
export function cardName(card) {
  return `Jail card (${card === "chance card" ? "Chance" : "Community Chest"})`;
}

/** Both sides of the offer on the table, seen from a seat of it, or from its maker for those who watch. */
export function offerSides(matter) {
  const { offer } = matter.state;
  const gives = (seat) => (seat === matter.me ? "You give" : `${matter.name(seat)} gives`);
  const titles = offer.to === matter.me ? ["You get", "You give"] : [gives(offer.from), gives(offer.to)];
  const free = offer.free_rent.map((deed) => deedName(matter, deed));
  return [
    element("div", { class: "trade-sides" }, sideOf(matter, titles[0], offer.gives), sideOf(matter, titles[1], offer.asks)),
    free.length ? element("p", { class: "decision-note", text: `No rent between the two on ${listed(free)}.` }) : null,
  ];
}

/** What a trade completes for either side, as the server found. */
export function completesWords(matter, completes, other) {
  const words = [];
  if (completes.you.length) words.push(`${listed(completes.you)} for you`);
  if (completes.them.length) words.push(`${listed(completes.them)} for ${matter.name(other)}`);
  return words.length ? `It completes ${words.join(" and ")}.` : "It completes no set.";
}

/** The cash of both before and after a trade that brings the person so much. */
export function cashAfter(matter, other, brings) {
  const change = (seat, more) => {
    const { cash } = matter.player(seat);
    return `${matter.money(cash)} → ${matter.money(cash + more)}`;
  };
  return sums(["Your cash", change(matter.me, brings)], [`${matter.name(other)}'s cash`, change(other, -brings)]);
}

/** The question of `respond`; what it completes comes with the answer to a check. */
export function respond(desk) {
  const { matter } = desk;
  const { offer } = matter.state;
  const completes = element("p", { class: "decision-note", attrs: { role: "status", "data-part": "completes" } });
  desk.check("accept", (answer) => {
    completes.textContent = answer.legal ? completesWords(matter, answer.completes, offer.from) : reasonWords(answer.error);
  });
  const build = () => desk.propose(draftOfOffer(matter));
  const answers = matter
    .choices("accept", "refuse")
    .map(({ action }) => choiceButton(desk, { action, text: plainWords(action), key: KEYS[action], primary: action === "accept" }));
  return {
    heading: `${matter.name(offer.from)} offers you a trade`,
    parts: [
      ...offerSides(matter),
      completes,
      cashAfter(matter, offer.from, offer.gives.cash - offer.asks.cash),
      row(...answers, matter.question.counter && stepButton("Counter-offer", build, { key: "c", name: "counter" })),
    ],
  };
}
