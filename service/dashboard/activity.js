// Jobs of a phone, whoever has asked for them; those that belong together are one entry.
import { argumentsOf } from "./action_words.js";
import { arrange, button, copyFrom, make } from "./dom.js";
import { longestText } from "./keyboard_input.js";
import { repeat } from "./repeat.js";
import { curlOf } from "./request_code.js";
import { read } from "./service.js";
import { takePicture } from "./small_pictures.js";
import { clockTimeOf, durationOf, wordsOf } from "./words.js";

const pause = 3000; // milliseconds
const shown = 60; // jobs
const mostBetween = 2000; // milliseconds between the end of one and the beginning of the next that is like it

const outcomeOf = (job) => (job.status === "failed" ? job.result?.error ?? "failed" : job.status);

function timingOf({ status, timing }) {
  if (timing === null) return status;
  return `${durationOf(timing.total_ms)} (phone ${durationOf(timing.device_ms)})`;
}

const belongs = (later, earlier) =>
  later.action === earlier.action && later.status === "completed" && earlier.status === "completed" &&
  Date.parse(later.created_at) - Date.parse(earlier.completed_at) < mostBetween;

// Groups of jobs that belong together, of jobs the newest first; so are the groups, and what is in them.
export function folded(jobs) {
  const groups = [];
  for (const job of jobs) {
    const last = groups.at(-1);
    if (last && belongs(last.at(-1), job)) last.push(job);
    else groups.push([job]);
  }
  return groups;
}

const apartFromText = ({ body: { text, ...more } }) => JSON.stringify(more);

// The one request for what a group has done: that of its only job, or the typing of its whole text. Null where there is
// none, as that of a job is not known, or the text is longer than what is typed at once.
export function requestOf(jobs, asked) {
  const own = jobs.map(({ id }) => asked.get(id)).reverse();
  if (own.includes(undefined)) return null;
  const [first] = own;
  if (own.length === 1) return first;
  if (jobs[0].action !== "type" || own.some((each) => apartFromText(each) !== apartFromText(first))) return null;
  const text = own.map(({ body }) => body.text).join("");
  return [...text].length > longestText ? null : { ...first, body: { ...first.body, text } };
}

// "type × 12 “Hi there”".
function nameOf(jobs, asked, nameOfApp) {
  const [{ action }] = jobs;
  const count = jobs.length > 1 ? ` × ${jobs.length}` : "";
  const request = requestOf(jobs, asked);
  return [wordsOf(action) + count, request && argumentsOf(action, request.body, nameOfApp)].filter(Boolean).join(" ");
}

function spanOf(jobs) {
  if (jobs.length === 1) return timingOf(jobs[0]);
  // The service's clock may have been set back in between.
  return durationOf(Math.max(0, Date.parse(jobs[0].completed_at) - Date.parse(jobs.at(-1).created_at)));
}

const codeOf = ({ body }) => make("p", {}, make("code", {}, JSON.stringify(body)));

function copyOf(request) {
  const copy = button("Copy as curl", () => copyFrom(copy, curlOf(request)), { class: "small" });
  return copy;
}

// Arguments of actions from elsewhere are not known here: jobs do not keep them. `copied` is false for a part of what is
// copied as a whole.
function detailOf(job, asked, copied) {
  const picture = asked?.look ?? (job.receipt?.frame && takePicture(job.receipt.frame.url));
  const message = job.status === "failed" && job.result?.message;
  return make("div", { class: "job" }, picture || null,
    make("div", {}, make("p", { class: "quiet" }, clockTimeOf(job.created_at), " · ", timingOf(job)),
         message && make("p", { class: "refusal" }, message),
         asked ? codeOf(asked) : make("p", { class: "hint" },
                                      "Requested elsewhere, or before the page was loaded: its arguments are not stored."),
         asked && copied && copyOf(asked)));
}

function detailsOf(jobs, asked) {
  const whole = jobs.length > 1 ? requestOf(jobs, asked) : null;
  return [whole && make("div", { class: "job" }, make("div", {}, codeOf(whole), copyOf(whole))),
          ...jobs.map((job) => detailOf(job, asked.get(job.id), !whole))].filter(Boolean);
}

// `open` is for one that was open before: it is as high at once as it was, so that the page does not scroll.
function itemOf(jobs, asked, name, open) {
  const [{ created_at, status }] = jobs;
  const body = make("div", { class: "jobs" });
  const more = make("details", {}, make("summary", {},
    make("time", { datetime: created_at }, clockTimeOf(created_at)),
    make("span", { class: "name" }, name), make("span", { class: "badge" }, outcomeOf(jobs[0])),
    make("span", { class: "number" }, spanOf(jobs))), body);
  const fill = () => body.replaceChildren(...detailsOf(jobs, asked));
  more.addEventListener("toggle", () => more.open && !body.hasChildNodes() && fill());
  if (open) fill();
  more.open = open;
  const own = jobs.every(({ id }) => asked.has(id));
  return make("li", { "data-status": status, "data-job": jobs[0].id, "data-count": jobs.length,
                      "data-own": String(own) }, more);
}

// `nameOfApp` tells the name of an app by its bundle id. `shown(true)` on the result says that the panel can be seen now.
export function activity(actions, nameOfApp, signal) {
  const list = make("ol", { class: "activity", "aria-label": "Activity" });
  const none = make("p", { class: "hint" }, "No activity yet.");
  const known = new Map(); // { item, text } by the id of a group's first job, which stays as the group grows
  let visible = false;

  function itemFor(jobs) {
    const key = jobs.at(-1).id;
    const name = nameOf(jobs, actions.asked, nameOfApp);
    const text = JSON.stringify([name, ...jobs.map((job) => [job.id, job.status, actions.asked.has(job.id)])]);
    const before = known.get(key);
    if (before?.text === text) return before.item;
    const item = itemOf(jobs, actions.asked, name, before?.item.firstChild.open ?? false);
    known.set(key, { text, item });
    return item;
  }

  function show(jobs) {
    const groups = folded(jobs);
    const active = list.contains(document.activeElement) ? document.activeElement : null;
    const key = active && [...known].find(([, { item }]) => item.contains(active))?.[0];
    const items = groups.map(itemFor);
    for (const each of known.keys()) if (!groups.some((jobs_) => jobs_.at(-1).id === each)) known.delete(each);
    for (const each of [...list.children]) if (!items.includes(each)) each.remove();
    arrange(list, items);
    if (active && document.activeElement !== active)
      (active.isConnected ? active : known.get(key)?.item.querySelector("summary"))
        ?.focus({ preventScroll: true });
    none.hidden = jobs.length > 0;
  }

  const polling = repeat(pause, signal, async () => {
    if (!visible) return;
    const { jobs } = await read(`/v1/jobs?phone_id=${actions.phoneId}&limit=${shown}`);
    if (!signal.aborted) show(jobs);
  });
  for (const what of ["done", "failed"]) actions.addEventListener(what, () => visible && polling.wake(), { signal });
  return {
    element: make("section", { class: "panel", "aria-label": "Activity" }, none, list),
    shown: (now) => {
      visible = now;
      if (now) polling.wake();
    },
  };
}
