// The page of all sessions, and the form that starts one.
import { emptiness, field, make, tell } from "./dom.js";
import { onSubmit } from "./forms.js";
import { repeat } from "./repeat.js";
import { read, send } from "./service.js";
import { stateName } from "./session_words.js";
import { dollarsOf, durationOf, isHere, momentOf, nameOf } from "./words.js";

const pollPause = 3000; // milliseconds
const shown = 50;

const numberField = (name, limits) =>
  make("input", { type: "number", name, inputmode: "decimal", ...limits });

// The service chooses the values of fields that are left empty.
function orderOf(form) {
  const order = { instruction: form.elements.instruction.value.trim() };
  const { phone, model } = form.elements;
  if (phone.value) order.phone_id = phone.value;
  if (model.value.trim()) order.model = model.value.trim();
  if (form.elements.record.checked) order.record = true;
  for (const name of ["max_turns", "max_cost_usd", "timeout_s"])
    if (form.elements[name].value !== "") order[name] = Number(form.elements[name].value);
  return order;
}

// Fills the choice of a phone, at first with the only one or the default one. From then on it stays as
// it is, whichever phones come and go: another one than a person has read there must not be given to
// an agent.
function fillerOf(phone) {
  let chosen = null; // its id; "" where a phone is still to be chosen
  phone.addEventListener("change", () => (chosen = phone.value));
  return (phones) => {
    const here = phones.filter(isHere);
    if (here.length > 0) chosen ??= (here.length === 1 ? here[0] : here.find((each) => each.selected))?.id ?? "";
    const options = here.map((each) =>
      make("option", { value: each.id, selected: each.id === chosen }, nameOf(each)));
    if (!here.some((each) => each.id === chosen))
      options.unshift(make("option", { value: "", selected: true },
                           here.length > 0 ? "Choose a phone" : "No phone is connected"));
    phone.replaceChildren(...options);
  };
}

function startForm() {
  const phone = make("select", { name: "phone", required: true });
  const instruction = make("textarea", { name: "instruction", rows: 3, maxlength: 10000, required: true,
    placeholder: "Open Settings and tell me which iOS this is." });
  const refusal = make("p", { class: "refusal", role: "alert" });
  const more = make("details", {}, make("summary", {}, "Model, limits, recording"),
    make("div", { class: "fields" },
      field("Model", make("input", { name: "model", autocomplete: "off", placeholder: "As configured" })),
      field("Turns at most", numberField("max_turns", { min: 1, step: 1, placeholder: 100 })),
      field("Cost at most, in dollars", numberField("max_cost_usd", { min: 0, step: "any" })),
      field("Seconds at most", numberField("timeout_s", { min: 1, step: 1, placeholder: 1800 })),
      make("label", { class: "choice" }, make("input", { type: "checkbox", name: "record" }), "Record the screen")));
  const form = make("form", { class: "panel start", "aria-label": "New session" },
    field("What is the phone to do?", instruction),
    make("div", { class: "fields" }, field("Phone", phone)), more, refusal,
    make("div", { class: "row" }, make("button", { class: "main" }, "Start session")));
  onSubmit(form, async () => {
    tell(refusal, "");
    try {
      const session = await send("POST", "/v1/sessions", orderOf(form));
      location.hash = `#/sessions/${session.id}`;
    } catch (problem) {
      tell(refusal, problem.message);
    }
  });
  return { form, fill: fillerOf(phone) };
}

function rowOf(session, phoneNames) {
  const phone = phoneNames.get(session.phone_id) ?? "A phone that was forgotten";
  const facts = [phone, momentOf(session.created_at), durationOf(session.duration_ms),
                 `${session.num_turns} turns`, dollarsOf(session.cost_usd)];
  return make("li", { "data-status": session.status },
    make("a", { href: `#/sessions/${session.id}` }, session.instruction),
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
  none.hidden = true;
  into.append(make("div", { class: "heading" }, make("h1", {}, "Sessions")), form, none, list);
  let known = "";
  let filled = "";
  repeat(pollPause, signal, async () => {
    const [phones, { sessions }] =
      await Promise.all([read("/v1/phones"), read(`/v1/sessions?limit=${shown}`)]);
    if (signal.aborted) return;
    const choice = JSON.stringify(phones.map((each) => [each.id, nameOf(each), isHere(each)]));
    if (choice !== filled) fill(phones);
    filled = choice;
    none.hidden = sessions.length > 0;
    const now = JSON.stringify(sessions);
    if (now === known) return;
    known = now;
    const names = new Map(phones.map((each) => [each.id, nameOf(each)]));
    const focused = list.contains(document.activeElement) ? document.activeElement.hash : null;
    list.replaceChildren(...sessions.map((each) => rowOf(each, names)));
    if (focused) list.querySelector(`a[href="${focused}"]`)?.focus();
  });
}
