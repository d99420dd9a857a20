/** One square of the board: its fixed face, and the marks that change. */

import { counted, listed, money, svg } from "../dom.js";
import { seatName } from "../state.js";
import { centre, cut } from "./layout.js";
import { fitted, textWidth } from "./lettering.js";
import { bars, sign } from "./signs.js";
import { token } from "./token.js";

const HOTEL = 5; // building level
const BAND = 0.2; // share of a square's depth
const STRIP = 0.15;
const FLAT = 60; // less than this is a low body
const PRICE = 16; // height of the price, and of the room below it
const TIGHT = 24; // tokens between name and price would be smaller than this

/** Divides a deed into the band of its colour, the strip of its owner, and the body for its name. */
function areas(place, square, depth) {
  if (!square.group) return { body: place };
  const [band, rest] = cut(place, (place.side + 2) % 4, BAND * depth);
  const [strip, body] = cut(rest, place.side, STRIP * depth);
  return { band, strip, body };
}

function rectangle({ x, y, width, height }, options) {
  return svg("rect", { ...options, attrs: { x, y, width, height, ...options.attrs } });
}

/** Returns the text at the foot of a square: a price or a tax. */
function footText(square, currency) {
  if (square.price) return money(currency, square.price);
  if (square.kind !== "tax") return "";
  const parts = [square.tax ? money(currency, square.tax) : "", square.tax_percent ? `${square.tax_percent} %` : ""];
  return `pay ${parts.filter(Boolean).join(" or ")}`;
}

/** Returns the largest font size for a square. */
function largest(place) {
  const room = Math.min(place.width, place.height);
  return place.corner ? Math.min(18, 0.13 * room) : Math.max(13, 0.2 * room);
}

/** Returns the area inside a body for name and symbol, and how the name is written from its top: {inside, area, size, lines, leading}. */
function lettering(square, body, place, foot) {
  const inside = { x: body.x + 2, y: body.y + 4, width: body.width - 4, height: body.height - (foot ? 22 : 8) };
  const share = square.kind === "street" ? 1 : square.group ? 0.66 : body.height < FLAT ? 0.62 : 0.5;
  const area = { ...inside, height: inside.height * share };
  return { inside, area, ...fitted(square.name, place.corner ? 0.88 * area.width : area.width - 5, area.height, largest(place)) };
}

/** Creates the lines of a name. */
function nameLines({ area, size, lines, leading }, place) {
  const x = centre(area).x;
  return lines.map((text, row) =>
    svg("text", { class: place.corner ? "name bold" : "name", text, attrs: { x, y: area.y + size + row * leading, "font-size": size, "text-anchor": "middle" } }),
  );
}

/** Creates a line in the middle of an area, at the largest size up to `largest` at which it fits. */
function middleLine(text, names, area, y, largest) {
  const size = Math.min(largest, (largest * (area.width - 6)) / textWidth(text, largest));
  return svg("text", { class: names, text, attrs: { x: centre(area).x, y, "font-size": size, "text-anchor": "middle" } });
}

/** Creates the fixed part: face, band, name, price and symbol; `ground` is drawn under the name, `short` on small boards. */
export function squareFace(square, place, depth, currency, { ground, short }) {
  const { band, body } = areas(place, square, depth);
  const foot = footText(square, currency);
  const written = lettering(square, body, place, foot);
  const { inside } = written;
  const flat = body.height < FLAT;
  const names = nameLines(written, place);
  const used = names.length * written.size * 1.1 + 6;
  const signRoom = { ...inside, y: inside.y + used, height: inside.height - used };
  const middle = centre(body);
  const scale = Math.min(signRoom.width * 0.62, signRoom.height * 1.15, 70);
  return svg(
    "g",
    {},
    rectangle(place, { class: "face" }),
    band && rectangle(band, { class: "band", attrs: { fill: square.colour } }),
    ground,
    ...names,
    square.kind === "jail" ? svg("g", { class: "sign", attrs: { transform: `translate(${middle.x} ${signRoom.y + signRoom.height / 2})` } }, bars(inside.width * 0.6, Math.max(18, signRoom.height * 0.8))) : null,
    scale > 16 ? sign(square.kind, centre(signRoom), scale) : null,
    middleLine(short, "short", body, flat ? middle.y + 9 : standingRoom(square, place, depth).y - 6, flat ? 26 : 25), // above the tokens
    foot && middleLine(foot, "foot", body, body.y + body.height - 6, Math.min(18, Math.max(11.5, 0.1 * place.width))),
  );
}

