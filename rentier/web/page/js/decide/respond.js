/** An offer that waits for its answer. */

import { element, listed } from "../dom.js";
import { choiceButton, row, stepButton, strip, sums } from "./parts.js";
import { draftOfOffer } from "./terms.js";
import { deedName, reasonWords, standing } from "./words.js";

/** One side of an offer as a list of what changes hands. */
function sideOf(matter, title, side) {
  const deeds = side.deeds.map((deed) => {
    const square = matter.squareOf(deed);
    const state = standing(matter.deed(square));
    return element("li", {}, strip(matter.board[square].colour), matter.board[square].name, state && element("small", { text: ` ${state}` }));
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
  const toMe = offer.to === matter.me;
  const titles = toMe ? ["You get", "You give"] : [`${matter.name(offer.from)} gives`, `${matter.name(offer.to)} gives`];
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

/** The question of `respond`; what it completes comes with the answer to a check. */
export function respond(desk) {
  const { matter } = desk;
  const { offer } = matter.state;
  const net = offer.gives.cash - offer.asks.cash;
  const theirs = matter.player(offer.from).cash;
  const completes = element("p", { class: "decision-note", attrs: { role: "status", "data-part": "completes" } });
  desk.check("accept", (answer) => {
    completes.textContent = answer.legal ? completesWords(matter, answer.completes, offer.from) : reasonWords(answer.error);
  });
  const counter = matter.question.counter && stepButton("Counter-offer", () => desk.propose(draftOfOffer(matter)), { key: "c", name: "counter" });
  const keys = { accept: "a", refuse: "x" };
  const answers = matter.choices("accept", "refuse").map(({ action }) =>
    choiceButton(desk, { action, text: action === "accept" ? "Accept" : "Refuse", key: keys[action], primary: action === "accept" }),
  );
  return {
    heading: `${matter.name(offer.from)} offers you a trade`,
    parts: [
      ...offerSides(matter),
      completes,
      sums(
        ["Your cash", `${matter.money(matter.cash)} → ${matter.money(matter.cash + net)}`],
        [`${matter.name(offer.from)}'s cash`, `${matter.money(theirs)} → ${matter.money(theirs - net)}`],
      ),
      row(...answers, counter),
    ],
  };
}
