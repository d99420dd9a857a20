/** The queue of scenes: it plays what happened one after the other, and never falls far behind the game. */

const LAG = 1500; // milliseconds: how long the newest step may wait for those before it
const ASKED_LAG = 400; // the same if the newest step asks the user something
const FASTEST = 4; // times the user's speed; scenes that would have to be faster are skipped

/** A step of the game, with the messages that wait for its end. Each scene has a `length` in milliseconds. */
class Step {
  constructor(message, scenes) {
    this.messages = [message];
    this.scenes = [...scenes];
    this.due = performance.now() + (message.question ? ASKED_LAG : LAG); // when it begins at the latest
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
    for (const step of this.#steps) step.scenes = [];
    this.skip();
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
    const rate = this.#rate();
    if (rate > FASTEST) {
      this.#steps[0].scenes = [];
      this.#scene = null;
      this.#next();
      return;
    }
    this.#stage.begin(scene, rate);
    this.#run(rate);
  }

  /** Adapts the speed of the running scene to the steps that wait. */
  #catchUp() {
    const now = performance.now();
    const running = this.#scene;
    running.left = Math.max(0, running.left - (now - running.since) * running.rate);
    running.since = now;
    const rate = this.#rate();
    if (rate > FASTEST) {
      this.#steps[0].scenes = [];
      this.skip();
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

  /** Returns the speed at which the newest step begins in time. */
  #rate() {
    const before = this.#steps.slice(0, -1);
    if (!before.length) return 1;
    const wait = before.reduce((sum, step) => sum + step.length, this.#scene.left);
    return Math.max(1, wait / Math.max(1, this.#steps.at(-1).due - performance.now()));
  }

  #end() {
    clearTimeout(this.#scene.timer);
    this.#scene = null;
    this.#stage.end();
  }
}
