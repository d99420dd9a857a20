/** Buying the deed that the player has landed on. */

import { element } from "../dom.js";
import { lots } from "./lots.js";
import { tradeButton } from "./manage.js";
import { choiceButton, note, row, strip, sums } from "./parts.js";

/** Returns the column names of a rent table. */
function rentNames({ kind, rents }) {
  if (kind === "street") return ["0", ...rents.slice(1, -1).map((_, place) => String(place + 1)), "hotel"];
  return rents.map((_, owned) => `${owned + 1} owned`);
}

/** Creates the card of a deed: name, price, rents. */
export function lotCard(view, number) {
  const square = view.board[number];
  const amount = (rent) => (square.kind === "utility" ? `${rent} × roll` : view.money(rent));
  const cells = rentNames(square).map((name, place) =>
    element("div", {}, element("dt", { text: name }), element("dd", { text: amount(square.rents[place]) })),
  );
  const title = square.kind === "street" ? "Rent by number of houses" : "Rent";
  return element(
    "article",
    { class: "lot-card", attrs: { "aria-label": square.name } },
    strip(square.colour),
    element("strong", { class: "lot-name", text: square.name }),
    element("span", { class: "lot-price", text: view.money(square.price) }),
    element("dl", { class: "lot-rents", attrs: { "aria-label": title } }, ...cells),
    square.house_cost ? note(`${title}. Each house costs ${view.money(square.house_cost)}.`) : null,
    note(groupNote(view, number)),
  );
}

/** Returns who owns the rest of a group. */
function groupNote(view, number) {
  const { group_name: name, squares_of_group: squares } = view.board[number];
  const others = squares.filter((square) => square !== number);
  const mine = others.filter((square) => view.deed(square).owner === view.me).length;
  if (others.length && mine === others.length) return `Completes your ${name} set.`;
  const owned = new Map();
  for (const square of others) {
    const { owner } = view.deed(square);
    if (owner !== null) owned.set(owner, (owned.get(owner) ?? 0) + 1);
  }
  const parts = [...owned].map(([seat, count]) => `${seat === view.me ? "you own" : `${view.name(seat)} owns`} ${count}`);
  return `${name} set of ${squares.length}: ${parts.join(", ") || "the others are for sale"}.`;
}

/** The panel for the decision `buy`. */
export function buy(panel) {
  const { view } = panel;
  const number = view.player(view.me).square;
  const { name } = view.board[number];
  const [buying] = view.choices("buy");
  const [declining] = view.choices("decline");
  const cost = buying?.cost ?? view.board[number].price;
  const price = view.money(cost);
  const auctioned = view.rule("auction") !== "none" && view.rule("auction_on_decline") !== false;
  const left = view.cash - cost;
  const after = left < 0 ? ["Short by", view.money(-left), "bad"] : ["After buying", view.money(left)];
  return {
    heading: buying ? `Buy ${name} for ${price}?` : `You need more cash to buy ${name} for ${price}`,
    parts: [
      lotCard(view, number),
      sums(["Your cash", view.money(view.cash)], after),
      row(
        buying && choiceButton(panel, { action: "buy", text: "Buy", cost, key: "b", primary: true, label: `Buy ${name}` }),
        declining && choiceButton(panel, { action: "decline", text: "Decline", key: "d", label: `Decline ${name}` }),
      ),
      note(auctioned ? "If you decline, it goes to auction." : "If you decline, it stays with the bank."),
      lots(panel),
      row(tradeButton(panel)),
    ],
  };
}
