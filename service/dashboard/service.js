// What the pages ask of the service: with a key that only this tab keeps, else with the cookie of
// whoever has signed in.
const readLimit = 10000; // milliseconds
const actLimit = 70000; // an action is answered within 60 seconds

let csrfToken = null; // of the cookie; every write has to show it
let accountId = null; // whose pages these are

// The service answers, and says no.
export class Refused extends Error {
  constructor(status, { error, message, context } = {}) {
    super(message ?? `The service answers with ${status}.`);
    this.status = status;
    this.code = error ?? "";
    this.context = context ?? {};
  }
}

// Tells "lost" when the service does not know the key or the cookie any more, and "changed" when the
// cookie has become another account's.
export const access = new EventTarget();

export const storedKey = () => sessionStorage.getItem("key");

export function storeKey(key) {
  if (key) sessionStorage.setItem("key", key);
  else sessionStorage.removeItem("key");
}

// Takes the key out of "#key=…", so that it is neither seen nor in the tab's history.
export function takeKeyFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  storeKey(given);
}

function headersFor(method) {
  const headers = new Headers();
  const key = storedKey();
  if (key !== null) {
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Refused(401, { message: "That is no API key." });
    headers.set("X-API-Key", key);
  } else if (method !== "GET" && csrfToken) {
    headers.set("X-CSRF-Token", csrfToken);
  }
  return headers;
}

async function exchange(method, path, { body, accept, signal, limit }) {
  const headers = headersFor(method);
  if (accept) headers.set("Accept", accept);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const answer = await fetch(path, {
    method, headers, cache: "no-store",
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: signal ?? AbortSignal.timeout(limit),
  });
  if (answer.ok) return answer;
  throw new Refused(answer.status, await answer.json().catch(() => ({})));
}

// Whoever signs in in another tab replaces the cookie, and this one's token is none any more. A write
// that is refused for it has not begun, so it is asked for once more with the new token; no other is.
async function exchangeWithToken(method, path, options) {
  const mine = accountId;
  try {
    return await exchange(method, path, options);
  } catch (problem) {
    if (problem.code !== "INVALID_CSRF_TOKEN") throw problem;
    await whoIsAsking();
    if (accountId === mine) return exchange(method, path, options);
    access.dispatchEvent(new Event("changed"));
    throw problem;
  }
}

async function exchangeOrLeave(method, path, options) {
  try {
    return await exchangeWithToken(method, path, options);
  } catch (problem) {
    if (problem.status === 401) access.dispatchEvent(new Event("lost"));
    throw problem;
  }
}

// A whole answer, for a body that is read as it comes. Without a signal it ends after a while.
export const ask = (path, { signal, accept } = {}) =>
  exchangeOrLeave("GET", path, { signal, accept, limit: readLimit });

export const read = async (path) => (await ask(path)).json();

// A write; `null` where the answer has no body.
export async function send(method, path, body) {
  const answer = await exchangeOrLeave(method, path, { body, limit: actLimit });
  return answer.status === 204 ? null : answer.json();
}

// The account of whoever is asking; null where the service does not know them. Throws when it
// cannot tell.
export async function whoIsAsking() {
  try {
    const answer = await exchange("GET", "/v1/me", { limit: readLimit });
    const { account, csrf_token } = await answer.json();
    csrfToken = csrf_token;
    accountId = account.id;
    return account;
  } catch (problem) {
    if (problem.status === 401) return null;
    throw problem;
  }
}

// Takes a name and a password for the cookie; its failures are for the form to tell.
export async function signIn(name, password) {
  const body = { name, password };
  await exchange("POST", "/v1/sign-in", { body, limit: readLimit });
}

// Throws when the cookie may still be good.
export async function signOut() {
  try {
    if (storedKey() === null)
      await exchangeWithToken("POST", "/v1/sign-out", { body: {}, limit: readLimit });
  } catch (problem) {
    if (problem.status !== 401) throw problem; // whom nobody knows has left
  }
  storeKey(null);
  csrfToken = null;
}
