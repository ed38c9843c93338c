// A canvas that shows a phone's screen as it is streamed, the newest picture only.
import { make } from "./dom.js";
import { partsOf } from "./multipart.js";
import { sleep } from "./repeat.js";
import { Refused, ask } from "./service.js";
import { serviceNow } from "./service_clock.js";
import { canShowVideo, watchVideo } from "./video.js";
import { hasVideo } from "./words.js";

const leastPause = 1000; // milliseconds before a stream is asked for again, at first
const mostPause = 30000;
const paceSpan = 2000; // over which frames are counted
const frozenAfter = 2000; // milliseconds without a picture, where they come all the time
const stillAfter = 6000; // and where they come more seldom while nothing moves
const usualShapes = { iPad: { width: 1008, height: 1344 }, other: { width: 620, height: 1344 } };
const slender = 1.9; // times as long as wide: phones of that shape have round corners, others hardly

export class Screen {
  canvas = make("canvas", { role: "img", width: 0, height: 0, class: "blank" });
  stream = null; // the AbortController of its stream
  receiving = false; // the stream has brought a picture
  newest = null; // the picture to draw next
  drawing = null; // ends when the newest one is drawn
  drawnAt = []; // when the latest ones were drawn
  capturedAt = null; // when the picture was taken, by the service's clock
  shownAt = null; // when it was drawn, by the page's
  startedAt = 0; // when the stream was asked for, by the page's clock
  space = null; // width and height in which the service counts pixels
  frameId = null; // of the picture that is shown
  trouble = ""; // why there is no stream
  hasVideo = false; // the phone has one of its own
  video = false; // which is what is shown
  whenDrawn = () => {};

  // `pace`: the query of the stream.
  constructor(pace) {
    this.pace = pace;
  }

  // Size of the phone from before the first picture, so that nothing moves when it does. One whose
  // size is not known has the usual one of its kind.
  describe(name, phone = {}) {
    const { width, height, product_type: type = "" } = phone;
    this.canvas.setAttribute("aria-label", `Screen of ${name}`);
    this.hasVideo = hasVideo(phone);
    if (this.space) return;
    const usual = usualShapes[type.startsWith("iPad") ? "iPad" : "other"];
    if (width && height) this.size(width, height);
    else this.size(usual.width, usual.height);
  }

  size(width, height) {
    Object.assign(this.canvas, { width, height });
    const ratio = Math.max(width, height) / Math.min(width, height);
    this.canvas.classList.toggle("round", ratio > slender);
  }

  start(phoneId) {
    if (this.stream) return;
    this.stream = new AbortController();
    this.startedAt = performance.now();
    this.watch(phoneId, this.stream.signal);
  }

  stop() {
    this.stream?.abort();
    this.stream = null;
    this.receiving = this.video = false;
    this.trouble = "";
  }

  // An attempt that failed before may go well now: the next start does not wait.
  forgetTrouble() {
    if (!this.receiving) this.stop();
  }

  async watch(phoneId, signal) {
    let unanswered = false; // a video that brought nothing does not say why: pictures do
    for (let wait = leastPause; !signal.aborted; wait = Math.min(2 * wait, mostPause)) {
      try {
        const path = `/v1/phones/${phoneId}/stream?${this.pace}`;
        const video = !unanswered && this.hasVideo && (await canShowVideo());
        unanswered = false;
        if (video) {
          await watchVideo(`${path}&codec=hevc`, signal, this);
          unanswered = !this.receiving;
        } else {
          await this.watchPictures(path, signal);
        }
      } catch (problem) {
        if (signal.aborted) return;
        if (problem instanceof Refused) this.trouble = problem.message;
      }
      if (this.receiving) wait = leastPause;
      this.receiving = false;
      if (this.video) this.startedAt = performance.now(); // its last picture has stood for the screen until now
      this.video = false;
      await sleep(wait, signal);
    }
  }

  async watchPictures(path, signal) {
    const answer = await ask(path, { signal });
    for await (const part of partsOf(answer.body)) {
      if (signal.aborted) return;
      this.noteReceiving();
      this.draw({ ...part, isWanted: () => !signal.aborted });
    }
  }

  noteReceiving() {
    this.receiving = true;
    this.trouble = "";
  }

