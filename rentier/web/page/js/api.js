/** The server's HTTP doors; what goes wrong comes as an Error with one clear line. */

/** Asks the server; the answer is what its JSON says. */
async function ask(method, path, body, token) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Error("The server does not answer. Is it running?");
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    throw new Error(`The server answered with something that is not JSON (${response.status}).`);
  }
  if (!response.ok) throw new Error(answer?.error ?? `The server refused (${response.status}).`);
  return answer;
}

/** GET, as JSON. */
export function get(path, token) {
  return ask("GET", path, undefined, token);
}

/** POST a body as JSON; the answer as JSON. */
export function post(path, body = {}, token = undefined) {
  return ask("POST", path, body, token);
}
