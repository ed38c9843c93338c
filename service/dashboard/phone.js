// The page of one phone: its screen to look at and to touch, and what else can be done with it.
import { Actions } from "./actions.js";
import { appPanel } from "./app_list.js";
import { checklistPanel } from "./checklist.js";
import { clipboardPanel } from "./clipboard.js";
import { emptiness, make, makeSwitch, tell } from "./dom.js";
import { elementOverlay } from "./element_overlay.js";
import { jobList } from "./job_list.js";
import { keyboardField, takeKeys } from "./keyboard_input.js";
import { labelLine } from "./labels.js";
import { Marks } from "./marks.js";
import { phoneButtons } from "./phone_buttons.js";
import { recordingPanel } from "./recordings.js";
import { renaming } from "./rename.js";
import { repeat } from "./repeat.js";
import { Screen } from "./screen.js";
import { access, isReachable, read } from "./service.js";
import { takeTouches } from "./touch_input.js";
import { takeWheel } from "./wheel_input.js";
import * as words from "./words.js";

const pollPause = 2000; // milliseconds
const pacePause = 250;

const help = "Click to tap, hold to press, drag to drag. The wheel scrolls, with Ctrl it zooms. " +
             "What you type goes to the phone while its screen has the focus; Tab leaves it.";

// Name and state of the phone.
function phoneHeading(phoneNow) {
  const title = make("h1", {});
  const model = make("p", { class: "quiet" });
  const state = make("p", { class: "state" });
  const latency = make("p", { class: "quiet latency", hidden: true });
  const blockers = make("ul", { class: "blockers" });
  const agent = make("p", { class: "agent", hidden: true }, "An agent is at work on this phone. ",
                     make("a", {}, "Watch it"));
  const labels = labelLine(phoneNow);
  const element = make("header", { class: "phone-head" },
    make("a", { href: "#/phones", class: "back" }, "Phones"),
    make("div", { class: "title" }, title, renaming(title, phoneNow)), model, labels.element, state,
    latency, blockers, agent);
  let known = "";
  const update = (phone) => {
    tell(title, words.nameOf(phone));
    tell(model, words.modelOf(phone));
    labels.update(phone);
    tell(state, words.stateOf(phone));
    element.dataset.state = words.conditionOf(phone);
    const now = JSON.stringify(phone.readiness);
    if (now !== known) blockers.replaceChildren(...words.blockerItems(phone));
    known = now;
  };
  const tellAgent = (sessionId) => {
    agent.hidden = !sessionId;
    if (sessionId) agent.querySelector("a").href = `#/sessions/${sessionId}`;
  };
  const tellVideo = (figures) => {
    const text = words.latencyOf(figures);
    latency.hidden = !text;
    tell(latency, text);
  };
  return { element, update, tellAgent, tellVideo };
}

// The screen with what is drawn over it; `say` tells what was done last.
function stage(actions, signal) {
  const screen = new Screen("fps=30&quality=80");
  const marks = new Marks(screen);
  const did = make("p", { class: "did", role: "status" });
  const pace = make("p", { class: "quiet pace" });
  let refusedAt = 0; // by the page's clock
  const say = (text) => {
    did.classList.remove("refusal");
    tell(did, text);
  };
  const overlay = elementOverlay(screen, marks, actions, signal);
  const absence = make("p", { class: "absence" });
  const keyboard = keyboardField({ "aria-label": "The phone's screen",
                                   "aria-describedby": "screen-help" });
  const glass = make("div", { class: "touchable" }, screen.canvas, marks.element, absence, keyboard);
  takeTouches(screen, marks, actions, say);
  takeWheel(screen, marks, actions, say);
  takeKeys(keyboard, actions, say);
  screen.canvas.addEventListener("pointerdown", () => keyboard.focus({ preventScroll: true }));
  // A mouse's default action would take the focus away again.
  screen.canvas.addEventListener("mousedown", (event) => event.preventDefault());
  screen.whenDrawn = () => marks.fit();
  actions.addEventListener("done", ({ detail: { name, asked, took, job } }) => {
    if (asked < refusedAt) return; // what has gone wrong since then has not been read yet
    say(`${words.wordsOf(name)}: ${words.durationOf(took)}, phone ` +
        words.durationOf(job.timing?.device_ms ?? 0));
  });
  actions.addEventListener("failed", ({ detail: { problem } }) => {
    say(problem.message);
    did.classList.add("refusal");
    refusedAt = performance.now();
  });
  const element = make("section", { class: "stage", "aria-label": "Screen" }, glass,
    make("div", { class: "under" }, did, pace, overlay.control, overlay.label),
    make("p", { class: "hint", id: "screen-help" }, help));
  return { element, screen, glass, absence, pace };
}

