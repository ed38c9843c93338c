// The elements of a phone's screen: a tree beside the picture, and all that is known of the chosen one.
import { canDo } from "./ability.js";
import { button, copyFrom, make, tell } from "./dom.js";
import { elementOverlay } from "./element_overlay.js";
import { ElementTree, elementAt } from "./element_tree.js";
import { selectorOf } from "./selectors.js";
import { read } from "./service.js";

const most = 1000; // elements
const freshness = 1500; // milliseconds, after which they are read again while somebody points
const settling = 700; // milliseconds that a screen has after an action, before it is read again

const sizeOf = ({ x, y, width, height }) => `${width}×${height} at ${x}, ${y}`;

const nameOf = (element) =>
  [element.type, element.label && `“${element.label}”`, sizeOf(element)].filter(Boolean).join(" · ");

function stateOf({ enabled, focused, selected, on, covered }) {
  const words = [!enabled && "disabled", focused && "has the keyboard", selected && "selected",
                 on === true && "on", on === false && "off", covered && "covered by an alert"];
  return words.filter(Boolean).join(", ");
}

const canBeTouched = ({ enabled, covered }) => enabled && !covered;

// Name and text of each fact that the element has.
const factsOf = (element) =>
  [["Label", element.label], ["Value", element.value], ["Identifier", element.identifier],
   ["Placeholder", element.placeholder], ["State", stateOf(element)], ["Traits", element.traits.join(", ")],
   ["Actions", element.actions.join(", ")], ["Place", sizeOf(element)], ["Ref", element.ref]]
    .filter(([, text]) => text);

// `able`: the phone can be touched now.
function detailsOf(element, elements, actions, able) {
  const selector = selectorOf(element, elements);
  const copy = button("Copy selector", () => copyFrom(copy, selector), { class: "small", disabled: !selector });
  const middle = { x: Math.floor(element.x + element.width / 2), y: Math.floor(element.y + element.height / 2) };
  const tap = button("Tap", () => actions.perform("tap", element.ref ? { ref: element.ref } : middle),
                     { class: "small tap", disabled: !able || !canBeTouched(element) });
  return [make("h2", {}, element.type),
    make("p", {}, make("code", { class: "selector" }, selector ?? "No unique selector for this element.")),
    make("div", { class: "keys" }, copy, tap),
    make("dl", { class: "facts" }, factsOf(element).map(([name, text]) =>
      make("div", {}, make("dt", {}, name), make("dd", {}, text))))];
}

// `stage`: { screen, marks, glass }. `label` on the result stands below the screen; `shown(true)` says
// that the panel can be seen now, and `update(phone)` that the phone has changed.
export function inspector(stage, actions, signal) {
  const on = make("input", { type: "checkbox", id: "elements-on" });
  const label = make("p", { class: "element-label", hidden: true });
  const said = make("p", { class: "hint", role: "status" });
  const details = make("section", { class: "details", "aria-label": "Chosen element" });
  let elements = [];
  let readAt = -Infinity; // by the page's clock
  let reading = null;
  let visible = false;
  let chosen = null; // the element
  let able = false; // to touch it
  let pointed = 0; // counts the places that were pointed at

  const overlay = elementOverlay(stage, { isOn: () => on.checked, point, pick });
  const tree = new ElementTree(showDetails, overlay.showPointed);

  // The focus stays on what is called the same.
  function showDetails(element) {
    const had = details.contains(document.activeElement) ? document.activeElement.textContent : null;
    chosen = element;
    overlay.showChosen(element);
    details.replaceChildren(...(element ? detailsOf(element, elements, actions, able) : []));
    if (had === null) return;
    const like = [...details.querySelectorAll("button")].find((each) => each.textContent === had);
    (like ?? tree.stop()?.item)?.focus({ preventScroll: true });
  }

  async function readElements() {
    readAt = performance.now();
    try {
      const record = await read(actions.pathOf(`elements?limit=${most}`));
      if (signal.aborted) return;
      ({ elements } = record);
      tell(said, `${record.element_count} elements${record.app ? ` of ${record.app}` : ""}`);
    } catch (problem) {
      elements = [];
      tell(said, problem.message);
    }
    tree.show(elements);
    tree.element.hidden = elements.length === 0;
  }

  const refresh = () => (reading ??= readElements().finally(() => (reading = null)));

  // The element under the pointer, and the pixel that a touch would name; null where it is not over the screen.
  function showPointed(place) {
    const element = place && elementAt(elements, place);
    overlay.showPointed(element);
    label.hidden = place === null;
    if (place) tell(label, [`${place.x}, ${place.y}`, element && nameOf(element)].filter(Boolean).join(" · "));
  }

  async function point(place) {
    const mine = ++pointed;
    if (place !== null && performance.now() - readAt > freshness) await refresh();
    if (mine === pointed) showPointed(on.checked ? place : null);
  }

  async function pick(place) {
    if (performance.now() - readAt > freshness) await refresh();
    const found = elementAt(elements, place);
    if (found) tree.choose(found);
  }

  on.addEventListener("change", () => {
    stage.glass.classList.toggle("picking", on.checked);
    showPointed(null);
    if (on.checked) refresh();
  });
  actions.addEventListener("done", () => {
    readAt = -Infinity;
    if (visible) setTimeout(() => visible && !signal.aborted && refresh(), settling);
  }, { signal });

  const reload = button("Refresh", refresh, { class: "small" });
  const element = make("section", { class: "inspector", "aria-label": "Elements" },
    make("div", { class: "title" },
      make("label", { class: "switch", for: "elements-on" }, on, "Select on the screen"),
      reload),
    said, make("div", { class: "halves" }, tree.element, details));
  const shown = (now) => {
    visible = now;
    if (now) {
      refresh();
      return;
    }
    on.checked = false; // a click on the screen is a touch again
    stage.glass.classList.remove("picking");
    showPointed(null);
    overlay.showChosen(null);
  };
  const update = (phone) => {
    able = canDo(phone, "tap");
    on.disabled = reload.disabled = !canDo(phone, "elements");
    const tap = details.querySelector(".tap");
    if (tap) tap.disabled = !able || !canBeTouched(chosen);
  };
  return { element, label, shown, update };
}
