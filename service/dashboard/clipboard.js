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
  const type = button("Type into the field", () =>
    give("type", (all) => ({ text: textToType(all), method: "auto" }), "Typed."),
    { "data-title": "Types the text into the field of the phone that has its keyboard" });
  const copy = button("Copy to the phone", () =>
    give("copy-text", (all) => ({ text: textToCopy(all) }), "The text is on the phone's clipboard."),
    { "data-title": "Puts the text on the phone's clipboard" });
  const fetch = button("Read from the phone", async () => {
    tell(said, "");
    const job = await actions.perform("read-clipboard");
    if (job === null) return;
    if (job.empty || !job.text) return tell(said, "The phone's clipboard is empty. The text above is as it was.");
    text.value = job.text;
    tell(said, "Read from the phone's clipboard.");
  }, { "data-title": "Puts what is on the phone's clipboard in place of the text" });
  const keep = button("Copy to this computer", () => copyFrom(keep, text.value),
    { title: "Puts the text on the clipboard of this computer" });
  const update = (phone) => enable(phone, [["type", type], ["copy-text", copy], ["read-clipboard", fetch]]);
  const element = make("section", { class: "panel", "aria-label": "Text and clipboard" },
    field("Text", text), make("div", { class: "keys" }, type, copy, fetch, keep), said);
  return { element, update };
}