// Message on the glass. The heading says why a phone is not ready, and what to do about it.
function absenceOf(phone, screen) {
  if (!isReachable() || !words.isHere(phone)) return words.stateOf(phone);
  if (!words.hasPictures(phone)) return "No picture: this phone is not ready";
  if (screen.trouble) return screen.trouble;
  return screen.capturedAt === null ? "Waiting for a picture" : "";
}

export function showPhone({ into, id, signal }) {
  let phone = null;
  let able = ""; // what it can do, and what it lacks
  const phoneNow = () => phone;
  const actions = new Actions(id, signal);
  const heading = phoneHeading(phoneNow);
  const { element, screen, glass, absence, pace } = stage(actions, signal);
  const buttons = phoneButtons(actions, phoneNow);
  const apps = appPanel(actions);
  const checklist = checklistPanel(() => polling.wake());
  const tools = make("div", { class: "tools" }, checklist.element, buttons.element, clipboardPanel(actions),
                     recordingPanel(id, signal), jobList(actions, signal), apps.element);
  const disable = makeSwitch([glass, tools]);

  function update(now) {
    const first = phone === null;
    const listsApps = now.capabilities.includes("apps"); // once the phone trusts its computer
    if (first || (listsApps && !phone.capabilities.includes("apps"))) apps.read();
    phone = now;
    heading.update(phone);
    buttons.update();
    screen.describe(words.nameOf(phone), phone);
    const ability = JSON.stringify([phone.capabilities, phone.readiness.blockers]);
    if (ability !== able) screen.forgetTrouble();
    able = ability;
    const reachable = isReachable();
    glass.classList.toggle("absent", !reachable || !words.isHere(phone) || !words.hasPictures(phone));
    disable(!reachable);
    if (first) fill();
    if (!document.hidden && reachable && words.isHere(phone)) screen.start(id);
    else screen.stop();
    tellPace();
  }

  function fill() {
    into.replaceChildren(make("div", { class: "phone-page" }, heading.element, element, tools));
  }

  function tellPace() {
    tell(absence, absenceOf(phone, screen));
    tell(pace, isReachable() && words.isHere(phone) ? screen.paceInWords() : "");
  }

  function showNone() {
    into.replaceChildren(make("h1", {}, "No such phone"),
      emptiness("The service does not know this phone",
                make("a", { href: "#/phones" }, "All phones")));
  }

  const polling = repeat(pollPause, signal, async () => {
    const found = (await read("/v1/phones")).find((each) => each.id === id);
    if (signal.aborted) return;
    if (found) {
      update(found);
      const status = await read(actions.pathOf("status"));
      heading.tellAgent(status.active_session_id);
      heading.tellVideo(status.video);
      if (checklist.isDue(phone.readiness))
        checklist.update(await read(actions.pathOf("setup")), phone.readiness);
    } else if (phone === null) showNone();
    else update({ ...phone, connection_status: "offline" });
  });
  actions.addEventListener("done", ({ detail }) => detail.name === "rotate" && polling.wake());
  into.addEventListener("renamed", ({ detail }) => update(detail), { signal });
  document.addEventListener("visibilitychange", () => phone && update(phone), { signal });
  for (const change of ["reachable", "unreachable"])
    access.addEventListener(change, () => phone && update(phone), { signal });
  const ticking = setInterval(() => phone && tellPace(), pacePause);
  signal.addEventListener("abort", () => {
    clearInterval(ticking);
    screen.stop();
  });
}
