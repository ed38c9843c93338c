// The page of what sessions have cost in a month.
import { field, make, skeleton, tell } from "./dom.js";
import { repeat } from "./repeat.js";
import { read } from "./service.js";
import { dollarsOf } from "./words.js";

const pollPause = 10000; // milliseconds

const monthNow = () => new Date().toISOString().slice(0, 7); // months are those of UTC
const minutesOf = (amount) => `${amount.toFixed(1)} min`;

const figure = (name, value, hint = null) =>
  make("div", { class: "panel figure" }, make("dt", {}, name),
       make("dd", {}, value, hint && make("p", { class: "hint" }, hint)));

// Share of the included amount that has been used; nothing where there is no limit.
function shareOf({ minutes_used: used, minutes_included: included }) {
  if (included === null) return null;
  return make("meter", { min: 0, max: Math.max(included, used, 1), high: included, value: used,
                         "aria-label": `${minutesOf(used)} of ${minutesOf(included)} used` });
}

function figures(usage) {
  const included = usage.minutes_included;
  const of = included === null ? "without a limit" : `of ${minutesOf(included)} included`;
  return [figure("Session time", minutesOf(usage.minutes_used), of),
          figure("Overage", minutesOf(usage.minutes_overage), dollarsOf(usage.overage_cost_usd)),
          figure("Model", dollarsOf(usage.model_cost_usd), "what the models of sessions have cost")];
}

export function showUsage({ into, signal }) {
  const month = make("input", { type: "month", value: monthNow(), max: monthNow() });
  const said = make("p", { class: "refusal", role: "alert" });
  const share = make("div", { class: "share" });
  const list = make("dl", { class: "figures-wide" });
  const loading = skeleton(1);
  into.append(make("div", { class: "heading" }, make("h1", {}, "Usage")),
    make("div", { class: "stack" }, make("div", { class: "panel line" }, field("Month, in UTC", month)),
         said, loading, share, list,
         make("p", { class: "hint" }, "Every session counts from its start to its end, pauses included.")));
  const polling = repeat(pollPause, signal, async () => {
    try {
      const usage = await read(`/v1/usage?month=${month.value || monthNow()}`);
      if (signal.aborted) return;
      loading.remove();
      tell(said, "");
      share.replaceChildren(...[shareOf(usage)].filter(Boolean));
      list.replaceChildren(...figures(usage));
    } catch (problem) {
      if (!problem.status) throw problem;
      loading.remove();
      tell(said, problem.message);
    }
  });
  month.addEventListener("change", polling.wake);
}
