// The page of one session: the phone's screen beside what the agent thinks, says and does.
import { emptiness, make, makeSwitch, skeleton, tell } from "./dom.js";
import { ends, follow } from "./event_stream.js";
import { Frames } from "./frames.js";
import { liveSessions } from "./live_sessions.js";
import { offerCommands } from "./page_commands.js";
import { RecordingPlayer, stateOf } from "./recording_player.js";
import { repeat, sleep } from "./repeat.js";
import { access, isReachable, read } from "./service.js";
import { serviceNow } from "./service_clock.js";
import { sessionActions } from "./session_actions.js";
import { sessionControls } from "./session_controls.js";
import { stateName } from "./session_words.js";
import { Timeline } from "./timeline.js";
import { dollarsOf, durationOf, nameOf } from "./words.js";

const pollPause = 2000; // milliseconds
const keptFor = 7 * 24 * 3600 * 1000; // milliseconds after the end of a recording

function sessionHead(phone) {
  const parts = { cost: make("dd"), turns: make("dd"), time: make("dd"), model: make("dd") };
  const badge = make("span", { class: "badge" });
  const outcome = make("p", { class: "outcome" });
  const title = make("h1");
  const names = { cost: "Cost", turns: "Turns", time: "Time", model: "Model" };
  const figures = Object.entries(parts).map(([name, part]) =>
    make("div", {}, make("dt", {}, names[name]), part));
  const element = make("header", { class: "session-head" },
    make("a", { href: "#/sessions", class: "back" }, "Sessions"), title,
    make("p", { class: "row" }, badge, phone && make("a", { href: `#/phones/${phone.id}` }, nameOf(phone))),
    make("dl", { class: "figures" }, figures), outcome);
  const update = (session) => {
    tell(title, session.instruction);
    tell(badge, stateName(session.status));
    element.dataset.status = session.status;
    tell(parts.cost, dollarsOf(session.cost_usd));
    tell(parts.turns, `${session.num_turns} of ${session.max_turns}`);
    tell(parts.time, durationOf(session.duration_ms));
    tell(parts.model, session.model || "–");
    tell(outcome, session.error ?? session.result ?? "");
    outcome.classList.toggle("refusal", session.error !== null);
  };
  return { element, update };
}

// For the palette: what stands on the page.
const commandsOf = (elements) =>
  elements.filter(({ hidden, inert }) => !hidden && !inert)
    .flatMap((each) => [...each.querySelectorAll("button[type=button]:not(:disabled, [hidden], [popovertarget])")])
    .map((each) => ({ name: each.textContent, hint: "Session", run: () => each.click() }));

function showNone(into) {
  into.replaceChildren(make("h1", {}, "No such session"),
    emptiness("The service does not know this session",
              make("a", { href: "#/sessions" }, "All sessions")));
}

// Each event into the timeline, the frames and the marks on them.
function listener(timeline, frames, changed) {
  return (event) => {
    const { type, data } = event;
    timeline.events.push(event);
    let frame = null;
    if (type === "screenshot" && data.url) frame = frames.addFrame(data);
    if (type === "tool_use") frame = frames.addAction(data.arguments);
    timeline.add(event, frame);
    if (["status", "question", "verdict", "error"].includes(type)) changed();
  };
}

// The recording of a session that has ended, once it has ended as well.
async function recordingOf({ phone_id, recording_id }, signal) {
  for (;;) {
    const found = await read(`/v1/phones/${phone_id}/recordings/${recording_id}`);
    if (found.status !== "recording" || signal.aborted) return found;
    await sleep(pollPause, signal);
  }
}

function absenceOf({ completed_at }, { status, message }) {
  if (status !== 404) return message;
  return serviceNow() - Date.parse(completed_at) > keptFor
    ? "The recording was removed: recordings are kept for seven days after their end."
    : "The recording is not here: it was removed, made room for newer ones, or its node is away.";
}

const absentRecording = (why) =>
  make("section", { class: "panel recording", "aria-label": "Recording" }, make("h2", {}, "Recording"),
    make("p", { class: "hint", role: "status" }, why));

// { element, player } for what stands beside the events, without a player where nothing can be played.
async function recordingPart(session, timeline, signal) {
  try {
    const recording = await recordingOf(session, signal);
    if (recording.bytes === 0) return { element: absentRecording(`${stateOf(recording)}.`), player: null };
    const began = Date.parse(recording.started_at);
    const player = new RecordingPlayer(recording, {
      onTime: (shown) => timeline.pointAt(began + shown),
      onAble: (able) => timeline.setPlayable(able ? began : null),
    });
    return { element: player.element, player };
  } catch (problem) {
    return { element: absentRecording(absenceOf(session, problem)), player: null };
  }
}

async function phoneOf(session) {
  const phones = await read("/v1/phones");
  return phones.find((each) => each.id === session.phone_id) ?? null;
}

async function show({ into, id, signal }) {
  into.append(make("h1", { class: "unseen" }, "Session"), skeleton());
  let session = await read(`/v1/sessions/${id}`);
  const phone = await phoneOf(session);
  if (signal.aborted) return;
  const head = sessionHead(phone);
  const timeline = new Timeline((frame) => frames.choose(frame), (time) => seek(time));
  let player = null;
  const seek = (time) => {
    player?.seek(time - Date.parse(player.recording.started_at));
    timeline.pointAt(time); // what was asked for, also where it is just after the last picture
  };
  const frames = new Frames(session.phone_id, (frame) => timeline.point(frame));
  const controls = sessionControls(id, () => polling.wake());
  const more = sessionActions(() => session, () => timeline.events, phone ? nameOf(phone) : "");
  frames.screen.describe(phone ? nameOf(phone) : "a phone that was forgotten", phone ?? {});

  function update(now) {
    session = now;
    head.update(session);
    controls.update(session);
    more.update(session);
    frames.setLive(!ends.has(session.status));
  }

  into.replaceChildren(make("div", { class: "session-page" }, frames.element,
    make("div", { class: "side" }, head.element, more.element, timeline.list, controls.element)));
  frames.setSeen(!document.hidden);
  update(session);
  const polling = repeat(pollPause, signal, async () => {
    if (!ends.has(session.status)) update(await read(`/v1/sessions/${id}`));
  });
  const disableControls = makeSwitch([controls.element, more.element]);
  const tellConnection = () => {
    frames.setReachable(isReachable());
    disableControls(!isReachable());
  };
  for (const change of ["reachable", "unreachable"])
    access.addEventListener(change, tellConnection, { signal });
  tellConnection();
  offerCommands(() => commandsOf([controls.element, more.element]), signal);
  document.addEventListener("visibilitychange", () => frames.setSeen(!document.hidden), { signal });
  signal.addEventListener("abort", () => {
    frames.stop();
    player?.stop();
  });
  await follow(id, signal, listener(timeline, frames, () => {
    polling.wake();
    liveSessions.wake();
  }));
  if (signal.aborted) return;
  update(await read(`/v1/sessions/${id}`));
  if (frames.chosen === null && frames.all.length > 0) frames.choose(frames.all.length - 1);
  if (!session.recording_id) return;
  const recorded = await recordingPart(session, timeline, signal);
  if (signal.aborted) return recorded.player?.stop();
  player = recorded.player;
  timeline.list.before(recorded.element);
}

export function showSession(page) {
  show(page).catch((problem) => {
    if (page.signal.aborted) return;
    if (problem.status === 404) return showNone(page.into);
    page.into.replaceChildren(make("h1", {}, "Session"), emptiness("This session cannot be shown", problem.message));
  });
}
