// The last request of a phone's page as code for a program, and the ids of the phone.
import { folded, requestOf } from "./activity.js";
import { button, copyFrom, make, tell } from "./dom.js";
import { curlOf, javascriptOf, pythonOf } from "./request_code.js";

const languages = [["curl", curlOf], ["Python", pythonOf], ["JavaScript", javascriptOf]];

const idRow = (name, text) => {
  const copy = button("Copy", () => copyFrom(copy, text.textContent), { class: "small copies", "aria-label": `Copy the ${name}` });
  return make("div", {}, make("dt", {}, name), make("dd", { class: "row" }, text, copy));
};

// The last request to the phone, on this visit of its page or before; typing that Activity shows as one entry is one request. Null where nothing was.
function latestOf({ asked, phoneId }) {
  const newestFirst = [...asked.values()].filter((each) => each.phoneId === phoneId).reverse();
  const [group] = folded(newestFirst.map(({ job }) => job));
  return group ? requestOf(group, asked) ?? newestFirst[0] : null;
}

// `update(phone)` on the result is called when the phone has changed.
export function apiPanel(actions, signal) {
  const id = make("code");
  const udid = make("code");
  const code = make("pre", { class: "request", role: "region", tabindex: 0, "aria-label": "The last action as code",
                             hidden: true });
  const none = make("p", { class: "hint" }, "Use the phone: its last action appears here as a request.");
  const copy = button("Copy", () => copyFrom(copy, code.textContent), { class: "small copies" });
  const language = make("select", { "aria-label": "Language" },
    languages.map(([name], place) => make("option", { value: place }, name)));
  const show = () => {
    const latest = latestOf(actions);
    code.hidden = copy.disabled = latest === null;
    none.hidden = latest !== null;
    if (latest) tell(code, languages[language.value][1](latest));
  };
  language.addEventListener("change", show);
  for (const what of ["done", "failed", "noted"]) actions.addEventListener(what, show, { signal });
  show();
  const element = make("section", { class: "panel", "aria-label": "API" },
    make("div", { class: "title" }, make("h2", {}, "The last action"), language, copy), none, code,
    make("dl", { class: "facts" }, idRow("Phone id", id), idRow("UDID", udid)),
    make("p", {}, make("a", { href: "/docs", target: "_blank", rel: "noopener" }, "API reference"), " · ",
         make("a", { href: "/openapi.json", target: "_blank", rel: "noopener" }, "OpenAPI document")));
  const update = (phone) => {
    tell(id, phone.id);
    tell(udid, phone.unique_id);
  };
  return { element, update };
}
