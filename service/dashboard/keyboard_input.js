// The keyboard as the phone's: text as it is written, other keys as they are pressed.
const keys = { Enter: "enter", Escape: "escape", Backspace: "backspace", Delete: "delete",
               ArrowUp: "arrow_up", ArrowDown: "arrow_down", ArrowLeft: "arrow_left",
               ArrowRight: "arrow_right", Home: "home", End: "end", PageUp: "page_up",
               PageDown: "page_down" };
const mostRepeats = 100;
const longestText = 10000; // characters

// Tab is left alone: it leads out of the screen. What is written while the phone is still typing
// goes to it in one piece.
export function takeKeys(target, actions, say) {
  const waiting = []; // texts, and keys with how often
  let busy = false;

  async function play() {
    busy = true;
    while (waiting.length > 0) {
      const next = waiting.shift();
      if (next.text) await actions.perform("type", { text: next.text, method: "auto" });
      else await actions.perform("keypress", { key: next.key, repeat: next.repeat });
    }
    busy = false;
  }

  function add(what) {
    const last = waiting.at(-1);
    if (what.text && last?.text && last.text.length + what.text.length <= longestText)
      last.text += what.text;
    else if (what.key && last?.key === what.key && last.repeat < mostRepeats) ++last.repeat;
    else waiting.push(what);
    say(what.text ? "typing" : what.key);
    if (!busy) play();
  }

  target.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.isComposing || event.target !== target) return;
    if (keys[event.key]) add({ key: keys[event.key], repeat: 1 });
    else if ([...event.key].length === 1) add({ text: event.key });
    else return;
    event.preventDefault();
  });
  target.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text/plain").slice(0, longestText);
    if (text) add({ text });
    event.preventDefault();
  });
}
