// The page of secrets: values that an agent types by their names and nobody reads again.
import { dangerButton, emptiness, field, make, table, tell } from "./dom.js";
import { lineForm } from "./forms.js";
import { RecordList } from "./record_list.js";
import { repeat } from "./repeat.js";
import { read, send } from "./service.js";
import { timeElement } from "./words.js";

const pollPause = 5000; // milliseconds

const rowOf = (secret, remove) =>
  make("tr", {},
    make("th", { scope: "row" }, make("code", {}, secret.name)),
    make("td", {}, make("code", {}, `{{secret:${secret.name}}}`)),
    make("td", {}, timeElement(secret.made_at)),
    make("td", {}, dangerButton("Delete", "Delete it?", () => remove(secret), secret.name)));

export function showSecrets({ into, signal }) {
  const said = make("p", { class: "quiet", role: "status" });
  const name = make("input", { required: true, autocomplete: "off", spellcheck: "false",
                               autocapitalize: "none", placeholder: "mail_password" });
  const value = make("input", { type: "password", required: true, autocomplete: "new-password" });
  const form = lineForm("New secret", [field("Name", name), field("Value", value),
    make("button", { class: "main" }, "Save secret")], async () => {
    const called = name.value.trim();
    await send("PUT", `/v1/secrets/${encodeURIComponent(called)}`, { value: value.value });
    tell(said, `${called} saved.`);
    polling.wake();
  });
  const remove = async (secret) => {
    try {
      await send("DELETE", `/v1/secrets/${encodeURIComponent(secret.name)}`);
      tell(said, `${secret.name} deleted.`);
      polling.wake();
    } catch (problem) {
      tell(said, problem.message);
    }
  };
  const heads = ["Name", "In an instruction", "Saved"];
  const list = new RecordList((secrets) => secrets.length > 0
    ? table("Secrets", heads, secrets.map((each) => rowOf(each, remove)))
    : emptiness("No secret yet", "An agent types a secret by its name and never sees its value; " +
                "nor does anybody else once it is saved."), 2);
  into.append(make("div", { class: "heading" }, make("h1", {}, "Secrets"), said),
    make("div", { class: "stack" }, form, list.element));
  const polling = repeat(pollPause, signal, async () => {
    const { secrets } = await read("/v1/secrets");
    if (!signal.aborted) list.show(secrets);
  });
}
