/** Helpers that build elements without parsing markup, and that format amounts, numbers and names. */

const SVG = "http://www.w3.org/2000/svg";

/** Applies the options of `element` and `svg`: {attrs, class, text, on, props}. */
function dress(made, { attrs = {}, class: names, text, on = {}, props = {} } = {}, children = []) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  if (names) made.setAttribute("class", names);
  if (text !== undefined) made.textContent = text;
  Object.assign(made, props);
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Creates an HTML element: `element("button", {class: "quiet", text: "Buy", on: {click}, attrs: {type: "button"}}, ...children)`. */
export function element(tag, options, ...children) {
  return dress(document.createElement(tag), options, children);
}

/** Creates an SVG element; takes the same options as `element`. */
export function svg(tag, options, ...children) {
  return dress(document.createElementNS(SVG, tag), options, children);
}

/** Formats an amount of money: `£1,500`, `−£20`. */
export function money(currency, amount) {
  const digits = Math.abs(amount).toLocaleString("en-GB");
  return `${amount < 0 ? "−" : ""}${currency}${digits}`;
}

/** Formats a share as a percentage: `34 %`. */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** Puts the currency sign before every amount in the text of an action or of a trade: `bid £120`, `Mayfair + £100 for Park Lane`. */
export function withCurrency(currency, text) {
  return text.replace(/(^|: | \+ | for |\b(?:IOU|bid|offers) )(\d+)(?=$| \+ | for |,)/g, (_, before, amount) => `${before}${money(currency, Number(amount))}`);
}

/** Turns an error message into a sentence, with a capital letter and a full stop. */
export function sentence(line) {
  const text = /^[a-z][a-z'-]*[ ,:;]/.test(line) ? `${line[0].toUpperCase()}${line.slice(1)}` : line;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Creates a button with a click listener. */
export function button(text, click, options = {}) {
  return element("button", { ...options, text, attrs: { type: "button", ...options.attrs }, on: { click, ...options.on } });
}

/** Formats a number with its noun: `1 house`, `3 houses`. */
export function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** Returns a name in the possessive: `Ada's`, `genes'`. */
export function possessive(name) {
  return `${name}${/s$/i.test(name) ? "'" : "'s"}`;
}

/** Joins words to a list: `a, b and c`. */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
