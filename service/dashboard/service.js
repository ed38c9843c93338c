// Requests of the pages to the service: with a key that only this tab keeps, else with the cookie
// of whoever has signed in.
import { compareClocks } from "./service_clock.js";

const readLimit = 10000; // milliseconds
const actLimit = 70000; // an action is answered within 60 seconds

// True if the page comes from thimbled --local, whose one account has no password.
export const isLocal = () => document.querySelector("meta[name=thimble-mode]")?.content === "local";

// False if the service has no model that agents could think with.
export const hasModel = () => document.querySelector("meta[name=thimble-model]")?.content !== "none";

let csrfToken = null; // of the cookie; every write has to show it
let accountId = null; // whose pages these are

// The words of the pages for what the service says of desktops.
const ownWords = { MAC_APP_NOT_RUNNING: "The computer that had this phone last is not connected; start thimbled there." };

// The service answers, and says no.
export class Refused extends Error {
  constructor(status, { error, message, context } = {}) {
    super(ownWords[error] ?? message ?? `The service answers with ${status}.`);
    this.status = status;
    this.code = error ?? "";
    this.context = context ?? {};
  }
}

// There is no answer, or none that is whole.
export class Unreachable extends Error {
  constructor(method = "GET") {
    super(method === "GET" ? "The service does not answer."
      : "The service does not answer. It is not known whether this was done.");
  }
}

// Tells "lost" when the service does not know the key or the cookie any more, and "changed" when the
// cookie has become another account's; "unreachable" when the service does not answer, and
// "reachable" when it does again.
export const access = new EventTarget();

let reachable = true;

export const isReachable = () => reachable;

export function setReachable(now) {
  if (now === reachable) return;
  reachable = now;
  access.dispatchEvent(new Event(now ? "reachable" : "unreachable"));
}

export const storedKey = () => sessionStorage.getItem("key");

export function storeKey(key) {
  if (key) sessionStorage.setItem("key", key);
  else sessionStorage.removeItem("key");
}

// Removes the key from "#key=…", so that it is neither seen nor in the tab's history; null where
// there is none.
export function takeKeyFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given !== null) history.replaceState(null, "", location.pathname + location.search);
  return given;
}

function headersFor(method, key) {
  const headers = new Headers();
  if (key !== null) {
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Refused(401, { message: "That is no API key." });
    headers.set("X-API-Key", key);
  } else if (method !== "GET" && csrfToken) {
    headers.set("X-CSRF-Token", csrfToken);
  }
  return headers;
}

// fetch(), but a failure that is not the caller's own is an Unreachable. A write that fails, or a read
// that runs out of time, does not prove that the service is gone: the next read will tell.
async function answerTo(path, options, signal, limit) {
  try {
    const answer = await fetch(path, { ...options, signal: signal ?? AbortSignal.timeout(limit) });
    setReachable(true);
    compareClocks(answer.headers);
    return answer;
  } catch (problem) {
    if (signal?.aborted) throw problem;
    if (options.method === "GET" && problem.name !== "TimeoutError") setReachable(false);
    throw new Unreachable(options.method);
  }
}

async function exchange(method, path, { body, accept, signal, limit, key = storedKey() }) {
  const headers = headersFor(method, key);
  if (accept) headers.set("Accept", accept);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const options = { method, headers, cache: "no-store",
                    body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = await answerTo(path, options, signal, limit);
  if (answer.ok) return answer;
  throw new Refused(answer.status, await answer.json().catch(() => ({})));
}

// The record in an answer, which may still break off.
const recordIn = (answer, method) =>
  answer.json().catch(() => {
    throw new Unreachable(method);
  });

// Signing in in another tab replaces the cookie, and this one's token is none any more. A write
// that is refused for it has not begun, so it is asked for once more with the new token; no other
// is.
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

export const read = async (path) => recordIn(await ask(path), "GET");

export async function readText(path) {
  const answer = await ask(path);
  return answer.text().catch(() => {
    throw new Unreachable();
  });
}

// A write; `null` where the answer has no body.
export async function send(method, path, body) {
  const answer = await exchangeOrLeave(method, path, { body, limit: actLimit });
  return answer.status === 204 ? null : recordIn(answer, method);
}

// The account that asks with this key, or with the cookie where it is null: { account, csrf_token
// }; null where the service does not know them. Throws when it cannot tell.
async function identify(key) {
  try {
    return await recordIn(await exchange("GET", "/v1/me", { limit: readLimit, key }), "GET");
  } catch (problem) {
    if (problem.status === 401) return null;
    throw problem;
  }
}

// The account that a key belongs to; null where the service does not know the key.
export const accountOf = async (key) => (await identify(key))?.account ?? null;

// The account of whoever is asking; null where the service does not know them. Throws when it
// cannot tell.
export async function whoIsAsking() {
  const found = await identify(storedKey());
  if (found === null) return null;
  csrfToken = found.csrf_token;
  accountId = found.account.id;
  return found.account;
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
