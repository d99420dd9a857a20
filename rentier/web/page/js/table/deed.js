/** The card of a square: price, rents and owner. */

import { element, money } from "../dom.js";
import { seatName } from "../state.js";
import { builtWords } from "./square.js";
import { tokenIcon } from "./token.js";

const KINDS = {
  go: "Everyone starts here.",
  chance: "Draw a card from this deck.",
  chest: "Draw a card from this deck.",
  jail: "Just visiting, unless you are sent here.",
  gotojail: "Go directly to jail.",
  parking: "A free resting place.",
};

/** Creates a row; `now` highlights the current rent. */
function row(name, value, now = false) {
  return element("tr", { class: now ? "now" : "" }, element("th", { text: name, attrs: { scope: "row" } }), element("td", { text: value }));
}

/** Creates the rent rows: of a street by buildings, of a station or utility by the number owned. */
function rents(square, deed, table, inGroup) {
  const { currency } = table;
  const owned = deed.owner === null ? 0 : Object.values(table.state.deeds).filter((other) => inGroup.includes(other.square) && other.owner === deed.owner).length;
  const live = deed.owner !== null && !deed.mortgaged;
  if (square.kind === "street") {
    const names = ["Rent", ...Array.from({ length: square.rents.length - 2 }, (_, houses) => `with ${builtWords(houses + 1)}`), "with a hotel"];
    const complete = live && deed.houses === 0 && deed.rent > square.rents[0];
    const level = deed.houses === 5 ? square.rents.length - 1 : deed.houses;
    return square.rents.map((rent, place) => row(names[place], money(currency, rent), live && !complete && place === level));
  }
  const unit = square.kind === "utility" ? (rent) => `${rent} × the roll` : (rent) => money(currency, rent);
  return square.rents.map((rent, place) => row(`Rent with ${place + 1} owned`, unit(rent), live && place === owned - 1));
}

/** Creates the lines with the owner, the buildings and the current rent. */
function ownership(square, deed, table) {
  const { currency, seats } = table;
  if (deed.owner === null) return element("p", { class: "deed-owner", text: "For sale" });
  const built = deed.mortgaged ? "mortgaged, no rent" : builtWords(deed.houses);
  const owner = element("p", { class: "deed-owner" }, tokenIcon(deed.owner), `${seatName(seats, deed.owner)}${built ? `, ${built}` : ""}`);
  if (deed.mortgaged || !deed.rent) return owner;
  const due = square.kind === "utility" ? `${deed.rent} × the roll` : money(currency, deed.rent);
  return [owner, element("p", { class: "deed-due" }, "Current rent: ", element("strong", { text: due }))];
}

/** Creates the content of a card. */
export function deedCard(table, number) {
  const square = table.board[number];
  const title = element("p", { class: "deed-name", text: square.name });
  if (!square.group) {
    const tax = square.kind === "tax" ? `Pay ${square.tax ? money(table.currency, square.tax) : ""}${square.tax && square.tax_percent ? " or " : ""}${square.tax_percent ? `${square.tax_percent} % of everything you own` : ""}.` : "";
    return [element("div", { class: "deed-head plain" }, title), element("p", { class: "deed-owner", text: tax || KINDS[square.kind] || "Cannot be owned." })];
  }
  const deed = table.state.deeds[square.deed];
  const inGroup = square.squares_of_group ?? [number];
  const head = element("div", { class: "deed-head" }, element("p", { class: "deed-group", text: square.group_name ?? square.group }), title);
  head.style.borderTopColor = square.colour;
  return [
    head,
    element(
      "table",
      { class: "deed-rents" },
      element(
        "tbody",
        {},
        row("Price", money(table.currency, square.price)),
        ...rents(square, deed, table, inGroup),
        square.house_cost ? row("Cost of a house", money(table.currency, square.house_cost)) : null,
        row("Mortgage value", money(table.currency, square.mortgage)),
      ),
    ),
    ...[ownership(square, deed, table)].flat(),
  ];
}
