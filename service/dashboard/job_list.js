// The last jobs of a phone with their timings, whoever has asked for them.
import { curlOf } from "./actions.js";
import { button, copyFrom, make } from "./dom.js";
import { repeat } from "./repeat.js";
import { read } from "./service.js";
import { clockTimeOf, durationOf, wordsOf } from "./words.js";

const pause = 3000; // milliseconds
const shown = 12;

function timingOf({ status, timing }) {
  if (timing === null) return status;
  return `${durationOf(timing.total_ms)} (phone ${durationOf(timing.device_ms)})`;
}

const outcomeOf = (job) => (job.status === "failed" ? job.result?.error ?? "failed" : job.status);

// Arguments of actions from elsewhere are not known here: jobs do not keep them.
function rowOf(job, asked) {
  const copy = asked && button("Copy as curl", () => copyFrom(copy, curlOf(asked)), { class: "small" });
  return make("tr", { "data-status": job.status, "data-job": job.id },
    make("td", {}, make("time", { datetime: job.created_at }, clockTimeOf(job.created_at))),
    make("td", {}, wordsOf(job.action)),
    make("td", {}, make("span", { class: "badge" }, outcomeOf(job))),
    make("td", { class: "number" }, timingOf(job)),
    make("td", {}, copy || null));
}

export function jobList(actions, signal) {
  const rows = make("tbody");
  const none = make("p", { class: "hint" }, "Nothing has been asked of this phone yet.");
  const heads = ["Time", "Action", "Outcome", "Took"].map((text) => make("th", { scope: "col" }, text));
  heads.push(make("td"));
  const table = make("table", {}, make("thead", {}, make("tr", {}, heads)), rows);
  const region = make("div", { class: "wide", role: "region", tabindex: 0, "aria-label": "Jobs",
                               hidden: true }, table);
  let known = "";
  const polling = repeat(pause, signal, async () => {
    const { jobs } = await read(`/v1/jobs?phone_id=${actions.phoneId}&limit=${shown}`);
    const now = JSON.stringify(jobs.map((job) => [job.id, job.status, actions.asked.has(job.id)]));
    if (now === known) return;
    known = now;
    const focused = rows.contains(document.activeElement)
      ? document.activeElement.closest("tr").dataset.job : null;
    rows.replaceChildren(...jobs.map((job) => rowOf(job, actions.asked.get(job.id))));
    if (focused) rows.querySelector(`tr[data-job="${focused}"] button`)?.focus();
    region.hidden = jobs.length === 0;
    none.hidden = jobs.length > 0;
  });
  for (const what of ["done", "failed"]) actions.addEventListener(what, polling.wake, { signal });
  return make("section", { class: "panel all", "aria-label": "Last jobs" },
    make("h2", {}, "Last jobs"), none, region);
}
