// The recordings of a phone: begun, ended, played, removed.
import { plain } from "./commands.js";
import { button, dangerButton, make, passFocus, tell } from "./dom.js";
import { iconButton, showAs } from "./icons.js";
import { RecordList } from "./record_list.js";
import { RecordingPlayer, downloadControl, stateOf } from "./recording_player.js";
import { repeat } from "./repeat.js";
import { read, send } from "./service.js";
import { serviceNow } from "./service_clock.js";
import { bytesOf, clockOf, durationOf, momentOf } from "./words.js";

const pause = 3000; // milliseconds

// { element, control, told }: the list, the button that begins a recording and ends it, and the words beside that.
// `update(able)` is told whether one can be begun, `tick()` is called a few times a second; `attend` shows the list.
export function recordingPanel(actions, signal, attend) {
  const path = actions.pathOf("recordings");
  const refusal = make("p", { class: "refusal", role: "alert" });
  const notDone = make("span", { class: "refusal", role: "alert" }); // by the button
  const stage = make("div");
  const clock = make("span", { role: "timer" });
  const ended = make("span", { role: "status" });
  const told = make("p", { class: "recorded" }, clock, ended, notDone);
  let player = null;
  let running = null; // the newest that has not ended
  let last = null; // that has ended on this page

  // A failure is told in `where`.
  async function attempt(work, where = refusal) {
    tell(where, "");
    try {
      await work();
    } catch (problem) {
      tell(where, plain(problem.message));
    }
    polling.wake();
  }

  const post = async (name, to) => {
    const now = await send("POST", to, {});
    actions.note(name, to);
    return now;
  };

  const begin = () => post("record", path);

  const stop = ({ id }) => post("stop-recording", `${path}/${id}/stop`);

  const control = iconButton("record", "Record", () => attempt(() => (running ? stop(running) : begin()), notDone));
  let able = false;
  const update = (now = able) => {
    able = now;
    showAs(control, running ? "stop-recording" : "record", running ? "Stop recording" : "Record");
    control.classList.toggle("recording", running !== null);
    control.disabled = !running && !able;
  };

  // The service's own figure stands still where the screen does.
  const lengthOf = ({ duration_ms, started_at }) => Math.max(duration_ms, serviceNow() - Date.parse(started_at));

  function tick() {
    tell(clock, !running ? "" : !running.started_at ? "Recording: waiting for a picture"
      : `Recording, ${clockOf(lengthOf(running))}`);
    for (const each of list.element.querySelectorAll("[data-since]"))
      tell(each, clockOf(lengthOf({ duration_ms: 0, started_at: each.dataset.since })));
  }

  // The newest one that has not ended is this now, or none.
  function follow(now, all) {
    const find = (id) => all.find((each) => each.id === id); // none where it was removed
    if (last && !find(last.id)) ended.replaceChildren();
    if (now?.id !== running?.id) {
      last = running && find(running.id);
      ended.replaceChildren(...(last && !now ? [last.bytes > 0 ? saved : stateOf(last)] : []));
      tell(notDone, ""); // a refusal from before is over
    }
    running = now;
    tick();
  }

  const saved = button("Saved under Activity", () => {
    attend();
    element.scrollIntoView({ block: "start" });
  }, { class: "link" });

  const isOpen = ({ id, bytes }) => player?.recording.id === id && player.recording.bytes === bytes;

  // One that is open stays as it is, and goes on.
  function play(recording) {
    if (!isOpen(recording)) {
      player?.stop();
      player = new RecordingPlayer(recording, { close: () => passFocus(close, () => rowControl(recording)) });
      stage.replaceChildren(player.element);
    }
    player.play();
    player.element.scrollIntoView({ block: "nearest" });
  }

  function close() {
    player.stop();
    player = null;
    stage.replaceChildren();
  }

  const remove = (recording) => attempt(async () => {
    await send("DELETE", `${path}/${recording.id}`);
    if (player?.recording.id === recording.id) close();
  });

  const rowControl = ({ id }) => list.element.querySelector(`[data-recording="${id}"] button`);

  function factsOf(recording) {
    const { bytes, duration_ms, started_at, status } = recording;
    if (status !== "recording") return [stateOf(recording), durationOf(duration_ms), bytesOf(bytes)].join(" · ");
    if (!started_at) return stateOf(recording);
    return [`${stateOf(recording)} · `, make("span", { "data-since": started_at }, clockOf(lengthOf(recording))),
            bytes > 0 && ` · ${bytesOf(bytes)}`].filter(Boolean);
  }

  // One under way can be ended, and all else once it has.
  function controlsOf(recording) {
    const when = momentOf(recording.created_at);
    if (recording.status === "recording")
      return button("Stop", () => attempt(() => stop(recording)),
                    { class: "small", "aria-label": `Stop the recording of ${when}` });
    const there = recording.bytes > 0;
    return [there && button("Play", () => play(recording), { class: "small", "aria-label": `Play ${when}` }),
            there && downloadControl(recording),
            dangerButton("Remove", "Remove for good?", () => remove(recording), `the recording of ${when}`)];
  }

  const rowOf = (recording) =>
    make("li", { "data-status": recording.status, "data-recording": recording.id },
      make("div", {}, make("time", { datetime: recording.created_at }, momentOf(recording.created_at)),
           make("p", { class: "quiet" }, factsOf(recording))),
      make("div", { class: "row" }, controlsOf(recording)));

  const list = new RecordList((recordings) => recordings.length === 0
    ? make("p", { class: "hint" }, "Nothing has been recorded.")
    : make("ul", { class: "recordings" }, recordings.map(rowOf)));
  const polling = repeat(pause, signal, async () => {
    const { recordings } = await read(path);
    if (signal.aborted) return;
    follow(recordings.find((each) => each.status === "recording") ?? null, recordings);
    update();
    list.show(recordings);
  });
  signal.addEventListener("abort", () => player?.stop());
  const element = make("section", { class: "panel", "aria-label": "Recordings" },
    make("h2", {}, "Recordings"), refusal, stage, list.element);
  return { element, control, told, update, tick };
}
