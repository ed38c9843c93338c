// The page of all sessions, and the form that starts one.
import { emptiness, make, skeleton } from "./dom.js";
import { liveSessions } from "./live_sessions.js";
import { notifyButton } from "./presence.js";
import { repeat } from "./repeat.js";
import { read } from "./service.js";
import { startForm, whyNot } from "./session_form.js";
import { stateName, turnsOf } from "./session_words.js";
import { dollarsOf, durationOf, isHere, momentOf, nameOf } from "./words.js";

const pollPause = 3000; // milliseconds
const shown = 50;

function rowOf(session, phoneNames) {
  const phone = phoneNames.get(session.phone_id) ?? "A phone that was forgotten";
  const facts = [phone, momentOf(session.created_at), durationOf(session.duration_ms),
                 turnsOf(session.num_turns), dollarsOf(session.cost_usd)];
  return make("li", { "data-status": session.status },
    make("a", { href: `#/sessions/${session.id}`, "data-item": true }, session.instruction),
    make("span", { class: "badge" }, stateName(session.status)),
    make("p", { class: "quiet" }, facts.join(" · ")),
    session.waiting_for && make("p", { class: "question" }, session.waiting_for),
    session.error && make("p", { class: "refusal" }, session.error));
}

export function showSessions({ into, signal }) {
  const { form, fill } = startForm();
  const list = make("ul", { class: "sessions", "aria-label": "Sessions" });
  const none = emptiness("No session yet", "An agent looks at a phone's screen and acts on it, " +
    "until what you asked for is done. Start one above.");
  const loading = skeleton();
  none.hidden = true;
  into.append(make("div", { class: "heading" }, make("h1", {}, "Sessions"), notifyButton()), form, loading, none, list);
  let known = "";
  let filled = "";
  repeat(pollPause, signal, async () => {
    const [phones, { sessions }] =
      await Promise.all([read("/v1/phones"), read(`/v1/sessions?limit=${shown}`)]);
    if (signal.aborted) return;
    loading.remove();
    const choice = JSON.stringify(phones.map((each) =>
      [each.id, nameOf(each), isHere(each), whyNot(each), each.readiness.blockers]));
    if (choice !== filled) fill(phones);
    filled = choice;
    none.hidden = sessions.length > 0;
    const now = JSON.stringify(sessions);
    if (now === known) return;
    if (known) liveSessions.wake();
    known = now;
    const names = new Map(phones.map((each) => [each.id, nameOf(each)]));
    const focused = list.contains(document.activeElement) ? document.activeElement.hash : null;
    list.replaceChildren(...sessions.map((each) => rowOf(each, names)));
    if (focused) list.querySelector(`a[href="${focused}"]`)?.focus();
  });
}