  // A picture in place of the video, which says less of itself than others do.
  drawPicture({ width, height, frame_id }, content) {
    this.noteReceiving();
    this.video = false;
    const headers = new Headers({ "Content-Type": "image/jpeg", "X-Screen-Width": width,
      "X-Screen-Height": height, "X-Frame-Id": frame_id, "X-Captured-At": new Date(serviceNow()).toISOString() });
    this.draw({ headers, content, isWanted: () => this.stream !== null });
  }

  // A picture of the video without the edge that its encoder has added on its right and below, turned
  // so that it stands upright. A service before this one does not tell of the edge.
  showFrame(frame, { turn, width, height, frame_id, shown_width, shown_height }, capturedAt) {
    if (!this.stream) return;
    this.noteReceiving();
    this.video = true;
    const across = Math.min(frame.displayWidth, shown_width ?? frame.displayWidth);
    const down = Math.min(frame.displayHeight, shown_height ?? frame.displayHeight);
    const [wide, high] = turn % 180 === 0 ? [across, down] : [down, across];
    this.fit(wide, high);
    const pen = this.canvas.getContext("2d");
    pen.save();
    pen.translate(wide / 2, high / 2);
    pen.rotate((turn * Math.PI) / 180);
    pen.drawImage(frame, -across / 2, -down / 2);
    pen.restore();
    this.noteShown({ width, height }, frame_id, capturedAt);
  }

  // One picture, from a path that answers with it; nothing is drawn if it is not wanted any more.
  async take(path, stillWanted = () => true) {
    const answer = await ask(path);
    const content = await answer.arrayBuffer();
    const isWanted = () => !this.receiving && stillWanted();
    if (isWanted()) await this.draw({ headers: answer.headers, content, isWanted });
  }

  // One that comes while another is decoded replaces those before; it is drawn, or was replaced or
  // not wanted any more, when this ends.
  draw(part) {
    this.newest = part;
    this.drawing ??= this.drawNewest();
    return this.drawing;
  }

  async drawNewest() {
    for (let taken = null; taken !== this.newest; ) {
      taken = this.newest;
      try {
        const type = taken.headers.get("Content-Type");
        const picture = await createImageBitmap(new Blob([taken.content], { type }));
        if (taken.isWanted()) this.show(picture, taken.headers);
        picture.close();
      } catch {
        // One that is no picture is left out; the next may be better.
      }
    }
    this.drawing = null;
  }

  show(picture, headers) {
    this.fit(picture.width, picture.height);
    this.canvas.getContext("2d").drawImage(picture, 0, 0);
    const edge = (name, own) => Number(headers.get(name)) || own;
    const space = { width: edge("X-Screen-Width", picture.width),
                    height: edge("X-Screen-Height", picture.height) };
    this.noteShown(space, headers.get("X-Frame-Id"), Date.parse(headers.get("X-Captured-At")));
  }

  fit(width, height) {
    if (this.canvas.width !== width || this.canvas.height !== height) this.size(width, height);
  }

  noteShown(space, frameId, capturedAt) {
    this.canvas.classList.remove("blank");
    this.space = space;
    this.frameId = frameId;
    this.capturedAt = capturedAt;
    this.shownAt = performance.now();
    this.drawnAt.push(this.shownAt);
    this.whenDrawn();
  }

  // Pictures a second, lately.
  rate() {
    const now = performance.now();
    this.drawnAt = this.drawnAt.filter((when) => now - when < paceSpan);
    return (this.drawnAt.length * 1000) / paceSpan;
  }

  // Milliseconds for which a stream has brought no picture. A video brings none while nothing moves.
  overdue() {
    if (!this.stream || this.video) return 0;
    return performance.now() - Math.max(this.shownAt ?? 0, this.startedAt);
  }

  // The same of a picture that is shown, once it should have been followed by another; until then 0.
  frozenFor() {
    const overdue = this.overdue();
    const frozen = this.capturedAt !== null && overdue > (this.hasVideo ? stillAfter : frozenAfter);
    return frozen ? overdue : 0;
  }

  // "30 fps · 0.1 s old"; empty while there is no picture.
  paceInWords() {
    if (!Number.isFinite(this.capturedAt) || this.capturedAt === null) return "";
    const age = Math.max(0, serviceNow() - this.capturedAt) / 1000;
    const old = `${age < 10 ? age.toFixed(1) : Math.round(age)} s old`;
    return this.receiving ? `${Math.round(this.rate())} fps · ${old}` : old;
  }
}
