// What the page asks of the service, with the key that only this tab keeps.
export const answerLimit = 10000; // milliseconds

// The service answers, and says no.
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

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

export async function ask(path, signal = AbortSignal.timeout(answerLimit)) {
  const key = storedKey() ?? "";
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Refused(401, "That is no API key.");
  const answer = await fetch(path, { headers: { "X-API-Key": key }, cache: "no-store", signal });
  if (answer.ok) return answer;
  const { message } = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, message ?? `The service answers with ${answer.status}.`);
}
