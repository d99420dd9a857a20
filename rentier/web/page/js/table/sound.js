/** Small sounds, synthesised: dice, steps, cards, money and the like. Nothing is heard before the user's first click or key. */

import { button, svg } from "../dom.js";
import { changes, prefer, preference } from "../preferences.js";

const VOLUME = 0.16;

let context = null; // made with the first sound
let out = null;

/** Returns whether a sound may be heard now; opens the sound device if so. */
function audible() {
  if (!preference("sound") || !navigator.userActivation?.hasBeenActive) return false;
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = VOLUME;
    out.connect(context.destination);
  }
  return true;
}

/** Creates an envelope that rises at once and fades out. */
function fading(start, length, loudness) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(out);
  return gain;
}

/** Plays a note; `to` is the frequency to which it glides. Times are seconds from now. */
function note(frequency, { after = 0, length = 0.12, loudness = 1, shape = "triangle", to = frequency } = {}) {
  const start = context.currentTime + after;
  const tone = context.createOscillator();
  tone.type = shape;
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  tone.connect(fading(start, length, loudness));
  tone.start(start);
  tone.stop(start + length);
}

/** Plays a short noise around a frequency: a knock or a rustle. */
function noise(frequency, { after = 0, length = 0.06, loudness = 1 } = {}) {
  const start = context.currentTime + after;
  const source = context.createBufferSource();
  source.buffer = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  const samples = source.buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = 2 * Math.random() - 1;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  source.connect(filter);
  filter.connect(fading(start, length, loudness));
  source.start(start);
}

/** Plays notes one after the other. */
function tune(frequencies, pace, options) {
  frequencies.forEach((frequency, place) => note(frequency, { after: place * pace, ...options }));
}

/** The sound of each scene. `me` is the user's seat, `seconds` how long the scene takes. */
const SOUNDS = {
  dice: (_, { seconds }) => [0, 0.16, 0.3, 0.42, 0.56, 0.68].forEach((share, place) => noise(1500 + 350 * (place % 3), { after: share * seconds, length: 0.05, loudness: 1.6 - 0.2 * place })),
  walk: ({ path, jailed }, { seconds }) => {
    if (jailed) note(300, { length: Math.min(0.6, seconds), to: 90, shape: "sawtooth", loudness: 0.4 });
    else path.forEach((_, place) => note(place % 2 ? 340 : 300, { after: ((place + 1) / (path.length + 1)) * seconds, length: 0.05, loudness: 0.5 }));
  },
  card: () => noise(3200, { length: 0.22, loudness: 0.8 }),
  pay: ({ from, to }, { me }) => {
    if (to === me) tune([988, 1319], 0.08, { length: 0.22, loudness: 0.6 });
    else if (from === me) tune([440, 330], 0.09, { length: 0.16, loudness: 0.6 });
    else note(1200, { length: 0.06, loudness: 0.25 });
  },
  deed: () => noise(900, { length: 0.1, loudness: 0.8 }),
  build: () => [0, 0.11].forEach((after) => noise(700, { after, length: 0.05, loudness: 1.6 })),
  bid: () => note(620, { length: 0.08, loudness: 0.6 }),
  sold: () => [0, 0.14].forEach((after) => noise(420, { after, length: 0.09, loudness: 2 })),
  answer: ({ accepted }) => tune(accepted ? [523, 784] : [392, 311], 0.1, { length: 0.16, loudness: 0.5 }),
  bankrupt: () => tune([392, 330, 262, 196], 0.2, { length: 0.4, loudness: 0.6, shape: "sawtooth" }),
  question: () => tune([659, 880], 0.1, { length: 0.25, loudness: 0.5, shape: "sine" }),
  over: ({ winners }, { me }) => tune(me === null || winners.includes(me) ? [523, 659, 784, 1047, 784, 1047] : [523, 494, 440, 392], 0.14, { length: 0.35, loudness: 0.7 }),
};

/** Plays the sound of a scene, for the player at seat `me`. */
export function playSound(scene, me, seconds = 0) {
  if (SOUNDS[scene.scene] && audible()) SOUNDS[scene.scene](scene, { me, seconds });
}

/** Switches the sound on or off. */
export function toggleSound() {
  prefer("sound", !preference("sound"));
}

/** Creates the loudspeaker that shows whether the sound is on, and switches it. */
export function soundSwitch() {
  const speaker = svg("svg", { attrs: { viewBox: "0 0 24 24", "aria-hidden": "true" } },
    svg("path", { attrs: { d: "M3 9v6h4l6 5V4L7 9Z" } }),
    svg("path", { class: "waves", attrs: { d: "M16 8.500a5 5 0 0 1 0 7M18.500 6a8.500 8.500 0 0 1 0 12" } }),
    svg("path", { class: "crossed", attrs: { d: "M16 9l6 6M22 9l-6 6" } }));
  const made = button("", toggleSound, { class: "sound-switch", attrs: { title: "Sound (m)", "aria-label": "Sound", "aria-keyshortcuts": "m" } });
  made.append(speaker);
  const show = () => made.setAttribute("aria-pressed", String(preference("sound")));
  changes.addEventListener("change", show);
  show();
  return made;
}
