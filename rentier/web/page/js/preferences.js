/** The user's preferences: how this browser shows the game and what it asks. They are stored in the browser. */

import { recall, remember } from "./keep.js";

const STORE = "rentier.preferences";

/** Every preference, in the order of the settings dialog: its section, its label, its default (`usual`) and its options as
 * [value, label]. A preference without options is a checkbox.
 */
export const PREFERENCES = {
  ask_between: { section: "When to ask me", label: "Between other players' turns", usual: "never", options: [["never", "never"], ["build", "only if I can build or unmortgage"], ["always", "always"]] },
  ask_roll: { section: "When to ask me", label: "Before I roll", usual: "always", options: [["build", "only if I can build or unmortgage, or am in jail"], ["always", "always"]] },
  ask_end: { section: "When to ask me", label: "Before my turn ends", usual: "build", options: [["never", "never"], ["build", "only if I can build or unmortgage"], ["always", "always"]] },
  ask_only: { section: "When to ask me", label: "Even if there is only one choice", usual: false },
  motion: { section: "Animation", label: "Speed of dice and tokens", usual: "usual", options: [["usual", "usual"], ["fast", "fast"], ["off", "no animation"]] },
  chat: { section: "Chat", label: "Show the chat", usual: true },
  sound: { section: "Sound", label: "Play sounds", usual: true },
};

/** Dispatches "change" {detail: name} when a preference changes. */
export const changes = new EventTarget();

/** Returns the value of a preference. */
export function preference(name) {
  const { usual, options } = PREFERENCES[name];
  const stored = recall(STORE, {})[name];
  const known = options ? options.some(([value]) => value === stored) : typeof stored === "boolean";
  return known ? stored : usual;
}

/** Changes a preference. */
export function prefer(name, value) {
  remember(STORE, { ...recall(STORE, {}), [name]: value });
  changes.dispatchEvent(new CustomEvent("change", { detail: name }));
}
