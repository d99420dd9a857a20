/** The user's preferences: how this browser shows the game and what it asks. They are stored in the browser. */

import { recall, remember } from "./keep.js";

const STORE = "rentier.preferences";

/** Every preference, in the order of the settings dialog: its section, its label, its default (`usual`) and its options as
 * [value, label]. A preference without options is a checkbox.
 */
export const PREFERENCES = {
  ask_between: { section: "Questions", label: "Ask me between turns", usual: "never", options: [["never", "never"], ["build", "only if I can build"], ["always", "always"]] },
  ask_roll: { section: "Questions", label: "Ask me before I roll", usual: "always", options: [["build", "only if I can build or am in jail"], ["always", "always"]] },
  ask_end: { section: "Questions", label: "Ask me before my turn ends", usual: "build", options: [["never", "never"], ["build", "only if I can build"], ["always", "always"]] },
  ask_only: { section: "Questions", label: "Ask me where there is only one answer", usual: false },
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
