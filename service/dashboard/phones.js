// The page of all phones: a card each, and whose picture is streamed.
import { Card } from "./card.js";
import { arrange, emptiness, make, tell } from "./dom.js";
import { repeat } from "./repeat.js";
import { access, read, send } from "./service.js";
import { isHere } from "./words.js";

const pollPause = 2000; // milliseconds, as all times here
const pacePause = 250;
const stillPause = 3000; // between two pictures of a phone that is in view and has no stream
const mostStreams = 4; // a browser has six connections to a host; two are left for requests

const howToConnect = () =>
  emptiness("No phone is connected",
    make("ol", {},
      make("li", {}, "Plug an iPhone into a USB port and unlock it."),
      make("li", {}, "Tap Trust on the phone and enter its passcode."),
      make("li", {}, "If none shows up here, ", make("code", {}, "thimbled doctor"),
           " says what is missing.")));

export function showPhones({ into, signal }) {
  const cards = new Map(); // by the phone's id
  const count = make("p", { class: "quiet", role: "status" });
  const grid = make("section", { class: "cards", "aria-label": "Phones" });
  const none = howToConnect();
  none.hidden = true;
  into.append(make("div", { class: "heading" }, make("h1", {}, "Phones"), count), none, grid);

  const inSight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      for (const card of cards.values()) if (card.element === target) card.inView = isIntersecting;
    allotStreams();
  });

  const inSightNow = () =>
    document.hidden ? [] : [...cards.values()].filter((card) => card.inView && card.pictured);

  // Those that can be seen have a stream each, as far as there are any.
  function allotStreams() {
    const wanted = inSightNow().sort((a, b) => b.screen.receiving - a.screen.receiving);
    const chosen = new Set(wanted.slice(0, mostStreams));
    for (const card of cards.values())
      if (chosen.has(card)) card.screen.start(card.phone.id);
      else card.screen.stop();
  }

  function forget(id) {
    const card = cards.get(id);
    card.screen.stop();
    inSight.unobserve(card.element);
    card.element.remove();
    cards.delete(id);
  }

  async function choose(id) {
    await send("POST", `/v1/phones/${id}/select`, {});
    polling.wake();
  }

  function show(phones) {
    phones.sort((a, b) => isHere(b) - isHere(a));
    for (const id of cards.keys()) if (!phones.some((phone) => phone.id === id)) forget(id);
    const here = phones.filter(isHere).length;
    for (const phone of phones)
      if (cards.has(phone.id)) cards.get(phone.id).update(phone, here);
      else cards.set(phone.id, new Card(phone, here, choose));
    arrange(grid, phones.map((phone) => cards.get(phone.id).element));
    for (const { element } of cards.values()) inSight.observe(element);
    tell(count, here === 1 ? "1 phone connected" : `${here} phones connected`);
    none.hidden = here > 0;
    allotStreams();
  }

  // A single picture for the one that has waited longest for want of a stream.
  async function takeStill() {
    const now = performance.now();
    const waits = (card) => !card.screen.receiving && now - card.stillAt > stillPause;
    const [next] = inSightNow().filter(waits).sort((a, b) => a.stillAt - b.stillAt);
    await next?.takeStill().catch(() => {}); // the next may succeed
  }

  const polling = repeat(pollPause, signal, async () => {
    const phones = await read("/v1/phones");
    if (!signal.aborted) show(phones);
  });
  repeat(pacePause, signal, takeStill);
  const pace = setInterval(() => cards.forEach((card) => card.tellPace()), pacePause);
  grid.addEventListener("renamed", ({ detail }) => cards.get(detail.id)?.update(detail));
  document.addEventListener("visibilitychange", allotStreams, { signal });
  for (const change of ["reachable", "unreachable"])
    access.addEventListener(change, () => {
      for (const card of cards.values()) card.update(card.phone);
      allotStreams();
    }, { signal });
  signal.addEventListener("abort", () => {
    clearInterval(pace);
    inSight.disconnect();
    for (const id of [...cards.keys()]) forget(id);
  });
}
