/** Requests to the server's HTTP API. Failures are thrown as an Error whose message is one sentence, with the `status` of a
 * refusal.
 */

import { sentence } from "./dom.js";

/** Sends a request and returns the JSON of the response. */
async function request(method, path, body, token) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Error("The server is not responding. Check that it is running.");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    throw new Error(`The server sent an invalid response (status ${response.status}). Reload the page.`);
  }
  if (!response.ok) throw Object.assign(new Error(sentence(answer?.error ?? `the server refused the request (status ${response.status})`)), { status: response.status });
  return answer;
}

/** Gets a resource as JSON. */
export function get(path, token) {
  return request("GET", path, undefined, token);
}

/** Posts a body as JSON and returns the response as JSON. */
export function post(path, body = {}, token = undefined) {
  return request("POST", path, body, token);
}
