// Sessions with the same task on several phones, side by side.
import { emptiness, make, skeleton, tell } from "./dom.js";
import { ends } from "./event_stream.js";
import { repeat } from "./repeat.js";
import { Screen } from "./screen.js";
import { Refused, read } from "./service.js";
import { stateName, turnsOf } from "./session_words.js";
import { dollarsOf, durationOf, nameOf } from "./words.js";

const pause = 2000; // milliseconds
const most = 24; // sessions

// The last picture that the agent was shown; null where there is none.
async function lastPictureOf(id) {
  let last = null;
  for (let since = 0; ; ) {
    const { events, next_index: next } = await read(`/v1/sessions/${id}/events?since=${since}`);
    last = events.findLast(({ type, data }) => type === "screenshot" && data.url)?.data.url ?? last;
    if (events.length === 0 || next <= since) return last;
    since = next;
  }
}

class Side {
  screen = new Screen("");
  over = false; // it has ended, and its last picture is shown

  constructor(id) {
    this.id = id;
    this.parts = { name: make("a", { href: `#/sessions/${id}`, "data-item": true }, "Session"),
                   badge: make("span", { class: "badge" }), facts: make("p", { class: "quiet" }),
                   outcome: make("p", { class: "outcome" }) };
    const { name, badge, facts, outcome } = this.parts;
    this.element = make("article", { class: "side-by-side" },
      make("div", { class: "glass", "aria-hidden": "true" }, this.screen.canvas),
      make("div", { class: "told" }, make("div", { class: "title" }, make("h2", {}, name), badge), facts, outcome));
  }

  // The session; null where it is not looked at any more. `phones`: all that the service knows.
  async update(phones) {
    if (this.over) return null;
    const session = await read(`/v1/sessions/${this.id}`);
    const phone = phones.find((each) => each.id === session.phone_id);
    const { name, badge, facts, outcome } = this.parts;
    tell(name, phone ? nameOf(phone) : "A phone that was forgotten");
    tell(badge, stateName(session.status));
    tell(facts, [turnsOf(session.num_turns), durationOf(session.duration_ms), dollarsOf(session.cost_usd)].join(" · "));
    tell(outcome, session.waiting_for ?? session.error ?? session.result ?? "");
    outcome.classList.toggle("refusal", session.error !== null);
    this.element.dataset.status = session.status;
    this.screen.describe(name.textContent, phone);
    this.over = ends.has(session.status);
    const picture = this.over ? await lastPictureOf(this.id) : `/v1/phones/${session.phone_id}/screenshot?format=jpeg`;
    if (picture) await this.screen.take(picture).catch(() => {}); // there may be none, or not any more
    return session;
  }
}

export function showComparison({ into, id, signal }) {
  const sides = id.split(",").filter(Boolean).slice(0, most).map((each) => new Side(each));
  const task = make("h1", {}, "Sessions");
  const count = make("p", { class: "quiet", role: "status" });
  const loading = skeleton();
  into.append(make("a", { href: "#/sessions", class: "back" }, "Sessions"), make("div", { class: "heading" }, task, count),
              loading, make("section", { class: "sides", "aria-label": "Side by side" }, sides.map(({ element }) => element)));
  repeat(pause, signal, async () => {
    const phones = await read("/v1/phones");
    for (const side of sides) {
      if (signal.aborted) return;
      try {
        const session = await side.update(phones);
        if (session) tell(task, session.instruction);
      } catch (problem) {
        if (!(problem instanceof Refused) || problem.status !== 404) throw problem;
        side.over = true;
        side.element.replaceChildren(emptiness("No such session", "The service does not know it."));
      }
      loading.remove();
    }
    tell(count, `${sides.filter(({ over }) => over).length} of ${sides.length} ended`);
  });
}
