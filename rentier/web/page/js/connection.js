/** The WebSocket of one table; it reconnects by itself. */

const LONGEST_WAIT = 5000; // milliseconds between two attempts
const PING_INTERVAL = 1000; // milliseconds
const SILENCE = 2900; // milliseconds after which an unanswered ping means that the connection is lost
const JOIN_TIMEOUT = 10000; // milliseconds: a server that has just started may have to replay the game
const POLICY = 1008; // WebSocket close code: policy violation

/** Dispatches "message" {detail: message} and "status" {detail: "connecting" | "open" | "lost" | "refused"}. */
export class Connection extends EventTarget {
  #socket = null;
  #attempts = 0;
  #timer = 0;
  #pinger = 0;
  #asked = 0; // time in milliseconds when the server was asked something that it must answer; 0: nothing is unanswered
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
    this.#socket?.close(); // one that is still connecting, if the user does not want to wait
    this.#socket = socket;
    this.#joined = false;
    const current = (listener) => (event) => socket === this.#socket && listener(event);
    socket.addEventListener("open", current(() => socket.send(JSON.stringify({ type: "join", ...this.join }))));
    socket.addEventListener("message", current((event) => this.#hear(JSON.parse(event.data))));
    socket.addEventListener("close", current((event) => this.#lose(event.code)));
    clearInterval(this.#pinger);
    this.#asked = Date.now();
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

  /** Connects with other credentials, after the server has refused the first. */
  rejoin(join) {
    this.join = join;
    this.#setStatus("connecting");
    this.open();
  }

  #hear(message) {
    this.#asked = 0;
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

  /** Asks the server for a sign of life, or gives the connection up if the last one asked for did not come. */
  #ping() {
    const limit = this.#joined ? SILENCE : JOIN_TIMEOUT;
    if (this.#asked && Date.now() - this.#asked > limit) this.#giveUp();
    else if (!this.#asked && this.send({ type: "ping" })) this.#asked = Date.now();
  }

  /** Leaves the socket at once: without an answer from the server, browsers take a minute to report it closed. */
  #giveUp() {
    const socket = this.#socket;
    this.#socket = null;
    socket.close();
    this.#lose();
  }

  #setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}
