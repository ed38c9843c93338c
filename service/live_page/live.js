// The page /live: asks for the key and the phones, and says whose picture is streamed.
import { Card } from "./card.js";
import { Refused, ask, storeKey, storedKey, takeKeyFromAddress } from "./service.js";

const pollPause = 2000; // milliseconds, as all times here
const pacePause = 250;
const stillPause = 3000; // between two pictures of a phone that is in view and has no stream
const mostStreams = 4; // a browser has six connections to a host; two are left for requests
const exactness = 2000; // clocks that differ by less are the same, as the Date header has seconds

const byId = (id) => document.getElementById(id);
const cards = new Map(); // by the phone's id
let clockDifference = 0; // how far this clock is ahead of the service's
let nextPoll = null;

const inSight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    for (const card of cards.values()) if (card.element === target) card.inView = isIntersecting;
  allotStreams();
});

// Those that can be seen have a stream each, as far as there are any.
function allotStreams() {
  const chosen = new Set(inSightNow().sort((a, b) => b.receiving - a.receiving).slice(0, mostStreams));
  for (const card of cards.values())
    if (!chosen.has(card)) card.stop();
    else if (card.stream === null) card.start();
}

const inSightNow = () =>
  document.hidden ? [] : [...cards.values()].filter((card) => card.inView && card.pictured);

function notice(text) {
  if (byId("notice").textContent !== text) byId("notice").textContent = text;
  byId("notice").hidden = text === "";
}

function forget(id) {
  const card = cards.get(id);
  card.stop();
  inSight.unobserve(card.element);
  card.element.remove();
  cards.delete(id);
}

function show(phones) {
  const away = (phone) => phone.connection_status === "offline";
  phones.sort((a, b) => away(a) - away(b));
  for (const id of cards.keys()) if (!phones.some((phone) => phone.id === id)) forget(id);
  phones.forEach((phone, place) => {
    if (!cards.has(phone.id)) cards.set(phone.id, new Card());
    const card = cards.get(phone.id);
    card.update(phone);
    const there = byId("phones").children[place] ?? null;
    if (there === card.element) return;
    byId("phones").insertBefore(card.element, there);
    inSight.observe(card.element);
  });
  const here = phones.filter((phone) => !away(phone)).length;
  byId("count").textContent = here === 1 ? "1 phone connected" : `${here} phones connected`;
  byId("no-phones").hidden = here > 0;
  allotStreams();
}

function askForKey(refusal) {
  clearTimeout(nextPoll);
  storeKey(null);
  for (const id of [...cards.keys()]) forget(id);
  notice("");
  byId("count").textContent = "";
  byId("refusal").textContent = refusal;
  byId("no-phones").hidden = byId("leave").hidden = true;
  byId("entrance").hidden = false;
  byId("key").value = "";
  byId("key").focus();
}

async function poll() {
  clearTimeout(nextPoll);
  const key = storedKey();
  try {
    const answer = await ask("/v1/phones");
    const phones = await answer.json();
    if (key !== storedKey()) return;
    const difference = Date.now() - Date.parse(answer.headers.get("Date"));
    clockDifference = Math.abs(difference) > exactness ? difference : 0;
    byId("entrance").hidden = true;
    byId("leave").hidden = false;
    notice("");
    show(phones);
  } catch (problem) {
    if (key !== storedKey()) return;
    if (problem.status === 401)
      return askForKey("The service does not know this key. Enter another one.");
    notice(problem instanceof Refused ? problem.message
      : "The service does not answer. Is thimbled running? Trying again.");
  }
  clearTimeout(nextPoll);
  if (!document.hidden) nextPoll = setTimeout(poll, pollPause);
}

// A single picture for the one that has waited longest for want of a stream.
async function takeStills() {
  const now = performance.now();
  const waiting = inSightNow().filter((card) => !card.receiving && now - card.stillAt > stillPause);
  const next = waiting.sort((a, b) => a.stillAt - b.stillAt)[0];
  await next?.takeStill().catch(() => {}); // the next may succeed
  setTimeout(takeStills, pacePause);
}

function begin() {
  takeKeyFromAddress();
  if (storedKey()) poll();
  else askForKey("");
}

byId("entrance").addEventListener("submit", (event) => {
  event.preventDefault();
  storeKey(byId("key").value.trim());
  byId("refusal").textContent = "";
  poll();
});
byId("leave").addEventListener("click", () => askForKey(""));
addEventListener("hashchange", begin);
document.addEventListener("visibilitychange", () => {
  allotStreams();
  if (!document.hidden && storedKey()) poll();
});
setInterval(() => {
  for (const card of cards.values()) card.tellPace(Date.now() - clockDifference);
}, pacePause);
takeStills();
begin();
