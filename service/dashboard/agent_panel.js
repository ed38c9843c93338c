// A phone in the hands of an agent: given to one by a task.
import { canHaveAgent, isTouchable } from "./ability.js";
import { button, field, make, tell } from "./dom.js";
import { onSubmit } from "./forms.js";
import { hasModel, send } from "./service.js";
import { noAgent, refusalOf } from "./session_refusal.js";
import { isHere } from "./words.js";

const longest = 10000; // characters

// `update(phone, sessionId)` on the result is called when the phone has changed; an agent that has it is told of in the
// heading. `begin` is for whoever wants to write a task; `showSetup` shows the steps that make the phone ready.
export function agentPanel(phoneId, showSetup) {
  const task = make("textarea", { rows: 2, maxlength: longest, required: true,
                                  placeholder: "Open Settings and tell me which iOS this is." });
  const refusal = make("div", { class: "refusal", role: "alert" });
  const start = make("button", { class: "main" }, "Start session");
  const noModel = !hasModel() && make("p", { class: "hint" }, "No model is configured that an agent could think with. ",
                                      make("a", { href: "#/sessions" }, "How to configure one"));
  const untouchable = make("p", { class: "hint", hidden: true }, noAgent, " ",
                           button("Set-up", showSetup, { class: "link" }));
  task.disabled = !hasModel();
  const form = make("form", { class: "panel give", "aria-label": "Give to an agent" },
    field("Give to an agent", task), noModel, untouchable, refusal, make("div", { class: "row" }, start));
  onSubmit(form, async () => {
    tell(refusal, "");
    try {
      const begun = await send("POST", "/v1/sessions", { instruction: task.value.trim(), phone_id: phoneId });
      location.hash = `#/sessions/${begun.id}`;
    } catch (problem) {
      refusal.replaceChildren(...refusalOf(problem));
    }
  });
  const update = (phone, sessionId) => {
    form.hidden = Boolean(sessionId);
    start.disabled = !hasModel() || !canHaveAgent(phone);
    untouchable.hidden = !isHere(phone) || isTouchable(phone); // the heading says why
  };
  return { element: form, update, begin: () => task.focus(), isOpen: () => !form.hidden && !start.disabled };
}
