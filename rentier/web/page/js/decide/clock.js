/** `<rentier-clock>`: counts down to `deadline` (epoch seconds). */

const LATE = 10; // seconds left at which the clock turns red

class Clock extends HTMLElement {
  #deadline = null;

  set deadline(deadline) {
    this.#deadline = deadline ?? null;
    this.hidden = this.#deadline === null;
    this.#tick();
  }

  connectedCallback() {
    this.timer = setInterval(() => this.#tick(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  #tick() {
    if (this.#deadline === null) return;
    const left = Math.max(0, Math.ceil(this.#deadline - Date.now() / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.textContent !== text) this.textContent = text;
    this.classList.toggle("late", left < LATE);
  }
}

customElements.define("rentier-clock", Clock);
