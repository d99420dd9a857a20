/** The animations of the running scene: all change their speed and end together. */

export class Stage {
  rate = 1;
  #animations = [];
  #props = []; // elements that exist only during the scene

  /** Animates an element, as `Element.animate` does, at the speed of the scene. */
  animate(node, frames, options) {
    const animation = node.animate(frames, options);
    animation.playbackRate = this.rate;
    this.#animations.push(animation);
  }

  /** Adds an element that is removed at the end of the scene. */
  add(parent, node) {
    parent.append(node);
    this.#props.push(node);
  }

  /** Changes the speed of everything that is running. */
  setRate(rate) {
    this.rate = rate;
    for (const animation of this.#animations) animation.updatePlaybackRate(rate);
  }

  /** Ends everything. */
  end() {
    for (const animation of this.#animations.splice(0)) animation.cancel();
    for (const node of this.#props.splice(0)) node.remove();
  }
}
