// The page of one phone: its screen stays in view, and beside it is what else can be done with it.
import { canDo, isLocked } from "./ability.js";
import { Actions } from "./actions.js";
import { activity } from "./activity.js";
import { agentPanel } from "./agent_panel.js";
import { apiPanel } from "./api_panel.js";
import { appPanel } from "./app_list.js";
import { checklistPanel } from "./checklist.js";
import { clipboardPanel } from "./clipboard.js";
import { emptiness, make, makeSwitch, skeleton } from "./dom.js";
import { offerCommands } from "./page_commands.js";
import { phoneHeading } from "./phone_heading.js";
import { phoneStage } from "./phone_stage.js";
import { recordingPanel } from "./recordings.js";
import { repeat } from "./repeat.js";
import { access, isReachable, read } from "./service.js";
import { tabs } from "./tabs.js";
import * as words from "./words.js";

const pollPause = 2000; // milliseconds
const tickPause = 250;
const frontPause = 15000; // between two questions which app is in front
const settling = 800; // that an app has to come to the front after an action
const pressable = "button:not(:disabled, [popovertarget])";

// `place` names the tab that is shown first.
export function showPhone({ into, id, place, signal }) {
  let phone = null;
  let status = null; // what goes on with it, once that is known
  let among = 0; // phones that are connected
  let able = ""; // what it can do, and what it lacks
  let keptOff = false; // an action was refused for a lease, of which the id is still to be read
  let lease = null; // the id of a lease that others hold
  let isShown = false; // this page is, and not the one that says that there is no such phone
  const phoneNow = () => phone;
  const actions = new Actions(id, signal);
  const heading = phoneHeading(phoneNow, () => polling.wake());
  const recordings = recordingPanel(actions, signal, () => tabbed.choose("activity"));
  const stage = phoneStage(actions, phoneNow, recordings, signal);
  const apps = appPanel(actions);
  const clipboard = clipboardPanel(actions);
  const acts = activity(actions, apps.nameOf, signal);
  const api = apiPanel(actions, signal);
  const checklist = checklistPanel(() => polling.wake());
  const agent = agentPanel(id, checklist.show);
  const panels = [{ id: "apps", name: "Apps", element: apps.element },
                  { id: "clipboard", name: "Clipboard", element: clipboard.element },
                  { id: "elements", name: "Elements", element: stage.inspected.element, shown: stage.inspected.shown },
                  { id: "activity", name: "Activity", element: [recordings.element, acts.element], shown: acts.shown },
                  { id: "api", name: "API", element: api.element }];
  const tabbed = tabs("Tools", panels, (shown) => {
    for (const each of panels) each.shown?.(each.id === shown && phone !== null);
    if (phone) history.replaceState(null, "", `#/phones/${id}/${shown}`);
  });
  const tools = make("div", { class: "tools" }, checklist.element, agent.element, tabbed.element);
  const disable = makeSwitch([stage.glass, stage.rail, tools]);
  tabbed.choose("apps");
  tabbed.choose(place);
  into.append(make("h1", { class: "unseen" }, "Phone"), skeleton());

  const page = make("div", { class: "phone-page" }, heading.element, stage.element, tools);

  function update(now) {
    const first = phone === null;
    const listsApps = now.capabilities.includes("apps"); // once the phone trusts its computer
    if (first || (listsApps && !phone.capabilities.includes("apps"))) apps.read();
    phone = { ...now, leasedAway: lease !== null && now.lease?.id === lease };
    const ability = JSON.stringify([phone.capabilities, phone.readiness.blockers]);
    if (ability !== able) stage.screen.forgetTrouble();
    able = ability;
    heading.update(phone, among);
    stage.update(phone, status);
    stage.inspected.update(phone);
    recordings.update(words.isHere(phone) && words.hasPictures(phone));
    for (const each of [apps, clipboard, api]) each.update(phone);
    agent.update(phone, status?.active_session_id);
    disable(!isReachable());
    if (isShown) return;
    isShown = true;
    asking.wake();
    describing.wake();
    into.replaceChildren(page);
    for (const each of panels) each.shown?.(tabbed.isShown(each.id));
  }

  // For the palette.
  const commands = () => phone === null ? [] : [
    ...(isReachable() ? [...heading.commands(), ...stage.rail.querySelectorAll(pressable)] : []).map((each) =>
      ({ name: each.textContent, hint: "Button", run: () => each.click() })),
    ...(!agent.isOpen() ? [] : [{ name: "Give to an agent", hint: "Task", run: agent.begin }]),
    ...panels.map(({ id: tab, name }) => ({ name, hint: "Tab", run: () => tabbed.choose(tab) })),
    ...apps.openable().map((app) => ({ name: `Open ${app.name}`, hint: "App", run: () => apps.open(app) }))];

  // The service does not know it, or not any more.
  function showNone() {
    phone = status = null;
    stage.screen.stop();
    if (into.querySelector(".empty")) return;
    isShown = false;
    into.replaceChildren(make("h1", {}, "No such phone"),
      emptiness("The service does not know this phone",
                make("a", { href: "#/phones" }, "All phones")));
  }

  offerCommands(commands, signal);
  const polling = repeat(pollPause, signal, async () => {
    const phones = await read("/v1/phones");
    if (signal.aborted) return;
    among = phones.filter(words.isHere).length;
    const found = phones.find((each) => each.id === id);
    if (found) {
      if (keptOff) lease = found.lease?.id ?? null;
      keptOff = false;
      update(found);
      const wasLocked = isLocked(phone, status);
      status = await read(actions.pathOf("status"));
      if (signal.aborted) return;
      if (isLocked(phone, status) !== wasLocked) update(phone);
      heading.tellAgent(status.active_session_id);
      heading.tellVideo(status.video);
      agent.update(phone, status.active_session_id);
      if (checklist.isDue(phone.readiness))
        checklist.update(await read(actions.pathOf("setup")), phone.readiness);
    } else showNone();
  });
  // Asked beside the rest, as a phone may take long to say it, and not while it is at something else.
  const asking = repeat(frontPause, signal, async () => {
    if (phone === null || actions.busy) return;
    const path = actions.pathOf("status?front_app=true");
    const app = canDo(phone, "front-app") ? await read(path).then(({ front_app: told }) => told, () => null) : null;
    if (!signal.aborted && phone !== null) heading.tellFront(app);
  });
  // Beside the rest, too: a phone that has only just trusted its computer may take long to tell of itself.
  const describing = repeat(pollPause, signal, async () => {
    if (phone !== null) await heading.readMore(phone);
  });
  let settled = 0; // the timer of the question after the last of several actions
  actions.addEventListener("done", () => {
    polling.wake();
    clearTimeout(settled);
    settled = setTimeout(() => {
      polling.wake(); // what the action has changed, the service may have learnt only now
      asking.wake();
    }, settling);
  }, { signal });
  actions.addEventListener("failed", ({ detail: { problem } }) => {
    if (problem.code !== "PHONE_LEASED") return;
    keptOff = true;
    polling.wake();
  }, { signal });
  into.addEventListener("renamed", ({ detail }) => update(detail), { signal });
  document.addEventListener("visibilitychange", () => phone && update(phone), { signal });
  for (const change of ["reachable", "unreachable"])
    access.addEventListener(change, () => phone && update(phone), { signal });
  const ticking = setInterval(() => {
    if (phone) stage.tick();
    recordings.tick();
  }, tickPause);
  signal.addEventListener("abort", () => {
    clearInterval(ticking);
    stage.screen.stop();
  });
}
