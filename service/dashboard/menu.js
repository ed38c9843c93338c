// A button with three dots, and the list of further buttons that it opens.
import { make } from "./dom.js";
import { iconButton } from "./icons.js";

const gap = 4; // CSS pixels
let menus = 0;

// Where the margin at the right of the page begins.
function edgeOfPage() {
  const page = document.querySelector("#page");
  return page.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(page).paddingRight);
}

// Below the button, and to the left of it where it would reach into the margin.
function place(list, opener) {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const left = at.left + width <= Math.max(edgeOfPage(), at.right) ? at.left : at.right - width;
  const below = at.bottom + gap;
  const top = below + height < innerHeight ? below : Math.max(gap, at.top - height - gap);
  Object.assign(list.style, { left: `${Math.max(gap, left)}px`, top: `${top}px` });
}

// { opener, list }, which stand beside each other.
export function menu(label, items, attributes = {}) {
  const id = `menu-${++menus}`;
  const opener = iconButton("more", label, () => {}, { popovertarget: id, ...attributes });
  const list = make("div", { id, class: "menu", popover: "auto", role: "group", "aria-label": label }, items);
  // One that asks once more, or says on itself what has been done, stays to be read.
  list.addEventListener("click", ({ target }) => {
    if (!target.closest(".danger, .stays") && list.matches(":popover-open")) list.hidePopover();
  });
  list.addEventListener("toggle", ({ newState }) => newState === "open" && place(list, opener));
  return { opener, list };
}
