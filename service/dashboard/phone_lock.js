// The plate on the glass of a locked phone: its passcode, and the button that unlocks it.
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { onSubmit } from "./forms.js";

// `update` is told whether the phone is locked, and whether it can be unlocked from here now. `begin` is for whoever
// wants to unlock it.
export function lockPlate(actions) {
  const passcode = make("input", { type: "password", id: "passcode", autocomplete: "off", maxlength: 64,
                                   inputmode: "numeric", placeholder: "Passcode, if it has one",
                                   "aria-label": "Passcode, if the phone has one" });
  const submit = make("button", {}, "Unlock");
  const byHand = make("p", {}, "Unlock it by hand.");
  const form = make("form", { class: "lock-plate", hidden: true, "aria-label": "The phone is locked" },
    icon("lock"), make("p", {}, "Locked"), passcode, submit, byHand);
  onSubmit(form, async () => {
    const body = passcode.value ? { passcode: passcode.value } : {};
    passcode.value = "";
    await actions.perform("unlock", body);
  });
  const update = (locked, able) => {
    form.hidden = !locked;
    for (const each of [passcode, submit]) each.hidden = !able;
    byHand.hidden = able;
  };
  return { element: form, update, begin: () => passcode.focus() };
}
