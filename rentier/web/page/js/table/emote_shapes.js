/** Emotes, which players send with one tap: the text that the chat sends, a name and a picture of each. */

import { svg } from "../dom.js";

const path = (d, more = {}) => svg("path", { attrs: { d, ...more } });
const eyes = () => path("M8.2 9.6h.01M15.8 9.6h.01", { class: "eyes" });
const closed = () => path("M6.5 10.2q1.7-2.4 3.4 0M14.1 10.2q1.7-2.4 3.4 0", { class: "mouth" });
const face = (...parts) => [svg("circle", { class: "skin", attrs: { cx: 12, cy: 12, r: 10.5 } }), ...parts];

const EMOTES = {
  "👍": ["Thumbs up", () => [path("M9 10.2 12.2 3.6q2.6-.6 2.4 2.6L14 9.3h5q2.4.3 1.8 2.7l-1.6 6.3q-.6 2-2.5 2H9Z", { class: "skin" }), path("M3.5 10.2H7v10.1H3.5Z", { class: "cuff" })]],
  "😊": ["Smile", () => face(closed(), path("M7.3 14q4.7 4.6 9.4 0", { class: "mouth" }))],
  "😂": ["Laughing", () => face(closed(), path("M6.8 13.2h10.4q-.7 5-5.2 5t-5.2-5Z", { class: "open" }), path("M4.2 11.5q-2.4 3.4 0 3.6 2.2-.3 0-3.6ZM19.8 11.5q-2.4 3.4 0 3.6 2.2-.3 0-3.6Z", { class: "tear" }))],
  "😮": ["Surprised", () => face(eyes(), svg("ellipse", { class: "open", attrs: { cx: 12, cy: 16, rx: 2.4, ry: 3 } }))],
  "😢": ["Crying", () => face(eyes(), path("M8 17.6q4-3.4 8 0", { class: "mouth" }), path("M17 11.5q-2.8 4.2 0 4.5 2.6-.4 0-4.5Z", { class: "tear" }))],
  "😎": ["Cool", () => face(path("M3.6 8h16.8l-.9 2.6q-.7 1.9-3 1.9t-2.9-1.9l-.6-1.1h-2l-.6 1.1q-.7 1.9-2.9 1.9t-3-1.9Z", { class: "shades" }), path("M8 15.8q4.4 2.6 7.6-.6", { class: "mouth" }))],
};

/** The emotes, as the chat sends them. */
export const EMOTE_TEXTS = Object.keys(EMOTES);

/** Returns an emote in a word or two; undefined for any other text. */
export function emoteName(text) {
  return EMOTES[text]?.[0];
}

/** Draws an emote. */
export function emotePicture(text) {
  const [name, draw] = EMOTES[text];
  return svg("svg", { class: "emote", attrs: { viewBox: "0 0 24 24", role: "img", "aria-label": name } }, ...draw());
}
