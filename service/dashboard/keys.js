// The page of API keys: made and shown once, listed, revoked.
import { button, copyFrom, dangerButton, emptiness, field, make, passFocus, table, tell } from "./dom.js";
import { lineForm } from "./forms.js";
import { RecordList } from "./record_list.js";
import { programsPanel } from "./programs.js";
import { repeat } from "./repeat.js";
import { phonesOf, rightsChooser, scopesOf } from "./rights.js";
import { isLocal, read, send } from "./service.js";
import { timeElement } from "./words.js";

const pollPause = 5000; // milliseconds

const everyScope = ["read", "act", "sessions", "admin"];
const proposed = ["read"]; // what touches nothing

const rowOf = (key, phones, revoke) =>
  make("tr", { "data-key": key.id },
    make("th", { scope: "row" }, key.name),
    make("td", {}, make("code", {}, `${key.prefix}…`)),
    make("td", {}, scopesOf(key)),
    make("td", {}, phonesOf(key, phones)),
    make("td", {}, timeElement(key.created_at)),
    make("td", {}, key.last_used_at ? timeElement(key.last_used_at) : "never"),
    make("td", {}, dangerButton("Revoke", "Revoke it?", () => revoke(key), key.name)));

// The one moment in which a new key can be read.
function newKey(key, close) {
  const copy = button("Copy", () => copyFrom(copy, key.key), { class: "copies" });
  return make("section", { class: "panel fresh", "aria-label": "The new key" },
    make("h2", {}, `The key “${key.name}”`),
    make("p", {}, "Copy it now: it is not shown again."),
    make("div", { class: "row" }, make("code", { id: "new-key", tabindex: 0 }, key.key), copy,
         button("Done", close)));
}

export function showKeys({ into, signal }) {
  const said = make("p", { class: "quiet", role: "status" });
  const fresh = make("div", { role: "status" });
  const name = make("input", { maxlength: 80, required: true, autocomplete: "off",
                               placeholder: "build server" });
  const place = make("div", { class: "choosers" });
  let chooser = null; // once the phones are known
  const form = lineForm("New key", [field("Key name", name), place,
    make("button", { class: "main" }, "Create key")], async () => {
    const key = await send("POST", "/v1/keys", { name: name.value.trim(), scopes: proposed, ...chooser?.value() });
    chooser?.reset();
    fresh.replaceChildren(newKey(key, () => passFocus(() => fresh.replaceChildren(), () => name)));
    polling.wake();
  });
  const revoke = async (key) => {
    try {
      await send("DELETE", `/v1/keys/${key.id}`);
      tell(said, `“${key.name}” revoked, and every key that was created with it.`);
      polling.wake();
    } catch (problem) {
      tell(said, problem.message);
    }
  };
  const heads = ["Name", "Prefix", "Scopes", "Phones", "Created", "Last used"];
  const list = new RecordList(({ keys, phones }) => keys.length > 0
    ? table("API keys", heads, keys.map((each) => rowOf(each, phones, revoke)))
    : emptiness(isLocal() ? "No other key yet" : "No key yet", "A key lets a program use the phones of this account."), 2);
  const ofThisProgram = isLocal() && make("p", { class: "hint" }, "The key that thimbled was started with, from ",
    make("code", {}, "THIMBLE_API_KEY"), " or its state directory, is not listed and cannot be revoked here.");
  const programs = programsPanel(said, () => polling.wake());
  into.append(make("div", { class: "heading" }, make("h1", {}, "API keys"), said),
              make("div", { class: "stack" }, form, fresh, list.element, ofThisProgram, programs.element));
  const polling = repeat(pollPause, signal, async () => {
    const [keys, phones, { grants }] = await Promise.all(
      [read("/v1/keys"), read("/v1/phones"), read("/v1/grants")]);
    if (signal.aborted) return;
    if (chooser === null) {
      chooser = rightsChooser(everyScope, phones, proposed);
      place.replaceChildren(chooser.element);
    }
    list.show({ keys, phones });
    programs.show({ grants, phones });
  });
}
