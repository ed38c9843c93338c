// The page of all phones: a card each or a line, those that are searched for, and whose picture is streamed.
import { Card } from "./card.js";
import { command } from "./commands.js";
import { computerNames, hasNoComputer, hostBlockers } from "./computers.js";
import { arrange, button, emptiness, make, skeleton } from "./dom.js";
import { fits, rankOf } from "./farm_filter.js";
import { farmTools } from "./farm_tools.js";
import { liveSessions } from "./live_sessions.js";
import { PhoneTable } from "./phone_table.js";
import { repeat } from "./repeat.js";
import { access, isLocal, read } from "./service.js";
import { blockerItem, isHere } from "./words.js";

const pollPause = 2000; // milliseconds, as all times here
const pacePause = 250;
const stillPause = 3000; // between two pictures of a phone that is in view and has no stream
const mostStreams = 4; // a browser has six connections to a host; two are left for requests

const howToConnect = () =>
  emptiness("No phone is connected",
    make("ol", {},
      make("li", {}, "Plug an iPhone into a USB port and unlock it."),
      make("li", {}, "Tap Trust on the phone and enter its passcode."),
      make("li", {}, "If none shows up here, ask what is missing: ", command("thimbled doctor"))));

// Of a service that no computer holds phones for.
function howToAddComputer() {
  return emptiness("Add a computer", "Phones are plugged into computers that run thimbled. On the first of them:",
    make("ol", {},
      make("li", {}, "Ask for approval: ", command(`thimbled enroll --service ${location.origin}`)),
      make("li", {}, "It shows a code, and a link that has it: ", make("a", { href: "#/desktops" }, "approve it"), "."),
      make("li", {}, "Start it: ", command(`thimbled --service ${location.origin}`))));
}

export function showPhones({ into, signal }) {
  const cards = new Map(); // by the phone's id
  const byElement = new WeakMap(); // the cards
  let phones = []; // all that are known, as they stand on the page
  let computers = new Map(); // names by their ids
  const isBusy = (id) => liveSessions.of(id) !== null;
  const tools = farmTools(() => arrangeAll());
  const grid = make("section", { class: "cards", "aria-label": "Phones" });
  const table = new PhoneTable(() => polling.wake());
  const hosts = make("ul", { class: "blockers hosts", "aria-label": "Computers that cannot have phones" });
  let hindered = ""; // what stands in that list
  const none = howToConnect();
  const noComputer = howToAddComputer();
  const noneFits = emptiness("No phone fits", button("Show all phones", () => tools.clear()));
  const loading = skeleton();
  for (const each of [none, noComputer, noneFits]) each.hidden = true;
  into.append(make("div", { class: "heading" }, make("h1", {}, "Phones"), tools.summary), tools.element, loading, hosts, none,
              noComputer, noneFits, grid, table.element);

  const inSight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const card = byElement.get(target);
      if (card) card.inView = isIntersecting;
    }
    allotStreams();
  });

  const inSightNow = () =>
    document.hidden ? [] : [...cards.values()].filter((card) => card.inView && card.pictured);

  // Those that can be seen have a stream each, as far as there are any, but for the small pictures of rows.
  function allotStreams() {
    const wanted = inSightNow().filter((card) => rankOf(card.phone) === 0).sort((a, b) => b.screen.receiving - a.screen.receiving);
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

  function cardOf(phone, among) {
    const known = cards.get(phone.id);
    const computer = computers.size > 1 ? computers.get(phone.connected_mac_id) ?? "" : "";
    known?.update(phone, among, computer);
    if (known) return known;
    const card = new Card(phone, among, computer, () => polling.wake());
    cards.set(phone.id, card);
    byElement.set(card.element, card);
    inSight.observe(card.element);
    return card;
  }

  // Shows those that fit, in the view that was chosen.
  function arrangeAll() {
    tools.offer(phones, computers);
    const thoseThatFit = (filter) => phones.filter((each) => fits(each, filter, { computers, isBusy }));
    const fitting = thoseThatFit(tools.filter);
    const chosen = new Set(fitting.map(({ id }) => id));
    const isTable = tools.isTable();
    for (const [id, card] of cards) card.element.hidden = !chosen.has(id);
    grid.hidden = isTable;
    table.element.hidden = !isTable || fitting.length === 0;
    if (isTable) table.show(fitting, computers, (id) => liveSessions.of(id), phones.filter(isHere).length);
    noneFits.hidden = phones.length === 0 || fitting.length > 0;
    tools.count(phones.length, thoseThatFit({ ...tools.filter, state: "" }), isBusy);
    allotStreams();
  }

  // Reasons that keep computers from having phones, no matter which.
  function showHosts() {
    const blockers = hostBlockers();
    const now = JSON.stringify(blockers);
    if (now === hindered) return;
    hindered = now;
    hosts.replaceChildren(...blockers.map((each) =>
      blockerItem({ ...each, message: isLocal() ? each.message : `${each.computer}: ${each.message}` })));
  }

  function show(now) {
    phones = now.sort((a, b) => rankOf(a) - rankOf(b));
    const known = new Set(phones.map(({ id }) => id));
    for (const id of cards.keys()) if (!known.has(id)) forget(id);
    const here = phones.filter(isHere).length;
    arrange(grid, phones.map((phone) => cardOf(phone, here).element));
    tellAgents();
    const lacksComputer = !isLocal() && here === 0 && hasNoComputer();
    none.hidden = here > 0 || lacksComputer;
    noComputer.hidden = !lacksComputer;
    loading.remove();
    showHosts();
    arrangeAll();
  }

  function tellAgents() {
    for (const [id, card] of cards) card.tellAgent(liveSessions.of(id));
  }

  // A single picture for the one that has waited longest for want of a stream.
  async function takeStill() {
    const now = performance.now();
    const waits = (card) => !card.screen.receiving && now - card.stillAt > stillPause;
    const [next] = inSightNow().filter(waits).sort((a, b) => a.stillAt - b.stillAt);
    await next?.takeStill().catch(() => {}); // the next may succeed
  }

  const polling = repeat(pollPause, signal, async () => {
    const now = await read("/v1/phones");
    computers = await computerNames(!now.some(isHere));
    if (!signal.aborted) show(now);
  });
  repeat(pacePause, signal, takeStill);
  const pace = setInterval(() => {
    for (const card of cards.values()) if (card.inView) card.tellPace();
  }, pacePause);
  grid.addEventListener("renamed", ({ detail }) => cards.get(detail.id)?.update(detail));
  table.element.addEventListener("renamed", () => polling.wake());
  document.addEventListener("visibilitychange", allotStreams, { signal });
  liveSessions.addEventListener("changed", () => {
    tellAgents();
    arrangeAll();
  }, { signal });
  for (const change of ["reachable", "unreachable"])
    access.addEventListener(change, () => {
      for (const card of cards.values()) card.update(card.phone);
      arrangeAll();
    }, { signal });
  signal.addEventListener("abort", () => {
    clearInterval(pace);
    inSight.disconnect();
    for (const id of [...cards.keys()]) forget(id);
  });
}
