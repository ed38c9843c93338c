// Behaviour of all forms: they send a thing once, and lose nothing that is typed meanwhile.
import { make, tell } from "./dom.js";

// Does `act` when the form is submitted, but not again while it is being done, nor because Enter is
// held down.
export function onSubmit(form, act) {
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      await act();
    } finally {
      busy = false;
    }
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.repeat && !event.target.matches("textarea"))
      event.preventDefault();
  });
}

// Content of a control. `clear` empties it, unless it holds something else by then.
export function contentOf(control) {
  const { value } = control;
  const clear = () => {
    if (control.value === value) control.value = "";
  };
  return { value, clear };
}

// A form of one line, which says why it was refused, and is empty once it was not. An exception of
// `submit` is its refusal.
export function lineForm(label, parts, submit) {
  const refusal = make("p", { class: "refusal", role: "alert" });
  const form = make("form", { class: "panel line", "aria-label": label }, parts, refusal);
  onSubmit(form, async () => {
    const sent = [...form.querySelectorAll("input")].map(contentOf);
    tell(refusal, "");
    try {
      await submit();
      for (const each of sent) each.clear();
    } catch (problem) {
      tell(refusal, problem.message);
    }
  });
  return form;
}
