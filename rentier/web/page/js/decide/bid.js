/** Auctions: the lot, how the bidding stands, raises at one press, and a bid of one's own. */

import { element, listed } from "../dom.js";
import { lotCard } from "./buy.js";
import { choiceButton, note, row, sums } from "./parts.js";
import { lotName } from "./words.js";

const RAISES = [10, 50, 100];

/** Bids worth a button of their own, lowest first: [[amount, why]]. */
function quickBids(matter) {
  const { least, most } = matter.question.bid;
  const { auction } = matter.state;
  const lot = matter.squareOf(auction.lot);
  const bids = new Map([[least, "least"]]);
  for (const raise of RAISES) add(auction.high_bid + raise, `+${raise}`);
  if (lot !== undefined) add(matter.board[lot].price, "price");
  add(most, most === matter.cash ? "all your cash" : "");
  return [...bids].sort(([one], [other]) => one - other);

  /** Only what may be bid, and each sum once. */
  function add(amount, why) {
    if (why && amount >= least && amount <= most && !bids.has(amount)) bids.set(amount, why);
  }
}

/** A bid of any size within the bounds. */
function ownBid(desk) {
  const { least, most } = desk.matter.question.bid;
  const bounds = most >= least + 1_000_000 ? `from ${least}` : `${least} to ${most}`;
  const attrs = { type: "number", min: least, max: most, step: 1, inputmode: "numeric", placeholder: least };
  const amount = element("input", { attrs: { ...attrs, "data-part": "bid", "aria-label": `Your bid, ${bounds}` } });
  return element(
    "form",
    {
      class: "own-bid",
      on: {
        submit: (event) => {
          event.preventDefault();
          if (/^\d+$/.test(amount.value)) desk.act(`bid ${Number(amount.value)}`);
          else desk.say(`A bid is a whole number, ${bounds}.`);
        },
      },
      props: { noValidate: true },
    },
    amount,
    element("button", { class: "step-button quiet", text: "Bid", attrs: { type: "submit", "data-part": "bid-own" } }),
  );
}

/** How an auction stands, for bidders and for those who watch. */
export function biddingStands(matter) {
  const { auction } = matter.state;
  const who = (seat) => (seat === matter.me ? "you" : matter.name(seat));
  const leads = auction.leader === null ? "no bid yet" : `${matter.money(auction.high_bid)} by ${who(auction.leader)}`;
  return sums(["High bid", leads], ["Still in", listed(auction.bidders.map(who)) || "nobody"]);
}

/** The question of `bid`. */
export function bid(desk) {
  const { matter } = desk;
  const { auction } = matter.state;
  const sealed = matter.rule("auction") === "sealed";
  const lot = matter.squareOf(auction.lot);
  const raises = !matter.question.bid
    ? []
    : quickBids(matter).map(([amount, why]) => {
        const text = matter.money(amount);
        const made = choiceButton(desk, { action: `bid ${amount}`, text, label: `Bid ${text}` });
        made.firstChild.append(element("small", { class: "lot-standing", text: why }));
        return made;
      });
  return {
    heading: `Auction: ${lotName(matter, auction.lot)}`,
    parts: [
      lot === undefined ? null : lotCard(matter, lot),
      sealed ? note("One hidden bid each: nobody sees another's bid before all are made.", "sealed") : biddingStands(matter),
      sums(["Your cash", matter.money(matter.cash)]),
      row(...raises),
      row(
        matter.question.bid && ownBid(desk),
        ...matter.choices("pass").map(({ action }) => choiceButton(desk, { action, text: "Pass", key: "p" })),
      ),
    ],
  };
}
