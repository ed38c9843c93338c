// The phone's clipboard, both ways, and text to type for whoever has no keyboard at hand.
import { button, copyFrom, field, make, tell } from "./dom.js";

const longestCopy = 100000; // characters
const longestType = 10000;

export function clipboardPanel(actions) {
  const text = make("textarea", { rows: 3, maxlength: longestCopy, spellcheck: "false" });
  const said = make("p", { class: "hint", role: "status" });
  const give = async (name, body, done) => {
    tell(said, "");
    if (text.value === "") return text.focus();
    if (await actions.perform(name, body)) tell(said, done);
  };
  const type = button("Type it", () =>
    give("type", { text: text.value.slice(0, longestType), method: "auto" }, "Typed."));
  const copy = button("Copy to phone", () =>
    give("copy-text", { text: text.value }, "It is on the phone's clipboard."));
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
