// The screen beside a session: live, or as the agent saw it at a moment.
import { button, make, tell } from "./dom.js";
import { iconButton, showAs } from "./icons.js";
import { Marks } from "./marks.js";
import { Screen } from "./screen.js";
import { placesOf } from "./session_words.js";
import { draw } from "./svg.js";
import { connectionLost } from "./words.js";

const markRadius = 16; // CSS pixels
const tickPause = 500; // milliseconds
const framePause = 1200; // milliseconds that each one is shown while they are played

export class Frames {
  all = []; // { url, width, height, actions: [places] }
  chosen = null; // a frame's number; null is live, or nothing yet
  live = false; // the session goes on
  seen = true; // the page is; one in a hidden tab is not
  reachable = true; // the service answers
  marked = false; // the chosen frame's picture is there, and its actions are marked
  wanted = 0; // counts the pictures that were asked for
  playing = null; // the timer that shows one after the other

  // `point` is told which frame is looked at.
  constructor(phoneId, point) {
    this.phoneId = phoneId;
    this.point = point;
    this.screen = new Screen("fps=15&quality=75");
    this.marks = new Marks(this.screen);
    this.slider = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Frame" });
    this.said = make("p", { class: "quiet", role: "status" });
    this.absence = make("p", { class: "absence" });
    this.back = button("Live", () => this.goLive(), { class: "small", hidden: true });
    this.control = iconButton("play", "Play frames", () => this.play());
    this.slider.addEventListener("input", () => {
      this.pause();
      this.choose(Number(this.slider.value));
    });
    // A mark is as wide on a narrow window as on a wide one.
    new ResizeObserver(() => this.marked && this.drawMarks()).observe(this.screen.canvas);
    this.glass = make("div", { class: "touchable" }, this.screen.canvas, this.marks.element,
                      this.absence);
    this.element = make("section", { class: "stage", "aria-label": "Screen" }, this.glass,
      make("div", { class: "scrub" }, this.control, this.slider, this.back), this.said);
    this.ticking = setInterval(() => this.chosen === null && this.tellAbsence(), tickPause);
    this.tellWhich();
  }

  addFrame({ url, width, height }) {
    this.all.push({ url, width, height, actions: [] });
    this.slider.max = Math.max(0, this.all.length - 1);
    if (this.chosen === null) this.slider.value = this.slider.max;
    this.tellWhich();
    return this.all.length - 1;
  }

  // Something was done on the newest frame; its number, or null where there is none.
  addAction(told) {
    if (this.all.length === 0) return null;
    this.all.at(-1).actions.push(placesOf(told));
    if (this.chosen === this.all.length - 1) this.drawMarks();
    return this.all.length - 1;
  }

  // Shows one after the other to the last, from the first if that is shown.
  play() {
    if (this.playing) return this.pause();
    const last = this.all.length - 1;
    this.choose(this.chosen === null || this.chosen >= last ? 0 : this.chosen + 1);
    showAs(this.control, "pause", "Pause frames");
    this.playing = setInterval(() => {
      if (this.chosen === null || this.chosen >= this.all.length - 1) return this.pause();
      this.choose(this.chosen + 1);
    }, framePause);
  }

  pause() {
    clearInterval(this.playing);
    this.playing = null;
    showAs(this.control, "play", "Play frames");
  }

  goLive() {
    this.pause();
    this.chosen = null;
    ++this.wanted;
    this.clearMarks();
    this.slider.value = this.slider.max;
    this.tellAbsence();
    this.streamOrNot();
    this.tellWhich();
  }

  setLive(live) {
    if (live === this.live) return;
    this.live = live;
    this.streamOrNot();
    if (!live && this.chosen === null && this.all.length > 0) this.choose(this.all.length - 1);
    this.tellWhich();
  }

  setSeen(seen) {
    this.seen = seen;
    this.streamOrNot();
  }

  setReachable(reachable) {
    this.reachable = reachable;
    this.streamOrNot();
    if (this.chosen === null) this.tellAbsence();
  }

  // Of the live picture; a frame that the agent saw stays as true as it was.
  tellAbsence() {
    const lost = this.live && !this.reachable;
    const frozen = this.live && !lost && this.seen ? this.screen.frozenFor() : 0;
    this.glass.classList.toggle("absent", lost);
    this.glass.classList.toggle("frozen", frozen > 0);
    tell(this.absence, lost ? connectionLost : frozen > 0 ? `The picture is ${Math.floor(frozen / 1000)} s old` : "");
  }

  streamOrNot() {
    if (this.live && this.seen && this.reachable && this.chosen === null) this.screen.start(this.phoneId);
    else this.screen.stop();
  }

  async choose(number) {
    const frame = this.all[number];
    if (!frame) return;
    this.chosen = number;
    this.glass.classList.remove("absent", "frozen");
    this.slider.value = number;
    this.streamOrNot();
    this.tellWhich();
    this.point(number);
    const mine = ++this.wanted;
    const isWanted = () => mine === this.wanted;
    this.clearMarks();
    try {
      await this.screen.take(frame.url, isWanted);
      if (!isWanted()) return;
      tell(this.absence, "");
      this.drawMarks();
    } catch (problem) {
      if (!isWanted()) return;
      this.screen.canvas.classList.add("blank");
      tell(this.absence, problem.status === 404 ? "This picture is no longer stored." : problem.message);
    }
  }

  clearMarks() {
    this.marked = false;
    this.marks.element.replaceChildren();
  }

  drawMarks() {
    const { width, height, actions } = this.all[this.chosen];
    if (width && height) this.screen.space = { width, height }; // what the agent's places are in
    if (!this.screen.space) return;
    this.marked = true;
    this.marks.fit();
    const shapes = actions.flatMap(([from, to]) => shapesOf(from, to, this.marks));
    this.marks.element.replaceChildren(...shapes);
  }

  tellWhich() {
    const count = this.all.length;
    this.slider.disabled = count === 0;
    this.control.disabled = count < 2;
    this.back.hidden = !this.live || this.chosen === null;
    const where = this.chosen === null ? (this.live ? "Live" : "")
      : `Frame ${this.chosen + 1} of ${count}, as the agent saw it`;
    tell(this.said, count === 0 && !this.live ? "The agent has not looked at the screen." : where);
  }

  // Nothing is drawn from now on, whatever still comes.
  stop() {
    clearInterval(this.ticking);
    this.pause();
    ++this.wanted;
    this.clearMarks();
    this.screen.stop();
  }
}

function shapesOf(from, to, marks) {
  if (!from) return [];
  const circle = ({ x, y }, kind) =>
    draw("circle", { class: `finger ${kind}`, cx: x + 0.5, cy: y + 0.5, r: markRadius * marks.scale() });
  if (!to) return [circle(from, "done")];
  const points = `${from.x + 0.5} ${from.y + 0.5} ${to.x + 0.5} ${to.y + 0.5}`;
  return [draw("polyline", { class: "trail", points }), circle(from, "done"), circle(to, "done")];
}
