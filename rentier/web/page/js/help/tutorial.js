/** `<rentier-tutorial>`: resumes the tutorial that was begun in this browser, or begins a new one. */

import { get, post } from "../api.js";
import { element } from "../dom.js";
import { keepMade, keepTable, myTables, recall } from "../keep.js";

const NOBODY = "Guest"; // the name of a user who has given none

/** Begins the tutorial; returns the address of its table. */
export async function beginTutorial() {
  const made = await post("/api/tables/tutorial", { name: recall("rentier.name") || NOBODY });
  keepTable(made.table, { tutorial: {} });
  return `#table/${keepMade(made, "Tutorial")}`;
}

/** Returns the address of the tutorial that is still going on; null if there is none. */
async function unfinished() {
  const [id, { token } = {}] = Object.entries(myTables()).find(([, { tutorial, over }]) => tutorial && !over) ?? [];
  if (!id) return null;
  const { over } = await get(`/api/tables/${id}`, token).catch(() => ({ over: true })); // the server may have forgotten it
  return over ? null : `#table/${id}`;
}

class RentierTutorial extends HTMLElement {
  async connectedCallback() {
    this.replaceChildren(element("p", { class: "panel", text: "Opening the tutorial…", attrs: { role: "status" } }));
    try {
      const address = (await unfinished()) ?? (await beginTutorial());
      if (this.isConnected) location.replace(address);
    } catch (failure) {
      this.replaceChildren(element("p", { class: "panel error", text: failure.message, attrs: { role: "alert" } }));
    }
  }
}

customElements.define("rentier-tutorial", RentierTutorial);
