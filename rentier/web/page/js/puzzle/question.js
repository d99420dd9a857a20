/** The question of a puzzle in words. */

import { sums } from "../decide/parts.js";
import { cashAfter, offerSides } from "../decide/respond.js";
import { creditorName, lotName } from "../decide/words.js";

/** Returns the price line of the square where the player stands. */
function priceLine(view) {
  const { name, price } = view.board[view.player(view.me).square];
  return [`Printed price of ${name}`, view.money(price)];
}

const QUESTIONS = {
  buy: (view) => ({ heading: `You have landed on ${view.board[view.player(view.me).square].name}. Do you buy it?`, parts: [sums(priceLine(view), ["Your cash", view.money(view.cash)])] }),
  bid: bidQuestion,
  respond: (view) => {
    const { offer } = view.state;
    return { heading: `${view.name(offer.from)} offers you a trade. What do you answer?`, parts: [...offerSides(view), cashAfter(view, offer.from, offer.gives.cash - offer.asks.cash)] };
  },
  place: (view) => ({ heading: "You have won a building at auction. Where do you put it?", parts: [sums(["Your cash", view.money(view.cash)])] }),
  raise: (view) => {
    const { creditor, amount } = view.state.debt;
    return { heading: `You owe ${creditorName(view, creditor)} ${view.money(amount)}. How do you raise the money?`, parts: [sums(["Your cash", view.money(view.cash)])] };
  },
};

/** Returns the question of an auction. */
function bidQuestion(view) {
  const { lot, high_bid: high, leader } = view.state.auction;
  const price = view.board[view.squareOf(lot)]?.price;
  const lines = [price && ["Printed price", view.money(price)], [leader === null ? "No bids yet" : `Highest bid (${view.name(leader)})`, view.money(high)], ["Your cash", view.money(view.cash)]];
  return { heading: `${lotName(view, lot)} is up for auction. What do you do?`, parts: [sums(...lines.filter(Boolean))] };
}

/** Returns the heading of a decision that has no question of its own. */
function otherHeading(view) {
  const { mover } = view.state;
  if (mover !== view.me) return `Before ${view.name(mover)} rolls: what do you do?`;
  return view.player(view.me).in_jail ? "You are in jail. What do you do?" : "It is your turn. What do you do?";
}

/** Returns the heading and the parts below it. */
export function questionOf(view) {
  const asked = QUESTIONS[view.state.decision];
  return asked ? asked(view) : { heading: otherHeading(view), parts: [sums(["Your cash", view.money(view.cash)])] };
}
