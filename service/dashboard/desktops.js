// The page of the computers that hold phones: approved by a code, revoked when they are not wanted.
import { command } from "./commands.js";
import { dangerButton, emptiness, field, make, table, tell } from "./dom.js";
import { lineForm } from "./forms.js";
import { RecordList } from "./record_list.js";
import { repeat } from "./repeat.js";
import { read, send } from "./service.js";
import { blockerItem, timeElement } from "./words.js";

const pollPause = 3000; // milliseconds

function seenOf(desktop) {
  if (desktop.state === "connected") return "now";
  return desktop.last_seen_at ? timeElement(desktop.last_seen_at) : "never";
}

function rowOf(desktop, revoke) {
  const phones = desktop.phones.length;
  const { blockers = [] } = desktop; // a service before this one tells of none
  return make("tr", { "data-state": desktop.state },
    make("th", { scope: "row" }, desktop.name, blockers.length > 0 &&
         make("ul", { class: "blockers" }, blockers.map((each) => blockerItem(each)))),
    make("td", {}, make("span", { class: "badge" }, desktop.state)),
    make("td", {}, desktop.version ?? "–"),
    make("td", { class: "number" }, String(phones)),
    make("td", {}, seenOf(desktop)),
    make("td", {}, desktop.enrolled
      ? dangerButton("Revoke", "Revoke it?", () => revoke(desktop), desktop.name)
      : make("span", { class: "quiet" }, "This service's own")));
}

function approvalForm(said, polling, shown) {
  const code = make("input", { autocomplete: "off", spellcheck: "false", autocapitalize: "characters",
                               maxlength: 9, placeholder: "BCDF-GHJK", required: true, class: "code",
                               value: shown ?? "" });
  const hint = "Approve only a code that you see on that computer: whoever shows it gets to hold phones of yours.";
  const steps = make("div", { class: "enrolling" },
    make("p", {}, "On the other computer run: ", command(`thimbled enroll --service ${location.origin}`)),
    make("p", {}, "Once its code is approved here, start it there: ", command(`thimbled --service ${location.origin}`)));
  return lineForm("Add a computer", [steps, field("Code", code, hint),
    make("button", { class: "main" }, "Approve")], async () => {
    const desktop = await send("POST", "/v1/desktops/approve", { code: code.value.trim() });
    tell(said, `${desktop.name} approved.`);
    polling().wake();
  });
}

// `id`: a code that a link has brought along. The link alone approves nothing.
export function showDesktops({ into, signal, id }) {
  const said = make("p", { class: "quiet", role: "status" });
  const revoke = async (desktop) => {
    try {
      await send("DELETE", `/v1/desktops/${desktop.id}`);
      tell(said, `${desktop.name} revoked.`);
      polling.wake();
    } catch (problem) {
      tell(said, problem.message);
    }
  };
  const heads = ["Name", "State", "Version", "Phones", "Last seen"];
  const list = new RecordList((desktops) => desktops.length > 0
    ? table("Computers", heads, desktops.map((each) => rowOf(each, revoke)))
    : emptiness("No computer yet", "Phones are plugged into computers that run thimbled."), 2);
  into.append(make("div", { class: "heading" }, make("h1", {}, "Computers"), said),
              make("div", { class: "stack" }, approvalForm(said, () => polling, id), list.element));
  const polling = repeat(pollPause, signal, async () => {
    const { desktops } = await read("/v1/desktops");
    if (!signal.aborted) list.show(desktops);
  });
}
