// The elements of a screen as a tree: what lies within another one stands below it.
import { make } from "./dom.js";

const area = ({ width, height }) => width * height;
const lies = (inner, outer) =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const holds = ({ x, y, width, height }, place) =>
  place.x >= x && place.x < x + width && place.y >= y && place.y < y + height;

// The smallest one at a place.
export const elementAt = (elements, place) =>
  elements.filter((each) => holds(each, place)).sort((a, b) => area(a) - area(b))[0] ?? null;

// Of each element { element, depth, parent, children }, the parents first. The service tells of no
// parents: the smallest element that an element lies within is its parent.
export function nested(elements) {
  const nodes = elements.map((element) => ({ element, depth: 0, parent: null, children: [] }))
    .sort((a, b) => area(b.element) - area(a.element));
  nodes.forEach((node, place) => {
    for (let before = place - 1; before >= 0 && !node.parent; --before)
      if (lies(node.element, nodes[before].element)) node.parent = nodes[before];
    node.parent?.children.push(node);
  });
  const out = [];
  const add = (node, depth) => {
    out.push(Object.assign(node, { depth }));
    node.children.sort((a, b) => a.element.y - b.element.y || a.element.x - b.element.x);
    for (const each of node.children) add(each, depth + 1);
  };
  for (const node of nodes.filter(({ parent }) => !parent)) add(node, 0);
  return out;
}

export const keyOf = ({ ref, type, label, x, y }) => ref ?? `${type} ${label} ${x} ${y}`;

export class ElementTree {
  element = make("ul", { role: "tree", class: "tree", "aria-label": "Elements of the screen" });
  nodes = []; // as they stand in the list
  folded = new Set(); // keys of those whose children are not shown
  chosen = null; // the key

  // `whenChosen` is told the element, or null; `whenPointed` the one under the pointer, or null.
  constructor(whenChosen, whenPointed) {
    this.whenChosen = whenChosen;
    const nodeOf = ({ target }) => this.nodes.find(({ item }) => item === target.closest?.("li"));
    this.element.addEventListener("click", (event) => {
      const node = nodeOf(event);
      if (!node) return;
      if (event.target.matches(".fold")) this.fold(node, !this.folded.has(node.key));
      this.take(node);
    });
    this.element.addEventListener("pointerover", (event) => whenPointed(nodeOf(event)?.element ?? null));
    this.element.addEventListener("pointerleave", () => whenPointed(null));
    this.element.addEventListener("keydown", (event) => this.hear(event));
  }

  show(elements) {
    const focused = this.element.contains(document.activeElement);
    this.nodes = nested(elements).map((node) => Object.assign(node, { key: keyOf(node.element) }));
    for (const node of this.nodes) node.item = this.itemOf(node);
    this.element.replaceChildren(...this.nodes.map(({ item }) => item));
    const kept = this.nodes.find(({ key }) => key === this.chosen);
    this.unfold();
    this.mark(kept ?? null);
    if (focused) this.stop()?.item.focus({ preventScroll: true });
    this.whenChosen(kept?.element ?? null);
  }

  itemOf({ element, depth, children }) {
    const { type, label, value } = element;
    const item = make("li", { role: "treeitem", "aria-level": depth + 1, "aria-selected": "false", tabindex: -1 },
      make("span", { class: children.length > 0 ? "fold" : "leaf", "aria-hidden": "true" }),
      make("span", { class: "type" }, type), " ", label && make("span", {}, `“${label}”`),
      value && value !== label && make("span", { class: "quiet" }, ` ${value}`));
    item.style.setProperty("--depth", depth);
    return item;
  }

  // Shows the element as the chosen one.
  choose(element) {
    const node = this.nodes.find((each) => each.element === element);
    if (!node) return;
    for (let above = node.parent; above; above = above.parent) this.folded.delete(above.key);
    this.unfold();
    this.take(node, false);
    node.item.scrollIntoView({ block: "nearest" });
  }

  take(node, focus = true) {
    this.mark(node);
    if (focus) node.item.focus({ preventScroll: false });
    this.whenChosen(node.element);
  }

  mark(node) {
    this.chosen = node?.key ?? null;
    for (const each of this.nodes) {
      each.item.setAttribute("aria-selected", each === node);
      each.item.tabIndex = -1;
    }
    const stop = node ?? this.nodes[0];
    if (stop) stop.item.tabIndex = 0;
  }

  stop() {
    return this.nodes.find(({ item }) => item.tabIndex === 0);
  }

  fold(node, now) {
    if (node.children.length === 0) return;
    if (now) this.folded.add(node.key);
    else this.folded.delete(node.key);
    this.unfold();
  }

  // Hides what lies within those that are folded.
  unfold() {
    for (const node of this.nodes) {
      const { parent, item, children, key } = node;
      item.hidden = parent !== null && (parent.item.hidden || this.folded.has(parent.key));
      if (children.length > 0) item.setAttribute("aria-expanded", !this.folded.has(key));
    }
  }

  hear(event) {
    const node = this.stop();
    if (!node) return;
    const seen = this.nodes.filter(({ item }) => !item.hidden);
    const beside = (step) => seen[seen.indexOf(node) + step];
    const open = node.children.length > 0 && !this.folded.has(node.key);
    const next = { ArrowDown: () => beside(1), ArrowUp: () => beside(-1), Home: () => seen[0],
                   End: () => seen.at(-1),
                   ArrowRight: () => (open ? node.children[0] : this.fold(node, false)),
                   ArrowLeft: () => (open ? this.fold(node, true) : node.parent) }[event.key];
    if (!next) return;
    event.preventDefault();
    const to = next();
    if (to) this.take(to);
  }
}