/** Creates a building: a wall under a gable. */
function building(x, y, width, height, kind) {
  const [left, right, top, eaves, ground] = [x - width / 2, x + width / 2, y - height / 2, y - height / 10, y + height / 2];
  const points = `${left},${ground} ${left},${eaves} ${x},${top} ${right},${eaves} ${right},${ground}`;
  return svg("polygon", { class: `building ${kind}`, attrs: { points } });
}

/** Creates the houses side by side on the band, or the hotel. */
function buildings(houses, band) {
  const { x, y } = centre(band);
  const flat = band.width >= band.height;
  const thick = Math.min(band.width, band.height);
  if (houses === HOTEL) return [building(x, y, thick * (flat ? 1.6 : 0.85), thick * (flat ? 0.85 : 1.25), "hotel")];
  const pitch = Math.min(thick * 0.95, (Math.max(band.width, band.height) - 2) / houses);
  const size = Math.min(thick * 0.78, pitch - 1);
  const steps = Array.from({ length: houses }, (_, step) => (step - (houses - 1) / 2) * pitch);
  return steps.map((at) => building(x + (flat ? at : 0), y + (flat ? 0 : at), size, size, "house"));
}

/** Creates the hatching under the name of a mortgaged deed. */
export function mortgageGround(square, place, depth) {
  const { band, body } = areas(place, square, depth);
  return [
    rectangle(body, { class: "mortgaged" }),
    rectangle(body, { class: "hatched", attrs: { fill: "url(#hatch)" } }),
    rectangle(band, { class: "band-mortgaged" }),
  ];
}

/** Creates the marks that change: owner, buildings, mortgage. */
export function squareMarks(square, place, depth, deed) {
  const { band, strip } = areas(place, square, depth);
  const parts = [];
  if (deed.mortgaged) {
    const { x, y } = centre(band);
    parts.push(svg("text", { class: "mortgage-mark", text: "M", attrs: { x, y: y + 6, "text-anchor": "middle", "font-size": 17 } }));
  }
  if (deed.houses) parts.push(...buildings(deed.houses, band));
  if (deed.owner !== null) {
    const { x, y } = centre(strip);
    parts.push(rectangle(strip, { class: "strip", attrs: { fill: `var(--seat-${deed.owner})` } }));
    parts.push(svg("g", { class: "owner", attrs: { transform: `translate(${x} ${y}) scale(${Math.min(strip.width, strip.height) / 24})` } }, token(deed.owner)));
  }
  return parts;
}

/** Returns the area for tokens on a large board: between name and price, or (`tight`) beside the price. */
export function largeRoom(square, place, depth) {
  if (place.corner) return standingRoom(square, place, depth);
  const { body } = areas(place, square, depth);
  const foot = footText(square, "");
  const { inside, area, size, lines, leading } = lettering(square, body, place, foot);
  const y = area.y + 1.2 * size + (lines.length - 1) * leading;
  const below = body.y + body.height - y;
  const height = below - (foot ? PRICE : 2);
  if (height < TIGHT) return { x: body.x, y, width: body.width, height: below, tight: true };
  return { x: inside.x, y, width: inside.width, height };
}

/** Returns the area for tokens on a small board: the lower part of a square, or most of a corner. */
export function standingRoom(square, place, depth) {
  const { body } = areas(place, square, depth);
  if (place.corner) return { x: body.x + 6, y: body.y + body.height * 0.3, width: body.width - 12, height: body.height * 0.66 };
  const top = body.height < FLAT ? 0.26 : 0.45;
  return { x: body.x + 2, y: body.y + body.height * top, width: body.width - 4, height: body.height * (0.98 - top) };
}

/** Returns the buildings on a deed: `2 houses`, `a hotel` or "". */
export function builtWords(houses) {
  if (houses === HOTEL) return "a hotel";
  return houses ? counted(houses, "house") : "";
}

/** Returns the description of a square for screen readers. */
export function squareLabel(table, square, deed) {
  const { currency, seats, state } = table;
  const here = state.players.filter((player) => !player.bankrupt && player.square === square.square);
  const words = [square.name];
  if (square.group) {
    words.push(square.group_name ?? square.group, `price ${money(currency, square.price)}`);
    words.push(deed.owner === null ? "for sale" : `owned by ${seatName(seats, deed.owner)}`);
    words.push(deed.mortgaged ? "mortgaged" : builtWords(deed.houses));
    if (deed.owner !== null && !deed.mortgaged && deed.rent) words.push(square.kind === "utility" ? `rent ${deed.rent} times the roll` : `rent ${money(currency, deed.rent)}`);
  } else if (square.kind === "tax") words.push(footText(square, currency));
  if (here.length) words.push(`${listed(here.map((player) => `${seatName(seats, player.seat)}${player.in_jail ? " in jail" : ""}`))} here`);
  return words.filter(Boolean).join(", ");
}
