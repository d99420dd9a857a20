/** `<rentier-time>`: how many minutes are left at a table with a time limit. */

const INTERVAL = 5000; // milliseconds between two looks at the clock

class RentierTime extends HTMLElement {
  #left = null; // seconds, as the server said
  #said = 0; // when it said so, in milliseconds
  #timer = 0;

  connectedCallback() {
    this.hidden = true;
    this.#timer = setInterval(() => this.#show(), INTERVAL);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  set model({ time_left: left = null, over }) {
    if (left !== this.#left) {
      this.#left = left;
      this.#said = Date.now();
    }
    this.hidden = left === null || Boolean(over);
    this.classList.toggle("last", left === 0);
    this.#show();
  }

  /** The last round begins when the server says so: the clock here may be a little ahead. */
  #show() {
    const minutes = Math.max(1, Math.ceil((this.#left - (Date.now() - this.#said) / 1000) / 60));
    this.textContent = this.#left === 0 ? "last round" : `${minutes} min left`;
  }
}

customElements.define("rentier-time", RentierTime);
