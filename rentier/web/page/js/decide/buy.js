/** Buying the deed one has landed on. */

import { element } from "../dom.js";
import { lots } from "./lots.js";
import { tradeButton } from "./manage.js";
import { choiceButton, note, row, strip, sums } from "./parts.js";

/** What the columns of a rent table are called. */
function rentNames({ kind, rents }) {
  if (kind === "street") return ["site", ...rents.slice(1, -1).map((_, place) => String(place + 1)), "hotel"];
  return rents.map((_, owned) => `${owned + 1} owned`);
}

/** The deed itself: name, price, rents. */
export function lotCard(matter, number) {
  const square = matter.board[number];
  const amount = (rent) => (square.kind === "utility" ? `${rent} × roll` : matter.money(rent));
  const cells = rentNames(square).map((name, place) =>
    element("div", {}, element("dt", { text: name }), element("dd", { text: amount(square.rents[place]) })),
  );
  const title = square.kind === "street" ? "Rent with houses" : "Rent";
  return element(
    "article",
    { class: "lot-card", attrs: { "aria-label": square.name } },
    strip(square.colour),
    element("strong", { class: "lot-name", text: square.name }),
    element("span", { class: "lot-price", text: matter.money(square.price) }),
    element("dl", { class: "lot-rents", attrs: { "aria-label": title } }, ...cells),
    square.house_cost ? note(`${title}; each costs ${matter.money(square.house_cost)} to build.`) : null,
    note(groupNews(matter, number)),
  );
}

/** Who owns the rest of a group. */
function groupNews(matter, number) {
  const { group_name: name, squares_of_group: squares } = matter.board[number];
  const others = squares.filter((square) => square !== number);
  const mine = others.filter((square) => matter.deed(square).owner === matter.me).length;
  if (others.length && mine === others.length) return `It completes your ${name} set.`;
  const owned = new Map();
  for (const square of others) {
    const { owner } = matter.deed(square);
    if (owner !== null) owned.set(owner, (owned.get(owner) ?? 0) + 1);
  }
  const parts = [...owned].map(([seat, count]) => `${seat === matter.me ? "you own" : `${matter.name(seat)} owns`} ${count}`);
  return `${name}, ${squares.length} deeds: ${parts.join(", ") || "nobody owns another"}.`;
}

/** The question of `buy`. */
export function buy(desk) {
  const { matter } = desk;
  const number = matter.player(matter.me).square;
  const { name } = matter.board[number];
  const [buying] = matter.choices("buy");
  const [declining] = matter.choices("decline");
  const cost = buying?.cost ?? matter.board[number].price;
  const price = matter.money(cost);
  const auctioned = matter.rule("auction") !== "none" && matter.rule("auction_on_decline") !== false;
  const left = matter.cash - cost;
  const after = left < 0 ? ["Missing", matter.money(-left), "bad"] : ["After buying", matter.money(left)];
  return {
    heading: buying ? `Buy ${name} for ${price}?` : `${name} costs ${price}: you have too little cash`,
    parts: [
      lotCard(matter, number),
      sums(["Your cash", matter.money(matter.cash)], after),
      row(
        buying && choiceButton(desk, { action: "buy", text: "Buy", cost, key: "b", primary: true, label: `Buy ${name}` }),
        declining && choiceButton(desk, { action: "decline", text: "Decline", key: "d", label: `Decline ${name}` }),
      ),
      note(auctioned ? "If you decline, it goes to auction." : "If you decline, it stays with the bank."),
      lots(desk),
      row(tradeButton(desk)),
    ],
  };
}
