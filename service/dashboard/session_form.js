// The form that starts a session, or several with the same task.
import { canHaveAgent, isTouchable } from "./ability.js";
import { field, make, tell } from "./dom.js";
import { onSubmit } from "./forms.js";
import { liveSessions } from "./live_sessions.js";
import { hasModel, send } from "./service.js";
import { noAgentFor, refusalInAdvance, refusalOf } from "./session_refusal.js";
import { isHere, nameOf } from "./words.js";

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

// Why no agent can have the phone now, behind its name; empty where one can.
export function whyNot(phone) {
  if (!canHaveAgent(phone)) return " – not ready";
  return liveSessions.of(phone.id) ? " – busy" : "";
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
      make("option", { value: each.id, selected: each.id === chosen, disabled: each.id !== chosen && whyNot(each) !== "" },
           nameOf(each) + whyNot(each)));
    if (!here.some((each) => each.id === chosen))
      options.unshift(make("option", { value: "", selected: true },
                           here.length > 0 ? "Choose a phone" : "No phone is connected"));
    phone.replaceChildren(...options);
  };
}

// Further phones for the same task: those that an agent can have, but for the one that is chosen above.
function furtherPhones(chosenAbove) {
  const boxes = make("div", { class: "choices-of-phones" });
  const element = make("details", { class: "further", hidden: true },
    make("summary", {}, "The same task on further phones"), boxes);
  const chosen = () => [...boxes.querySelectorAll("input:checked")].map(({ value }) => value);
  const fill = (phones) => {
    const before = new Set(chosen());
    const free = phones.filter((each) => isHere(each) && whyNot(each) === "" && each.id !== chosenAbove());
    boxes.replaceChildren(...free.map((each) => make("label", { class: "choice" },
      make("input", { type: "checkbox", value: each.id, checked: before.has(each.id) }), nameOf(each))));
    element.hidden = free.length === 0;
  };
  return { element, chosen, fill };
}

// Begins the order on each phone. The ids of the sessions, and why others were not begun.
async function beginAll(order, phones) {
  const ids = [];
  const refusals = [];
  for (const phone_id of phones)
    try {
      ids.push((await send("POST", "/v1/sessions", { ...order, phone_id })).id);
    } catch (problem) {
      refusals.push(problem);
    }
  return { ids, refusals };
}

export function startForm() {
  const phone = make("select", { name: "phone", required: true });
  const instruction = make("textarea", { name: "instruction", rows: 3, maxlength: 10000, required: true,
    placeholder: "Open Settings and tell me which iOS this is." });
  const refusal = make("div", { class: "refusal", role: "alert" }, refusalInAdvance());
  const more = make("details", {}, make("summary", {}, "Model, limits, recording"),
    make("div", { class: "fields" },
      field("Model", make("input", { name: "model", autocomplete: "off", placeholder: "As configured" })),
      field("Max turns", numberField("max_turns", { min: 1, step: 1, placeholder: 100 })),
      field("Max cost, in dollars", numberField("max_cost_usd", { min: 0, step: "any" })),
      field("Time limit, in seconds", numberField("timeout_s", { min: 1, step: 1, placeholder: 1800 })),
      make("label", { class: "choice" }, make("input", { type: "checkbox", name: "record" }), "Record the screen")));
  const start = make("button", { class: "main", disabled: !hasModel() }, "Start session");
  const untouchable = make("p", { class: "hint", role: "status" });
  const further = furtherPhones(() => phone.value);
  const form = make("form", { class: "panel start", "aria-label": "New session" },
    field("Task", instruction),
    make("div", { class: "fields" }, field("Phone", phone)), untouchable, further.element, more, refusal,
    make("div", { class: "row" }, start));
  onSubmit(form, async () => {
    tell(refusal, "");
    const order = orderOf(form);
    const { ids, refusals } = await beginAll(order, [order.phone_id, ...further.chosen()]);
    if (ids.length === 1 && refusals.length === 0) location.hash = `#/sessions/${ids[0]}`;
    else if (ids.length > 0) location.hash = `#/compare/${ids.join(",")}`;
    else refusal.replaceChildren(...refusalOf(refusals[0]));
  });
  const fillChoice = fillerOf(phone);
  let known = [];
  const follow = () => {
    further.fill(known);
    const chosen = known.find(({ id }) => id === phone.value);
    start.disabled = !hasModel() || (chosen !== undefined && !canHaveAgent(chosen));
    untouchable.replaceChildren(...(chosen && !isTouchable(chosen) ? noAgentFor(chosen) : []));
  };
  const fill = (phones) => {
    known = phones;
    fillChoice(phones);
    follow();
  };
  phone.addEventListener("change", follow);
  return { form, fill };
}
