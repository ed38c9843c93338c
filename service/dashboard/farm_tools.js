// Search, filters and the two views of the page of all phones. They stay as they are while one looks at other pages.
import { button, make, tell } from "./dom.js";
import { choicesOf, countsOf, everything } from "./farm_filter.js";
import { iconButton } from "./icons.js";

const states = [["ready", "Ready"], ["attention", "Not ready"], ["busy", "Busy"], ["away", "Not connected"]];
const names = { state: "State", ios: "iOS", model: "Model", computer: "Computer", label: "Label" };

const kept = { filter: { ...everything }, view: "grid" };

// `changed` is called when something else is chosen. `offer(phones, computers)` on the result is called when there are
// others to choose from, and `count(known, fitting, isBusy)` to say how many there are of each state among those that fit
// all but the state: `summary` shows that, and each count chooses its state.
export function farmTools(changed) {
  const { filter } = kept;
  const search = make("input", { type: "search", placeholder: "Search phones", "aria-label": "Search phones",
                                 autocomplete: "off", spellcheck: "false", "data-search": true });
  search.value = filter.search;
  search.addEventListener("input", () => {
    filter.search = search.value;
    changed();
  });
  const choices = Object.fromEntries(Object.entries(names).map(([name, words]) => {
    const choice = make("select", { "aria-label": words, "data-filter": name });
    choice.addEventListener("change", () => {
      filter[name] = choice.value;
      changed();
    });
    return [name, choice];
  }));
  const views = ["grid", "table"].map((view) =>
    iconButton(view, view === "grid" ? "Grid" : "Table", () => {
      kept.view = view;
      showView();
      changed();
    }));
  const showView = () => views.forEach((each, place) =>
    each.setAttribute("aria-pressed", kept.view === ["grid", "table"][place]));
  let offered = "";

  // A filter with one value alone, or none, would change nothing, and is not shown unless it is in use.
  function fill(name, values) {
    const choice = choices[name];
    choice.replaceChildren(make("option", { value: "" }, `${names[name]}: any`),
      ...values.map(([value, words]) => make("option", { value }, words)));
    if (filter[name] && !values.some(([value]) => value === filter[name]))
      choice.append(make("option", { value: filter[name] }, filter[name]));
    choice.value = filter[name];
    choice.hidden = values.length < 2 && !filter[name];
  }

  function offer(phones, computers) {
    element.hidden = phones.length < 2;
    const there = { state: states, ...choicesOf(phones, computers) };
    const now = JSON.stringify(there);
    if (now === offered) return;
    offered = now;
    for (const [name, values] of Object.entries(there)) fill(name, values);
  }

  function chooseState(state) {
    choices.state.value = filter.state = filter.state === state ? "" : state;
    changed();
  }

  const total = make("span");
  const counts = Object.fromEntries(states.map(([state]) =>
    [state, button("", () => chooseState(state), { class: "link" })]));
  const summary = make("p", { class: "quiet summary", role: "status" }, total);
  let counted = ""; // the states that are in it

  // A count that is chosen can be chosen off, and one that has the focus keeps it.
  const isKept = (state) => filter.state === state || counts[state] === document.activeElement;

  function count(known, fitting, isBusy) {
    tell(total, `${known} ${known === 1 ? "phone" : "phones"}`);
    const found = countsOf(fitting, isBusy, isKept);
    for (const [state, words] of found) {
      tell(counts[state], words);
      counts[state].disabled = known < 2;
      counts[state].setAttribute("aria-pressed", filter.state === state);
    }
    const now = found.map(([state]) => state).join();
    if (now === counted) return;
    counted = now;
    const had = document.activeElement;
    summary.replaceChildren(total, ...found.flatMap(([state]) => [" · ", counts[state]]));
    if (summary.contains(had)) had.focus({ preventScroll: true });
  }

  showView();
  const element = make("div", { class: "farm-tools", role: "search", "aria-label": "Phones", hidden: true }, search,
    Object.values(choices), make("div", { class: "row", role: "group", "aria-label": "View" }, views));
  const clear = () => {
    Object.assign(filter, everything);
    search.value = "";
    offered = "";
    changed();
  };
  return { element, offer, count, summary, clear, filter, isTable: () => kept.view === "table" };
}
