/** Confetti for a victory, drawn on a canvas for a few seconds; none for people who prefer reduced motion. */

import { element } from "../dom.js";
import { preference } from "../preferences.js";

const PIECES = 160;
const SECONDS = 4;
const GRAVITY = 620; // pixels per second, per second
const COLOURS = ["#0067a5", "#c03f00", "#00795c", "#a8327d", "#e0a100", "#56b4e9"];

/** Returns one piece of paper, thrown up from the lower edge. */
function piece(width, height) {
  const side = Math.random() < 0.5 ? 0 : 1;
  return {
    x: width * (0.1 + 0.8 * side),
    y: height,
    right: (side ? -1 : 1) * (60 + Math.random() * width * 0.5),
    up: height * (0.75 + Math.random() * 0.5),
    size: 6 + Math.random() * 7,
    turn: Math.random() * 7,
    spin: (Math.random() - 0.5) * 14,
    colour: COLOURS[Math.floor(Math.random() * COLOURS.length)],
  };
}

/** Draws all pieces as they are after some seconds. */
function draw(context, pieces, seconds) {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  context.globalAlpha = Math.min(1, SECONDS - seconds);
  for (const { x, y, right, up, size, turn, spin, colour } of pieces) {
    const slowed = right * (1 - Math.exp(-seconds));
    context.setTransform(1, 0, 0, 1, x + slowed, y - up * seconds + (GRAVITY * seconds * seconds) / 2);
    context.rotate(turn + spin * seconds);
    context.fillStyle = colour;
    context.fillRect(-size / 2, -size / 4, size, size / 2);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
}

/** Throws confetti over an element that is in the page. */
export function throwConfetti(over) {
  if (preference("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const canvas = element("canvas", { class: "confetti", attrs: { "aria-hidden": "true", width: innerWidth, height: innerHeight } });
  const pieces = Array.from({ length: PIECES }, () => piece(canvas.width, canvas.height));
  const context = canvas.getContext("2d");
  over.append(canvas);
  let first = null;
  const frame = (now) => {
    first ??= now;
    const seconds = (now - first) / 1000;
    if (seconds >= SECONDS || !canvas.isConnected) return canvas.remove();
    draw(context, pieces, seconds);
    return requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
