// Panels of which one is shown, chosen by tabs.
import { button, make } from "./dom.js";

const steps = { ArrowLeft: -1, ArrowRight: 1 };

// `panels`: { id, name, element } each. `whenShown` is told the id of the one that is shown now.
// `choose(id)` on the result shows another one; an id that is none is passed over.
export function tabs(label, panels, whenShown = () => {}) {
  let shown = null;
  const heads = panels.map(({ id, name }) =>
    button(name, () => choose(id), { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }));
  const bodies = panels.map(({ id, element }) =>
    make("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, element));

  function choose(id) {
    const place = panels.findIndex((each) => each.id === id);
    if (place < 0 || id === shown) return;
    shown = id;
    heads.forEach((head, number) => {
      head.setAttribute("aria-selected", number === place);
      head.tabIndex = number === place ? 0 : -1;
      bodies[number].hidden = number !== place;
    });
    whenShown(id);
  }

  const list = make("div", { role: "tablist", "aria-label": label, class: "tabs" }, heads);
  list.addEventListener("keydown", (event) => {
    const from = heads.indexOf(document.activeElement);
    const ends = { Home: 0, End: heads.length - 1 };
    const to = ends[event.key] ?? (event.key in steps ? from + steps[event.key] : null);
    if (to === null || from < 0) return;
    event.preventDefault();
    const head = heads[(to + heads.length) % heads.length];
    head.click();
    head.focus();
  });
  return { element: make("div", { class: "tabbed" }, list, bodies), choose, isShown: (id) => id === shown };
}
