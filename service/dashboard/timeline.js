// Events of a session, one below the other.
import { button, make } from "./dom.js";
import { sentenceOf, stateName } from "./session_words.js";
import { clockTimeOf, wordsOf } from "./words.js";

const nearEnd = 80; // CSS pixels from the end at which a reader wants to see what comes

const textOf = (data) => data.text ?? data.error ?? "";

const says = (label, text) => [make("p", { class: "label" }, label), make("p", { class: "said" }, text)];

// Contents shown of each type; others show nothing.
const bodies = {
  status: ({ status, result, error }) =>
    [make("p", { class: "said" }, [stateName(status), result ?? error].filter(Boolean).join(": "))],
  thinking: (data) => says("Thinking", textOf(data)),
  text: (data) => [make("p", { class: "said" }, textOf(data))],
  tool_use: (data) => [make("p", { class: "said" }, sentenceOf(data.name, data.arguments))],
  tool_result: (data) => [make("p", { class: "said" }, textOf(data))],
  message: (data) => says("You", textOf(data)),
  question: (data) => says("The agent asks", textOf(data)),
  action: (data) => says("Somebody else", wordsOf(data.action ?? "acted on the phone")),
  verdict: ({ reached, reason }) => says(reached ? "Checked: it is so" : "Checked: it is not so", reason ?? ""),
  error: (data) => [make("p", { class: "said" }, textOf(data))],
};

export class Timeline {
  list = make("ol", { class: "timeline", "aria-label": "What has happened", tabindex: 0 });
  items = new Map(); // by the event's index
  now = null; // the item that a recording shows

  // `look` shows the frame on which something was done, `seek` the moment in a recording.
  constructor(look, seek = () => {}) {
    this.look = look;
    this.seek = seek;
  }

  // There is a recording to go to.
  setPlayable(playable) {
    this.list.classList.toggle("playable", playable);
    for (const item of this.list.children) item.querySelector(".moment").disabled = !playable;
  }

  add(event, frame) {
    const body = bodies[event.type]?.(event.data);
    if (!body) return;
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    const follows = scrollHeight - scrollTop - clientHeight < nearEnd;
    const seen = event.type === "tool_use" && frame !== null &&
      button("Show", () => this.look(frame), { class: "small", "aria-label": `Show frame ${frame + 1}` });
    const failed = event.data.failed === true || event.data.reached === false;
    const item = make("li", { "data-type": event.type, "data-failed": failed },
      button("", () => this.seek(Date.parse(event.ts)), { class: "moment", disabled: true }),
      make("div", {}, body), seen);
    item.firstChild.append(make("time", { datetime: event.ts }, clockTimeOf(event.ts)));
    if (frame !== null) item.dataset.frame = frame;
    this.items.set(event.index, item);
    this.list.append(item);
    if (follows) this.list.scrollTop = this.list.scrollHeight;
  }

  // Marks the last that had happened by then.
  pointAt(time) {
    let last = null;
    for (const item of this.list.children) {
      if (Date.parse(item.querySelector("time").dateTime) > time) break;
      last = item;
    }
    if (last === this.now) return;
    this.now?.classList.remove("now");
    this.now = last;
    last?.classList.add("now");
    if (last) this.list.scrollTop = last.offsetTop - this.list.offsetTop - 40;
  }

  // Marks what was done on a frame, and brings it into view.
  point(frame) {
    let first = null;
    for (const item of this.list.children) {
      const meant = item.dataset.frame === String(frame) && item.dataset.type === "tool_use";
      item.classList.toggle("meant", meant);
      if (meant) first ??= item;
    }
    if (first) this.list.scrollTop = first.offsetTop - this.list.offsetTop - 40;
  }
}
