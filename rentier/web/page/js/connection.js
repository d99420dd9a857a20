/** The socket of one table: it comes back by itself when it is lost. */

const SLOWEST = 5000; // milliseconds between two tries at most
const PULSE = 15000; // a quiet line is tried this often
const POLICY = 1008; // the server's word for "you may not"

/** Fires "message" {detail: message} and "status" {detail: "connecting" | "open" | "lost" | "refused"}. */
export class Connection extends EventTarget {
  #socket = null;
  #tries = 0;
  #timer = 0;
  #pulse = 0;
  #heard = 0;
  #closed = false;
  #welcome = false; // whether this socket has brought a table yet

  /** `join`: what opens the table, {token} or {watch} or nothing. */
  constructor(table, join) {
    super();
    this.table = table;
    this.join = join;
    this.status = "connecting";
    this.error = "";
  }

  /** Begins, and goes on until `close`. */
  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/live`);
    this.#socket = socket;
    this.#welcome = false;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join", ...this.join })));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lose(event.code));
    clearInterval(this.#pulse);
    this.#heard = Date.now();
    this.#pulse = setInterval(() => this.#beat(), PULSE);
  }

  /** Sends a message; false where there is no line (nothing is kept for later: it might be stale by then). */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Ends for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    this.#socket?.close();
  }

  /** Tries at once, where the line is lost. */
  retry() {
    if (this.status !== "lost" && this.status !== "refused") return;
    clearTimeout(this.#timer);
    this.open();
  }

  #hear(message) {
    this.#heard = Date.now();
    if (message.type === "pong") return;
    if (message.type === "error") this.error = message.error;
    if (message.type === "table") {
      this.#welcome = true;
      this.#tries = 0;
      this.#say("open");
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  #lose(code) {
    clearInterval(this.#pulse);
    if (this.#closed) return;
    if (code === POLICY && !this.#welcome) {
      this.#say("refused");
      return;
    }
    this.#say("lost");
    const wait = Math.min(SLOWEST, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #beat() {
    if (Date.now() - this.#heard > 2 * PULSE) this.#socket.close();
    else this.send({ type: "ping" });
  }

  #say(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}
