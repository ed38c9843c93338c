// The phone's clipboard, both ways, and text to type for whoever has no keyboard at hand.
import { enable } from "./ability.js";
import { button, copyFrom, field, make, tell } from "./dom.js";
import { textToType } from "./keyboard_input.js";

const longestCopy = 100000; // characters

function textToCopy(text) {
  if ([...text].length > longestCopy)
    throw new Error("That is more than the phone's clipboard takes: 100,000 characters.");
  return text;
}

// `update(phone)` on the result is called when the phone has changed.
export function clipboardPanel(actions) {
  const text = make("textarea", { rows: 3, spellcheck: "false" });
  const said = make("p", { class: "hint", role: "status" });
  const give = async (name, bodyOf, done) => {
    tell(said, "");
    if (text.value === "") return text.focus();
    try {
      if (await actions.perform(name, bodyOf(text.value))) tell(said, done);
    } catch (problem) {
      tell(said, problem.message);
    }
  };
  const type = button("Type", () =>
    give("type", (all) => ({ text: textToType(all), method: "auto" }), "Typed."));
  const copy = button("Copy to phone", () =>
    give("copy-text", (all) => ({ text: textToCopy(all) }), "It is on the phone's clipboard."));
  const fetch = button("Paste from phone", async () => {
    tell(said, "");
    const job = await actions.perform("read-clipboard");
    if (job === null) return;
    text.value = job.text ?? "";
    tell(said, job.empty ? "The phone's clipboard is empty." : "Read from the phone.");
  });
  const keep = button("Copy to this computer", () => copyFrom(keep, text.value));
  const update = (phone) => enable(phone, [["type", type], ["copy-text", copy], ["read-clipboard", fetch]]);
  const element = make("section", { class: "panel", "aria-label": "Text and clipboard" },
    field("Text", text), make("div", { class: "keys" }, type, copy, fetch, keep), said);
  return { element, update };
}
