/** The WebSocket of one table; it reconnects by itself. */

const LONGEST_WAIT = 5000; // milliseconds between two attempts
const PING_INTERVAL = 15000; // milliseconds
const POLICY = 1008; // WebSocket close code: policy violation

/** Dispatches "message" {detail: message} and "status" {detail: "connecting" | "open" | "lost" | "refused"}. */
export class Connection extends EventTarget {
  #socket = null;
  #attempts = 0;
  #timer = 0;
  #pinger = 0;
  #lastMessage = 0; // time in milliseconds
  #closed = false;
  #joined = false; // whether this socket has received a table yet

  /** `join`: the credentials for the table, {token}, {watch} or {}. */
  constructor(table, join) {
    super();
    this.table = table;
    this.join = join;
    this.status = "connecting";
    this.error = "";
  }

  /** Connects, and stays connected until `close`. */
  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/live`);
    this.#socket = socket;
    this.#joined = false;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "join", ...this.join })));
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lose(event.code));
    clearInterval(this.#pinger);
    this.#lastMessage = Date.now();
    this.#pinger = setInterval(() => this.#ping(), PING_INTERVAL);
  }

  /** Sends a message; returns false if there is no connection. Nothing is queued: it might be stale later. */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Closes the connection for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#socket?.close();
  }

  /** Reconnects at once if the connection is lost. */
  retry() {
    if (this.status !== "lost" && this.status !== "refused") return;
    clearTimeout(this.#timer);
    this.open();
  }

  #hear(message) {
    this.#lastMessage = Date.now();
    if (message.type === "pong") return;
    if (message.type === "error") this.error = message.error;
    if (message.type === "table") {
      this.#joined = true;
      this.#attempts = 0;
      this.#setStatus("open");
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  #lose(code) {
    clearInterval(this.#pinger);
    if (this.#closed) return;
    if (code === POLICY && !this.#joined) {
      this.#setStatus("refused");
      return;
    }
    this.#setStatus("lost");
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#attempts) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #ping() {
    if (Date.now() - this.#lastMessage > 2 * PING_INTERVAL) this.#socket.close();
    else this.send({ type: "ping" });
  }

  #setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}
