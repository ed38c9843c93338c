// The buttons of a phone, those on its sides and those that a person would swipe for.
import { button, make } from "./dom.js";

const commands = [["home", "Home"], ["app-switcher", "App switcher"], ["spotlight", "Spotlight"],
                  ["control-center", "Control Center"], ["notification-center", "Notifications"],
                  ["volume-down", "Volume down"], ["volume-up", "Volume up"], ["siri", "Siri"]];
const turns = { portrait: "landscape_left", landscape_left: "portrait",
                landscape_right: "portrait", upside_down: "portrait" };

function unlockForm(actions, close) {
  const passcode = make("input", { type: "password", id: "passcode", autocomplete: "off",
                                   maxlength: 64, inputmode: "numeric" });
  const submit = async (event) => {
    event.preventDefault();
    const body = passcode.value ? { passcode: passcode.value } : {};
    passcode.value = "";
    close();
    await actions.perform("unlock", body);
  };
  return make("form", { class: "row", onsubmit: submit, hidden: true },
    make("label", { for: "passcode" }, "Passcode"), passcode,
    make("button", {}, "Unlock"), button("Cancel", close));
}

// `phoneNow` tells how the phone is; `update` is called when that has changed.
export function phoneButtons(actions, phoneNow) {
  const all = commands.map(([name, text]) => [name, button(text, () => actions.perform(name))]);
  const rotate = button("Rotate", () =>
    actions.perform("rotate", { orientation: turns[phoneNow().orientation] ?? "portrait" }));
  const lock = button("Lock", () => actions.perform("lock"));
  const unlock = button("Unlock", () => {
    form.hidden = !form.hidden;
    if (!form.hidden) form.querySelector("input").focus();
  });
  const form = unlockForm(actions, () => {
    form.hidden = true;
    unlock.focus();
  });
  all.push(["rotate", rotate], ["lock", lock], ["unlock", unlock]);
  const element = make("section", { class: "panel", "aria-label": "Buttons" },
    make("h2", {}, "Buttons"), make("div", { class: "keys" }, all.map(([, each]) => each)), form);
  const update = () => {
    const { capabilities } = phoneNow();
    for (const [name, each] of all) {
      each.disabled = !capabilities.includes(name);
      each.title = each.disabled ? "This phone cannot do that now" : "";
    }
  };
  return { element, update };
}
