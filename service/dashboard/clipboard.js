// The phone's clipboard, both ways, and text to type for whoever has no keyboard at hand.
import { button, copyFrom, field, make, tell } from "./dom.js";
import { textToType } from "./keyboard_input.js";

const longestCopy = 100000; // characters

function textToCopy(text) {
  if ([...text].length > longestCopy)
    throw new Error("That is more than the phone's clipboard takes: 100,000 characters.");
  return text;
}

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
  const type = button("Type it", () =>
    give("type", (all) => ({ text: textToType(all), method: "auto" }), "Typed."));
  const copy = button("Copy to phone", () =>
    give("copy-text", (all) => ({ text: textToCopy(all) }), "It is on the phone's clipboard."));
  const fetch = button("Read from phone", async () => {
    tell(said, "");
    const job = await actions.perform("read-clipboard");
    if (job === null) return;
    text.value = job.text ?? "";
    tell(said, job.empty ? "The phone's clipboard is empty." : "Read from the phone.");
  });
  const keep = button("Copy here", () => copyFrom(keep, text.value));
  return make("section", { class: "panel", "aria-label": "Text and clipboard" },
    make("h2", {}, "Text and clipboard"), field("Text", text),
    make("div", { class: "keys" }, type, copy, fetch, keep), said);
}
