/** The queue of scenes: it plays them one after the other, and faster the more are waiting.
 *
 * Nothing is left out unless many seconds are waiting, as when agents play without a delay.
 */

const WAIT = 1500; // milliseconds: if more is waiting before the newest step, scenes are played faster in proportion
const TIMED_WAIT = 500; // the same if the newest step asks a player whose clock is running
const FASTEST = 3; // times the user's speed, so that everybody still sees what happens
const MOST = 8000; // milliseconds: if more is waiting, it is skipped

/** A step of the game, with the messages that wait for its end. Each scene has a `length` in milliseconds. */
class Step {
  constructor(message, scenes) {
    this.messages = [message];
    this.scenes = [...scenes];
    this.wait = message.question?.deadline ? TIMED_WAIT : WAIT;
  }

  /** The time that its remaining scenes take. */
  get length() {
    return this.scenes.reduce((sum, scene) => sum + scene.length, 0);
  }
}

/** Plays the scenes of steps in order, and passes the message of each step on when its scenes are over.
 *
 * The `stage` has `begin(scene, rate)`, `setRate(rate)` while a scene is running, `end()` of the running scene, and
 * `take(message)`.
 */
export class SceneQueue {
  #stage;
  #steps = []; // the first is being played
  #scene = null; // the running scene: {left, since, rate, timer}

  constructor(stage) {
    this.#stage = stage;
  }

  /** Whether anything is being played. */
  get busy() {
    return this.#steps.length > 0;
  }

  /** Plays the scenes of a step after those of the steps before it. */
  push(message, scenes) {
    this.#steps.push(new Step(message, scenes));
    if (this.#scene) this.#catchUp();
    else this.#next();
  }

  /** Passes a message on after all steps before it. */
  follow(message) {
    if (this.busy) this.#steps.at(-1).messages.push(message);
    else this.#stage.take(message);
  }

  /** Ends the running scene; returns false if there is none. */
  skip() {
    if (!this.#scene) return false;
    this.#end();
    this.#next();
    return true;
  }

  /** Ends all scenes at once, and passes every message on. */
  finish() {
    this.#leaveOut(this.#steps);
  }

  /** Drops everything: a message that makes it obsolete has come. */
  clear() {
    this.#steps = [];
    if (this.#scene) this.#end();
  }

  /** Starts the next scene, after passing on the messages of the steps that are over. */
  #next() {
    while (this.#steps.length) {
      const [step] = this.#steps;
      const scene = step.scenes.shift();
      if (scene) {
        this.#begin(scene);
        return;
      }
      this.#steps.shift();
      for (const message of step.messages) this.#stage.take(message);
    }
  }

  #begin(scene) {
    this.#scene = { left: scene.length, since: performance.now(), rate: 1, timer: 0 };
    const rate = this.#rate(this.#waiting());
    this.#stage.begin(scene, rate);
    this.#run(rate);
  }

  /** Adapts the speed of the running scene to the steps that wait, or skips those before the newest. */
  #catchUp() {
    const now = performance.now();
    const running = this.#scene;
    running.left = Math.max(0, running.left - (now - running.since) * running.rate);
    running.since = now;
    const waiting = this.#waiting();
    const rate = this.#rate(waiting);
    if (waiting > MOST) {
      this.#leaveOut(this.#steps.slice(0, -1));
    } else if (rate !== running.rate) {
      this.#stage.setRate(rate);
      this.#run(rate);
    }
  }

  /** Lets the running scene end on time. */
  #run(rate) {
    const running = this.#scene;
    running.rate = rate;
    clearTimeout(running.timer);
    running.timer = setTimeout(() => this.skip(), running.left / rate);
  }

  /** Returns how long everything before the newest step would take at the user's speed. */
  #waiting() {
    const before = this.#steps.slice(0, -1);
    return before.length ? before.reduce((sum, step) => sum + step.length, this.#scene.left) : 0;
  }

  /** Returns the speed at which to play what is waiting. */
  #rate(waiting) {
    return Math.min(FASTEST, Math.max(1, waiting / this.#steps.at(-1).wait));
  }

  /** Ends the running scene and leaves out the others of these steps. */
  #leaveOut(steps) {
    for (const step of steps) step.scenes = [];
    this.skip();
  }

  #end() {
    clearTimeout(this.#scene.timer);
    this.#scene = null;
    this.#stage.end();
  }
}
