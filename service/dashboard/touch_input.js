// The mouse, or a finger on this screen, as a finger on the phone's.
import { wordsOf } from "./words.js";

const stillness = 6; // CSS pixels that a hand trembles
const doubleTime = 350; // milliseconds between two clicks that are one double click
const holdTime = 500; // milliseconds that make a click a hold
const longestHold = 30000; // that the service takes
const slowest = 0.35; // CSS pixels a millisecond: below it a drag is slow
const quickest = 1.1; // above it it is fast

// The pixel of the screen under a pointer, whatever the page's zoom; the nearest one beside it.
export function placeUnder(event, screen) {
  const box = screen.canvas.getBoundingClientRect();
  const pixel = (offset, length, count) =>
    Math.min(count - 1, Math.max(0, Math.floor((offset * count) / length)));
  const { width, height } = screen.space;
  return { x: pixel(event.clientX - box.left, box.width, width),
           y: pixel(event.clientY - box.top, box.height, height) };
}

const speedOf = (length, time) =>
  length / time > quickest ? "fast" : length / time < slowest ? "slow" : "medium";

// Action of a finger that went from `from` to `to`: its name and arguments. `still` is how long it
// rested first, `time` how long it moved, `length` how far, in CSS pixels.
export function gestureOf({ from, to, still, time, length }) {
  const held = still >= holdTime;
  if (length <= stillness)
    return held ? ["tap-and-hold", { ...from, duration_ms: Math.min(longestHold, Math.round(still)) }]
                : ["tap", { ...from }];
  const way = { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y };
  const speed = speedOf(length, Math.max(1, time));
  if (!held) return ["drag", { ...way, speed }];
  return ["hold-and-drag", { ...way, hold_duration_ms: Math.min(longestHold, Math.round(still)), speed }];
}

// The same for the picture it was meant for.
export const meantFor = (frameId, body) => (frameId ? { ...body, frame_id: frameId } : body);

class Touch {
  constructor(event, screen, marks) {
    this.screen = screen;
    this.start = event;
    this.from = this.to = placeUnder(event, screen);
    this.frameId = screen.frameId;
    this.finger = marks.finger(this.from);
    this.farthest = 0;
    this.leftAt = null; // when it began to move
  }

  move(event) {
    const far = Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY);
    this.farthest = Math.max(this.farthest, far);
    if (this.farthest > stillness) this.leftAt ??= event.timeStamp;
    if (this.leftAt === null) return;
    this.to = placeUnder(event, this.screen);
    this.finger.moveTo(this.to);
  }

  gesture(event) {
    this.move(event);
    const leftAt = this.leftAt ?? event.timeStamp;
    const [name, body] = gestureOf({ from: this.from, to: this.to, length: this.farthest,
                                     still: leftAt - this.start.timeStamp,
                                     time: event.timeStamp - leftAt });
    return [name, meantFor(this.frameId, body)];
  }
}

// Clicks as taps, never more than were clicked. A click is a tap at once, and two are a double tap to
// the phone as on its glass. A phone that took so long for its last tap that it would see two single
// ones gets both as one double tap: there a click waits until the time for a second one is over.
class Clicks {
  slow = false;
  first = null; // the click that may become a double click: { event, action, answer, go }

  constructor(actions) {
    this.actions = actions;
    actions.addEventListener("done", ({ detail: { name, underWay } }) => {
      if (name === "tap") this.slow = underWay > doubleTime;
    });
  }

  isSecond({ timeStamp, clientX, clientY }) {
    if (this.first === null) return false;
    const { event } = this.first;
    return timeStamp - event.timeStamp < doubleTime &&
           Math.hypot(clientX - event.clientX, clientY - event.clientY) <= 2 * stillness;
  }

  add(event, body) {
    const { first } = this;
    const second = this.isSecond(event);
    this.first = null;
    if (second && this.actions.isOpen(first.action)) {
      first.action.name = "double-tap";
      first.go();
      return first.answer;
    }
    const action = { name: "tap", body };
    if (second) return this.actions.add(action);
    let go = () => {};
    if (this.slow)
      action.ready = new Promise((resolve) => {
        go = resolve;
        setTimeout(resolve, doubleTime);
      });
    this.first = { event, action, go, answer: this.actions.add(action) };
    return this.first.answer;
  }

  forget() {
    this.first = null;
  }
}

export function takeTouches(screen, marks, actions, say) {
  const { canvas } = screen;
  const clicks = new Clicks(actions);
  let touch = null;
  const isOurs = (event) => touch !== null && event.pointerId === touch.start.pointerId;
  const drop = (event) => {
    if (!isOurs(event)) return;
    touch.finger.end("");
    touch = null;
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (touch || event.button !== 0 || !event.isPrimary || !screen.space) return;
    canvas.setPointerCapture(event.pointerId);
    touch = new Touch(event, screen, marks);
  });
  canvas.addEventListener("pointermove", (event) => isOurs(event) && touch.move(event));
  canvas.addEventListener("pointercancel", drop);
  canvas.addEventListener("lostpointercapture", drop);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerup", async (event) => {
    if (!isOurs(event)) return;
    if (event.button !== 0) return drop(event); // the last button of several
    const { finger, from } = touch;
    const [name, body] = touch.gesture(event);
    touch = null;
    say(`${wordsOf(name)} at ${from.x}, ${from.y}`);
    if (name !== "tap") clicks.forget();
    const job = await (name === "tap" ? clicks.add(event, body) : actions.perform(name, body));
    finger.end(job ? "landed" : "refused");
  });
}
