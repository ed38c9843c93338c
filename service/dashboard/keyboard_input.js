// The keyboard as the phone's: text as it is written, other keys as they are pressed.
import { make } from "./dom.js";

const keys = { Enter: "enter", Escape: "escape", Backspace: "backspace", Delete: "delete",
               ArrowUp: "arrow_up", ArrowDown: "arrow_down", ArrowLeft: "arrow_left",
               ArrowRight: "arrow_right", Home: "home", End: "end", PageUp: "page_up",
               PageDown: "page_down" };
const mostRepeats = 100;
export const longestText = 10000; // characters that the phone types at once

// A text as the phone types it, whose lines end with \n alone. Throws where it is too long.
export function textToType(text) {
  const lines = text.replace(/\r\n?/g, "\n");
  if ([...lines].length > longestText)
    throw new Error("That is more than the phone types at once: 10,000 characters.");
  return lines;
}

// Element that has the focus while the keys are the phone's: a text area that nobody sees. Browsers
// put letters together (dead keys, input methods) and paste only where there is text. A touch
// screen shows no keyboard for it.
export const keyboardField = (attributes) =>
  make("textarea", { class: "keyboard", rows: 1, inputmode: "none", autocomplete: "off",
                     autocapitalize: "off", autocorrect: "off", spellcheck: "false", ...attributes });

// Tab is left alone: it leads out of the field. Text written while the phone is busy goes to it in
// one piece, unless something else has been asked for in between.
export function takeKeys(target, actions, say) {
  let batch = null; // the newest keys that were asked for

  function type(text) {
    say("typing");
    const joins = actions.isOpen(batch) && batch.name === "type";
    if (joins && batch.body.text.length + text.length <= longestText) batch.body.text += text;
    else actions.add((batch = { name: "type", body: { text, method: "auto" } }));
  }

  function press(key) {
    say(key);
    const joins = actions.isOpen(batch) && batch.body.key === key;
    if (joins && batch.body.repeat < mostRepeats) ++batch.body.repeat;
    else actions.add((batch = { name: "keypress", body: { key, repeat: 1 } }));
  }

  function take() {
    const text = target.value;
    target.value = "";
    if (text) type(text);
  }

  // A key that ends a composition belongs to that; Safari tells it afterwards, as number 229.
  target.addEventListener("keydown", (event) => {
    const composes = event.isComposing || event.keyCode === 229;
    if (event.ctrlKey || event.metaKey || composes || !keys[event.key]) return;
    press(keys[event.key]);
    event.preventDefault();
  });
  target.addEventListener("input", (event) => event.isComposing || take());
  target.addEventListener("compositionend", take);
  target.addEventListener("paste", (event) => {
    event.preventDefault();
    try {
      const text = textToType(event.clipboardData.getData("text/plain"));
      if (text) type(text);
    } catch (problem) {
      actions.fail("type", problem);
    }
  });
}
