// The screen of a phone on its page, with what is drawn over it, what stands below it, and its edge.
import { canDo, isLocked, isTouchable } from "./ability.js";
import { plain } from "./commands.js";
import { make, tell } from "./dom.js";
import { inspector } from "./inspector.js";
import { keyboardField, takeKeys } from "./keyboard_input.js";
import { Marks } from "./marks.js";
import { lockPlate } from "./phone_lock.js";
import { phoneRail } from "./phone_rail.js";
import { Screen } from "./screen.js";
import { isReachable } from "./service.js";
import { takeTouches } from "./touch_input.js";
import { takeWheel } from "./wheel_input.js";
import * as words from "./words.js";

const noticeable = 1000; // milliseconds for which an answer is waited for without a word
const longWait = 2000; // for the first picture
const lookWidth = 96; // pixels of the small picture that an action is remembered with

const help = "Click to tap, hold to press, drag to drag. The wheel scrolls, with Ctrl it zooms. " +
             "What you type goes to the phone while its screen has the focus; Tab leaves it.";

// The words below the screen: what it takes, or why it takes less, as the grey buttons beside it show.
function helpFor(phone, locked) {
  if (canDo(phone, "tap")) return help;
  if (!isReachable() || !words.isHere(phone)) return ""; // which the glass says
  if (phone.leasedAway) return "Somebody else has leased this phone: it can be looked at and recorded.";
  if (locked) return "The phone is locked: what is grey works once it is unlocked.";
  if (!isTouchable(phone)) return "This phone takes no touches yet: what is grey works once its set-up is done.";
  return "What is grey works once the phone is ready.";
}

const secondsOf = (milliseconds) => `${Math.floor(milliseconds / 1000)} s`;

// A small copy of what the screen shows, with the place of a touch.
function lookAt(screen, { x, y, from_x = x, from_y = y }) {
  const { canvas, space } = screen;
  if (!space || canvas.matches(".blank")) return null;
  const look = make("canvas", { class: "look", width: lookWidth, "aria-hidden": "true",
                                height: Math.round((lookWidth * canvas.height) / canvas.width) });
  const pen = look.getContext("2d");
  pen.drawImage(canvas, 0, 0, look.width, look.height);
  if (!Number.isFinite(from_x)) return look;
  pen.beginPath();
  pen.arc((from_x * look.width) / space.width, (from_y * look.height) / space.height, 5, 0, 2 * Math.PI);
  pen.fillStyle = "rgb(90 120 255 / 60%)";
  pen.strokeStyle = "#fff";
  pen.fill();
  pen.stroke();
  return look;
}

// Message on the glass. The heading says why a phone is not ready, and what to do about it.
function absenceOf(phone, screen, locked) {
  if (!isReachable() || !words.isHere(phone)) return words.stateOf(phone);
  if (locked) return "";
  if (!words.hasPictures(phone)) return "No picture: this phone is not ready";
  if (screen.trouble) return screen.trouble;
  const waited = screen.overdue();
  if (screen.capturedAt === null)
    return `Waiting for a picture${waited > longWait ? `: ${secondsOf(waited)}` : ""}`;
  const frozen = screen.frozenFor();
  return frozen > 0 ? `The picture is ${secondsOf(frozen)} old` : "";
}

// `recordings` has the button that records, and the words beside it. `update(phone, status)` on the result is called when
// the phone has changed, `tick()` a few times a second.
export function phoneStage(actions, phoneNow, recordings, signal) {
  const screen = new Screen("fps=30&quality=80");
  const marks = new Marks(screen);
  const did = make("p", { class: "did", role: "status" });
  const pace = make("p", { class: "quiet pace" });
  const waiting = make("p", { class: "waiting", hidden: true });
  let refusedAt = 0; // by the page's clock
  let locked = false;
  const say = (text) => {
    did.classList.remove("refusal");
    tell(did, text);
  };
  const absence = make("p", { class: "absence" });
  const about = make("p", { class: "hint", id: "screen-help" });
  const keyboard = keyboardField({ "aria-label": "The phone's screen",
                                   "aria-describedby": "screen-help" });
  const plate = lockPlate(actions);
  const glass = make("div", { class: "touchable" }, screen.canvas, marks.element, absence, plate.element, keyboard);
  const inspected = inspector({ screen, marks, glass }, actions, signal);
  takeTouches(screen, marks, actions, say);
  takeWheel(screen, marks, actions, say);
  takeKeys(keyboard, actions, say);
  screen.canvas.addEventListener("pointerdown", () => keyboard.focus({ preventScroll: true }));
  // A mouse's default action would take the focus away again.
  screen.canvas.addEventListener("mousedown", (event) => event.preventDefault());
  screen.whenDrawn = () => {
    marks.fit();
    if (absence.textContent && phoneNow()) tick(); // what was said of its absence does not stand on it
  };
  actions.look = (body) => lookAt(screen, body);
  actions.addEventListener("done", ({ detail: { name, asked, took, job } }) => {
    if (asked < refusedAt) return; // what has gone wrong since then has not been read yet
    say(`${words.wordsOf(name)}: ${words.durationOf(took)}, phone ` +
        words.durationOf(job.timing?.device_ms ?? 0));
  });
  actions.addEventListener("failed", ({ detail: { problem } }) => {
    say(plain(problem.message));
    did.classList.add("refusal");
    refusedAt = performance.now();
  });
  const rail = phoneRail(actions, { phoneNow, record: recordings.control, say, unlock: plate.begin,
                                    whole: () => element });
  const element = make("section", { class: "stage", "aria-label": "Screen" },
    make("div", { class: "framed" }, glass, rail.element),
    make("div", { class: "under" }, did, pace, recordings.told, waiting, inspected.label),
    about);

  function tick() {
    const phone = phoneNow();
    const reachable = isReachable() && words.isHere(phone);
    const frozen = reachable && screen.frozenFor() > 0;
    tell(absence, absenceOf(phone, screen, locked));
    glass.classList.toggle("frozen", frozen && !locked);
    tell(pace, reachable ? screen.paceInWords() : "");
    const { underWay } = actions;
    const waited = underWay ? performance.now() - underWay.sent : 0;
    waiting.hidden = waited < noticeable;
    if (!waiting.hidden) tell(waiting, `${words.wordsOf(underWay.name)}: waiting for the phone, ${secondsOf(waited)}`);
  }

  function update(phone, status) {
    const reachable = isReachable();
    locked = reachable && isLocked(phone, status);
    screen.describe(words.nameOf(phone), phone);
    rail.update(locked);
    tell(about, helpFor(phone, locked));
    plate.update(locked, canDo(phone, "unlock"));
    glass.classList.toggle("locked", locked);
    glass.classList.toggle("absent", !reachable || !words.isHere(phone) || !words.hasPictures(phone));
    if (!document.hidden && reachable && words.isHere(phone)) screen.start(phone.id);
    else screen.stop();
    tick();
  }
  return { element, glass, rail: rail.element, screen, inspected, update, tick };
}
