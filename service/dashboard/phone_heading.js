// The heading of a phone's page: its name, what is known of it, its state, and who is at work on it.
import { blockersOf, canDo } from "./ability.js";
import { computerNames } from "./computers.js";
import { make, tell } from "./dom.js";
import { labelLine } from "./labels.js";
import { liveSessions } from "./live_sessions.js";
import { meaningOfDefault, phoneMenu } from "./phone_menu.js";
import { isReachable, read } from "./service.js";
import * as words from "./words.js";

const infoPause = 30000; // milliseconds
const homeScreen = "com.apple.springboard";

const wordsForApp = ({ bundle_id: id, name }) => name ?? (id === homeScreen ? "Home Screen" : id);

// Facts that change seldom: the battery, and the computer that the phone is plugged into.
async function furtherFacts(phone) {
  const [info, names] = await Promise.all([
    read(`/v1/phones/${phone.id}/info`).catch((problem) => (problem.status ? {} : Promise.reject(problem))),
    computerNames()]);
  const { battery_level: battery = null } = info;
  return [battery !== null && `${battery} % battery`, names.has(phone.connected_mac_id) &&
          `on ${names.get(phone.connected_mac_id)}`].filter(Boolean);
}

// `changed` is called when something was done with the phone.
export function phoneHeading(phoneNow, changed) {
  const title = make("h1", {});
  const model = make("p", { class: "quiet" });
  const state = make("p", { class: "state" });
  const isDefault = make("span", { class: "badge active", title: meaningOfDefault, hidden: true }, "Default");
  const blockers = make("ul", { class: "blockers" });
  const latency = make("p", { class: "quiet latency", hidden: true });
  const labels = labelLine(phoneNow);
  const refusal = make("p", { class: "refusal", role: "alert" });
  const watch = make("a", {}, "Watch it");
  const atWork = make("span");
  const agent = make("p", { class: "agent", hidden: true }, atWork, " ", watch);
  const more = phoneMenu(title, phoneNow, refusal, changed);
  const element = make("header", { class: "phone-head" },
    make("a", { href: "#/phones", class: "back" }, "Phones"),
    make("div", { class: "title" }, title, isDefault, more.opener, more.list), model, labels.element, state, latency,
    refusal, blockers, agent);
  let known = "";
  let further = [];
  let front = null; // the app in front, where the phone says it
  let readAt = -Infinity;

  const tellModel = (phone) =>
    tell(model, [words.modelOf(phone), ...further, front && canDo(phone, "front-app") && `in front: ${wordsForApp(front)}`]
      .filter(Boolean).join(" · "));

  function update(phone, among) {
    tell(title, words.nameOf(phone));
    tellModel(phone);
    tell(state, words.stateOf(phone));
    element.dataset.state = words.conditionOf(phone);
    labels.update(phone, isReachable());
    isDefault.hidden = !words.isHere(phone) || !phone.selected;
    more.update(among, isReachable());
    const obstacles = blockersOf(phone, "Press Unlock.");
    const now = JSON.stringify([obstacles, phone.readiness]);
    if (now !== known) blockers.replaceChildren(...words.blockerItems(obstacles, phone.readiness));
    known = now;
  }

  async function readMore(phone) {
    if (!words.isHere(phone) || performance.now() - readAt < infoPause) return;
    readAt = performance.now();
    further = await furtherFacts(phone);
    if (phoneNow()) tellModel(phoneNow());
  }

  function tellFront(app) {
    front = app;
    tellModel(phoneNow());
  }

  function tellAgent(sessionId) {
    agent.hidden = !sessionId;
    if (!sessionId) return;
    const waits = liveSessions.of(phoneNow().id)?.status === "waiting_for_user";
    tell(atWork, waits ? "The agent on this phone needs your answer." : "An agent is at work on this phone.");
    tell(watch, waits ? "Answer it" : "Watch it");
    watch.href = `#/sessions/${sessionId}`;
  }

  // Recent measurements of the phone's video.
  function tellVideo(figures) {
    const text = words.latencyOf(figures);
    latency.hidden = !text;
    tell(latency, text);
  }

  // Buttons of its menu that can be pressed, for the palette.
  const commands = () =>
    [...more.list.querySelectorAll("button:not(:disabled, [hidden], .small)")];
  return { element, update, readMore, tellFront, tellAgent, tellVideo, commands };
}
