// Elements made by script. Words of a phone or a person become text, never HTML.

// make("button", { class: "quiet", onclick: leave }, "Leave"). An attribute that is true stands
// without a value; one that is false, null or undefined is left out, as is such a child.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value);
  element.append(...children.flat().filter((child) => (child ?? false) !== false));
  return element;
}

// Says it only when it is news, so that a screen reader does not hear it again.
export function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let labels = 0;

// A control with its label above it, and a hint below where there is one.
export function field(label, control, hint = null) {
  control.id ||= `field-${++labels}`;
  const about = hint && make("p", { class: "hint", id: `${control.id}-hint` }, hint);
  if (about) control.setAttribute("aria-describedby", about.id);
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control, about);
}

export const button = (text, onclick, attributes = {}) =>
  make("button", { type: "button", onclick, ...attributes }, text);

// Placeholder of an empty list.
export const emptiness = (title, ...sentences) =>
  make("section", { class: "empty" }, make("h2", {}, title),
       ...sentences.map((each) => (typeof each === "string" ? make("p", {}, each) : each)));

// Where a page will be that is still read. It comes in sight only after a moment, as most pages are there before.
export const skeleton = (rows = 3) =>
  make("div", { class: "skeleton", "aria-hidden": "true" }, Array.from({ length: rows }, () => make("div")));

// Puts a text on this computer's clipboard and says so on the button for a moment. Where that is not
// allowed `instead` is called, and the button says what it returns.
export async function copyFrom(pressed, text, instead = () => "Not allowed") {
  const said = (pressed.dataset.says ??= pressed.textContent);
  try {
    await navigator.clipboard.writeText(text);
    tell(pressed, "Copied");
  } catch {
    tell(pressed, instead()); // browsers want a secure address for it
  }
  setTimeout(() => tell(pressed, said), 1500);
}

// Puts them in this order without moving the one that has the focus, which would lose it.
export function arrange(parent, elements) {
  elements.forEach((element, place) => {
    if (element.contains(document.activeElement))
      while (parent.children[place] !== element) parent.append(parent.children[place]);
    else if (parent.children[place] !== element)
      parent.insertBefore(element, parent.children[place] ?? null);
  });
}

// A table whose last column is for what can be done with a row.
export const table = (label, heads, rows) =>
  make("div", { class: "panel wide", role: "region", tabindex: 0, "aria-label": label },
    make("table", {},
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)),
                             make("td", {}))),
      make("tbody", {}, rows)));

// A button for what cannot be undone: the first press asks, the second does it.
export function dangerButton(text, sure, act, label) {
  const say = (words) => {
    tell(element, words);
    element.setAttribute("aria-label", `${words} ${label}`);
  };
  const element = button("", () => {
    if (!element.classList.toggle("danger")) return act();
    say(sure);
    setTimeout(calm, 4000);
  }, { class: "small" });
  const calm = () => {
    element.classList.remove("danger");
    say(text);
  };
  calm();
  element.addEventListener("blur", calm);
  return element;
}

const canHaveFocus = (element) => !element.disabled && element.getClientRects().length > 0;

// Takes elements out of use with true, and gives them back with false: with the focus, if they had it
// and nothing else has it by then.
export function makeSwitch(elements) {
  let off = false;
  let had = null;
  return (now) => {
    if (now === off) return;
    off = now;
    if (off) had = elements.find((each) => each.contains(document.activeElement)) && document.activeElement;
    for (const each of elements) each.inert = off;
    if (!off && document.activeElement === document.body) had?.focus({ preventScroll: true });
  };
}

// Makes a change. If what had the focus has gone with it, or is disabled now, what `next` names has it.
export function passFocus(change, next) {
  const had = document.activeElement;
  change();
  if (!canHaveFocus(had)) next()?.focus({ preventScroll: true });
}
