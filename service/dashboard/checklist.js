// The steps from the box to the first touch, ticked as the phone takes them.
import { withCommands } from "./commands.js";
import { make, tell } from "./dom.js";
import { guideLink } from "./guide_links.js";

const signs = { done: "✓", current: "→", waiting: "", not_needed: "–", unknown: "?" };
const states = { done: "done", current: "next", waiting: "to do", not_needed: "not needed",
                 unknown: "not known" };

// The heading of the page says what is in the way and what to do about it; it is not said twice.
function texts(step, said) {
  const parts = [["You", step.person], ["Thimble", step.thimble], ["Why", step.why],
                 ["Takes", step.duration], ["Now", step.problem]];
  return make("dl", {}, parts.filter(([, text]) => text && !said.has(text)).map(([name, text]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, withCommands(text)))));
}

function itemOf(step, said) {
  const isCurrent = step.state === "current";
  const title = make("span", { class: "step" }, step.title,
                     make("span", { class: "quiet" }, ` – ${states[step.state] ?? step.state}`));
  const more = make("details", { open: isCurrent }, make("summary", {}, title), texts(step, said),
                    guideLink(step.docs, step.title));
  return make("li", { "data-step": step.id, "data-state": step.state,
                      "aria-current": isCurrent && "step" },
              make("span", { class: "tick", "aria-hidden": "true" }, signs[step.state] ?? ""), more);
}

// Open while the phone is not ready, folded away once it is; a person may turn it in between, and
// `whenUnfolded` is called.
export function checklistPanel(whenUnfolded) {
  const count = make("span", { class: "quiet" });
  const list = make("ol", { class: "steps" });
  const news = make("p", { class: "hint", role: "status" });
  const fold = make("details", {}, make("summary", {}, make("h2", {}, "Set-up"), " ", count), news,
                    list);
  const element = make("section", { class: "panel setup", "aria-label": "Set-up",
                                    hidden: true }, fold);
  fold.addEventListener("toggle", () => fold.open && whenUnfolded());
  let known = new Map(); // what is shown of each step, by its id
  let wasReady = null;

  // A page that became shorter than it is scrolled would jump: it stays as high as it was.
  function foldAway() {
    const page = element.closest(".phone-page");
    if (page && scrollY > 0) page.style.minHeight = `${page.offsetHeight}px`;
    fold.open = false;
  }

  // Only what has changed is made again: what somebody reads or has the focus on stays.
  function put(step, said) {
    const now = JSON.stringify([step, step.state === "current" ? [...said] : []]);
    const before = known.get(step.id);
    if (before?.text === now) return before;
    const item = itemOf(step, said);
    if (before) {
      const focused = before.item.contains(document.activeElement);
      if (before.state === step.state)
        item.querySelector("details").open = before.item.querySelector("details").open;
      before.item.replaceWith(item);
      if (focused) item.querySelector("summary").focus();
    } else {
      list.append(item);
    }
    const out = { text: now, state: step.state, title: step.title, item };
    known.set(step.id, out);
    return { ...out, ticked: before && before.state !== "done" && step.state === "done" };
  }

  function update({ ready, steps }, readiness) {
    const said = new Set(readiness.blockers.flatMap(({ message, remedy }) => [message, remedy]));
    if (known.size !== steps.length) {
      known = new Map();
      list.replaceChildren();
    }
    const ticked = steps.map((step) => put(step, said)).filter((each) => each.ticked);
    if (ticked.length) tell(news, `${ticked.map(({ title }) => title).join(", ")}: done`);
    const needed = steps.filter(({ state }) => state !== "not_needed");
    const done = needed.filter(({ state }) => state === "done").length;
    tell(count, ready ? "the phone is ready" : `${done} of ${needed.length} steps done`);
    if (ready !== wasReady) {
      if (ready) foldAway();
      else fold.open = true;
    }
    wasReady = ready;
    element.hidden = false;
  }
  function show() {
    fold.open = true;
    element.scrollIntoView({ block: "nearest" });
    fold.firstChild.focus();
  }

  // False while the list is folded away and the phone is as ready as when it was read.
  const isDue = (readiness) => fold.open || !wasReady || !readiness.ready;
  return { element, update, isDue, show };
}
