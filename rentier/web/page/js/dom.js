/** Making elements without markup: text stays text, whatever is in it. */

const SVG = "http://www.w3.org/2000/svg";

/** Sets what `element` and `svg` are given: {attrs, class, text, on, props}. */
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

/** An HTML element: `element("button", {class: "quiet", text: "Buy", on: {click}, attrs: {type: "button"}}, ...children)`. */
export function element(tag, options, ...children) {
  return dress(document.createElement(tag), options, children);
}

/** An SVG element, made like `element`. */
export function svg(tag, options, ...children) {
  return dress(document.createElementNS(SVG, tag), options, children);
}

/** An amount of money as the board writes it: `£1,500`, `-£20`. */
export function money(currency, amount) {
  const digits = Math.abs(amount).toLocaleString("en-GB");
  return `${amount < 0 ? "−" : ""}${currency}${digits}`;
}

/** A button that does something. */
export function button(text, click, options = {}) {
  return element("button", { ...options, text, attrs: { type: "button", ...options.attrs }, on: { click, ...options.on } });
}

/** A number with its noun: `1 house`, `3 houses`. */
export function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** Words in a row: `a, b and c`. */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
