// Controls of a session: go on, wait, listen, stop.
import { button, make, passFocus, tell } from "./dom.js";
import { ends } from "./event_stream.js";
import { contentOf, onSubmit } from "./forms.js";
import { send } from "./service.js";

const longestMessage = 10000; // characters

// A slider takes keys, but nobody writes there.
const isTypingElsewhere = () =>
  Boolean(document.activeElement?.closest("input:not([type=range]), textarea, select, [contenteditable], dialog"));

// `changed` is called when the session may be in another state.
export function sessionControls(sessionId, changed) {
  const said = make("p", { class: "refusal", role: "alert" });
  const path = (what) => `/v1/sessions/${sessionId}/${what}`;

  async function post(what, body = {}) {
    tell(said, "");
    try {
      await send("POST", path(what), body);
      changed();
      return true;
    } catch (problem) {
      tell(said, problem.message);
      return false;
    }
  }

  const pause = button("Pause", () => post("pause"));
  const resume = button("Resume", () => post("resume"));
  const interrupt = button("Interrupt", () => post("interrupt"));
  const stop = button("Stop", () => post("stop"), { class: "danger" });
  const text = make("textarea", { id: "message", rows: 2, maxlength: longestMessage });
  const label = make("label", { for: "message" }, "Message to the agent");
  const question = make("p", { class: "question", hidden: true });
  const form = make("form", { class: "message" }, question, label, text,
                    make("button", { class: "main" }, "Send"));
  onSubmit(form, async () => {
    const message = contentOf(text);
    if (message.value.trim() === "") return text.focus();
    if (await post("messages", { message: message.value })) message.clear();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat) form.requestSubmit();
  });

  const element = make("div", { class: "controls" },
    make("div", { class: "row" }, pause, resume, interrupt, stop), said, form);
  const show = ({ status, waiting_for: asked }) => {
    element.hidden = ends.has(status);
    pause.hidden = status === "paused";
    resume.hidden = status !== "paused";
    interrupt.disabled = status === "waiting_for_user" || status === "paused";
    const isNew = Boolean(asked) && asked !== question.textContent;
    question.hidden = !asked;
    tell(question, asked ?? "");
    tell(label, asked ? "Your answer" : "Message to the agent");
    if (isNew && !isTypingElsewhere()) text.focus({ preventScroll: true }); // it is in view
  };
  // Where the control that was pressed has gone, the focus goes to the next one.
  const next = ({ status }) => {
    if (ends.has(status)) return element.closest("main");
    if (status === "waiting_for_user") return text;
    return status === "paused" ? resume : pause;
  };
  const update = (session) => passFocus(() => show(session), () => next(session));
  return { element, update };
}
