// A list of records that is read again and again.
import { make, skeleton } from "./dom.js";

export class RecordList {
  shown = ""; // the records

  // `draw` makes the element that shows records; `rows` are shown in their place until they have been read.
  constructor(draw, rows = 0) {
    this.draw = draw;
    this.element = make("div", {}, rows > 0 && skeleton(rows));
  }

  // Draws them anew if they have changed, though not while a button of the list asks for its second
  // press. The focus stays where it was in the list, and the list where it was scrolled to.
  show(records) {
    const now = JSON.stringify(records);
    if (now === this.shown || this.element.querySelector("button.danger")) return;
    this.shown = now;
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const { scrollTop = 0, scrollLeft = 0 } = this.element.firstElementChild ?? {};
    this.element.replaceChildren(this.draw(records));
    Object.assign(this.element.firstElementChild, { scrollTop, scrollLeft });
    if (focused) this.controlLike(focused)?.focus({ preventScroll: true });
  }

  // The control that is called the same, or what the list begins with.
  controlLike({ ariaLabel }) {
    const all = [...this.element.querySelectorAll("button, [tabindex]")];
    return all.find((each) => each.ariaLabel === ariaLabel) ?? all[0];
  }
}
