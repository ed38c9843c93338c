// The apps of a phone: looked for by name, and opened.
import { canDo, enable } from "./ability.js";
import { button, field, make, tell } from "./dom.js";
import { isReachable, read, send } from "./service.js";
import { isHere, momentOf } from "./words.js";

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// Those that a person looks for, by name or by bundle id.
export function appsLike(apps, wanted) {
  const words = folded(wanted.trim());
  return apps.filter((app) => folded(app.name).includes(words) || folded(app.bundle_id).includes(words));
}

// `read()` on the result reads them as the service knows them; `update(phone)` is called when the phone has changed.
export function appPanel(actions) {
  const search = make("input", { type: "search", autocomplete: "off", spellcheck: "false" });
  const list = make("ul", { class: "apps", "aria-label": "Apps of the phone" });
  const said = make("p", { class: "hint", role: "status" });
  let apps = [];

  let phone = null;
  let able = null; // to open one

  const open = (app) => actions.perform("open-app", { app_name: app.bundle_id });
  const enableAll = () => {
    if (phone) enable(phone, [...list.querySelectorAll("button")].map((each) => ["open-app", each]));
    list.tabIndex = able ? -1 : 0; // it is scrolled by keys, where nothing in it takes the focus
  };

  function show() {
    const found = appsLike(apps, search.value);
    list.replaceChildren(...found.map((app) =>
      make("li", {}, button(app.name, () => open(app), { title: app.bundle_id, "data-title": app.bundle_id }))));
    enableAll();
    if (apps.length > 0 && found.length === 0) tell(said, "No matching app.");
    else if (apps.length > 0) tell(said, `${found.length} of ${apps.length} apps, as read ${readAt}.`);
  }

  let readAt = "";
  let refused = false; // the phone was not ready to tell them
  let reading = false;
  async function load(ask) {
    reading = true;
    if (apps.length === 0) tell(said, "Reading the apps …");
    try {
      const record = await ask();
      refused = false;
      apps = record.apps;
      readAt = momentOf(record.updated_at);
      show();
    } catch (problem) {
      refused = problem.code === "PHONE_NOT_READY";
      // The heading says what is in the way.
      tell(said, problem.code === "PHONE_NOT_READY" ? "The apps are read once the phone lets them be read." : problem.message);
    }
    reading = false;
  }

  const reload = button("Refresh", () =>
    load(() => send("POST", actions.pathOf("apps/refresh"), {})), { class: "small" });
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [first] = appsLike(apps, search.value);
    if (first && able) open(first);
  });
  const readStored = () => load(() => read(actions.pathOf("apps")));
  const update = (now) => {
    phone = now;
    reload.disabled = !isReachable() || !isHere(phone) || !phone.capabilities.includes("apps");
    if (refused && !reading && !reload.disabled) readStored();
    const was = able;
    able = canDo(phone, "open-app");
    if (able !== was) enableAll();
  };
  const element = make("section", { class: "panel", "aria-label": "Apps" },
    make("div", { class: "line" }, field("Search", search), reload), said, list);
  // The name of an app as the phone's list has it, else what it was called.
  const nameOf = (called) => apps.find((each) => each.bundle_id === called)?.name ?? called;
  return { element, update, open, nameOf, openable: () => (able ? apps : []), read: readStored };
}
