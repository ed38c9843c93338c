// The elements of the screen: the one under the pointer has its box and its label drawn.
import { make, tell } from "./dom.js";
import { draw } from "./marks.js";
import { read } from "./service.js";
import { placeUnder } from "./touch_input.js";

const pause = 1500; // milliseconds before the elements are read again while they are looked at

const holds = ({ x, y, width, height }, place) =>
  place.x >= x && place.x < x + width && place.y >= y && place.y < y + height;

// The smallest one at a place.
export function elementAt(elements, place) {
  const area = ({ width, height }) => width * height;
  return elements.filter((each) => holds(each, place)).sort((a, b) => area(a) - area(b))[0] ?? null;
}

// The switch that turns it on.
export function elementOverlay(screen, marks, actions, signal) {
  const box = draw("rect", { class: "element", visibility: "hidden" });
  const label = make("p", { class: "element-label", hidden: true });
  const on = make("input", { type: "checkbox", id: "elements-on" });
  let elements = [];
  let readAt = -Infinity;

  async function refresh() {
    readAt = performance.now();
    try {
      ({ elements } = await read(actions.pathOf("elements?limit=300")));
    } catch (problem) {
      elements = null;
      tell(label, problem.message);
      label.hidden = false;
    }
  }

  function hide() {
    box.setAttribute("visibility", "hidden");
    label.hidden = true;
  }

  async function point(event) {
    if (!on.checked || !screen.space) return;
    const place = placeUnder(event, screen);
    if (performance.now() - readAt > pause) await refresh();
    if (elements === null) return;
    const found = on.checked && elementAt(elements, place);
    if (!found) return hide();
    marks.fit();
    for (const name of ["x", "y", "width", "height"]) box.setAttribute(name, found[name]);
    box.setAttribute("visibility", "visible");
    tell(label, [found.type, found.label && `“${found.label}”`,
                 `${found.width}×${found.height} at ${found.x}, ${found.y}`].filter(Boolean).join(" · "));
    label.hidden = false;
  }

  marks.element.append(box);
  screen.canvas.addEventListener("pointermove", point);
  screen.canvas.addEventListener("pointerleave", hide);
  on.addEventListener("change", hide);
  actions.addEventListener("done", () => (readAt = -Infinity), { signal });
  return { control: make("label", { class: "switch", for: "elements-on" }, on, "Show elements"), label };
}
