// Boxes of elements over the screen, and the element that is pointed at or picked there.
import { draw } from "./svg.js";
import { placeUnder } from "./touch_input.js";

const sides = ["x", "y", "width", "height"];

// While `isOn()`, the pointer touches nothing: `point` is told the place under it, or null, and `pick`
// the place of a click.
export function elementOverlay({ screen, marks, glass }, { isOn, point, pick }) {
  const box = (kind) => draw("rect", { class: `element ${kind}`, visibility: "hidden" });
  const pointed = box("pointed");
  const chosen = box("chosen");

  const show = (shape, element) => {
    shape.setAttribute("visibility", element ? "visible" : "hidden");
    if (!element || !screen.space) return;
    marks.fit();
    for (const side of sides) shape.setAttribute(side, element[side]);
  };

  // Before the screen's own listeners, which would send touches.
  const take = (event) => {
    if (!isOn() || event.target !== screen.canvas || !screen.space) return;
    event.stopPropagation();
    event.preventDefault();
    if (event.type === "pointerup" && event.button === 0) pick(placeUnder(event, screen));
  };
  for (const type of ["pointerdown", "pointerup"]) glass.addEventListener(type, take, { capture: true });
  screen.canvas.addEventListener("pointermove", (event) =>
    isOn() && screen.space && point(placeUnder(event, screen)));
  screen.canvas.addEventListener("pointerleave", () => isOn() && point(null));
  marks.element.append(pointed, chosen);
  return { showPointed: (element) => show(pointed, element), showChosen: (element) => show(chosen, element) };
}
