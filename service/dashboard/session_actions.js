// Actions on a session as a whole: it is begun once more, passed on, kept as a file.
import { button, copyFrom, make, tell } from "./dom.js";
import { ends } from "./event_stream.js";
import { saveFile } from "./files.js";
import { menu } from "./menu.js";
import { send } from "./service.js";
import { jsonOf, pageOf, picturesOf } from "./session_export.js";
import { refusalOf } from "./session_refusal.js";

const orderOf = ({ instruction, phone_id, model, max_turns, max_cost_usd, timeout_s, recording_id }) => ({
  instruction, phone_id, max_turns, timeout_s, ...(model && { model }), ...(max_cost_usd !== null && { max_cost_usd }),
  ...(recording_id && { record: true }) });

// `sessionNow` and `events` tell how the session is. `update` is called when it has changed.
export function sessionActions(sessionNow, events, phoneName) {
  const said = make("div", { class: "refusal", role: "alert" });
  const progress = make("p", { class: "hint", role: "status" });

  async function attempt(work) {
    tell(said, "");
    try {
      await work();
    } catch (problem) {
      said.replaceChildren(...refusalOf(problem));
    }
    tell(progress, "");
  }

  const fileName = (kind) => `session-${sessionNow().id}.${kind}`;
  const again = button("Run again", () => attempt(async () => {
    const begun = await send("POST", "/v1/sessions", orderOf(sessionNow()));
    location.hash = `#/sessions/${begun.id}`;
  }), { class: "main" });
  const link = button("Copy link", () => copyFrom(link, location.href));
  const count = (done, all) => tell(progress, `Picture ${done} of ${all}`);
  const asPage = button("Export as a page", () => attempt(async () =>
    saveFile(await pageOf(sessionNow(), events(), phoneName, count), fileName("html"))));
  const asJson = button("Export as JSON", () => attempt(async () =>
    saveFile(jsonOf(sessionNow(), events()), fileName("json"))));
  const asPictures = button("Export the pictures", () => attempt(async () =>
    saveFile(await picturesOf(events(), count), fileName("zip"))));
  const more = menu("Export", [asPage, asJson, asPictures]);
  const element = make("div", { class: "session-actions" },
    make("div", { class: "row" }, again, link, more.opener, more.list), said, progress);
  const update = ({ status }) => (again.hidden = !ends.has(status));
  return { element, update };
}
