// A recording of pictures: a zip archive of JPEGs, each named after its milliseconds.
import { button, make, tell } from "./dom.js";
import { clockOf } from "./words.js";

const fileMark = 0x04034b50;
const fileHead = 30; // bytes, before the name
const sizesFollow = 8; // a flag: sixteen bytes stand behind the content
const step = 1000; // milliseconds that an arrow key goes
const text = new TextDecoder();

// { at, content } of each picture, in order. An archive that has not ended is read as far as it is
// there.
export function picturesIn(archive) {
  const view = new DataView(archive);
  const pictures = [];
  for (let at = 0; at + fileHead <= view.byteLength && view.getUint32(at, true) === fileMark; ) {
    const size = view.getUint32(at + 18, true);
    const nameLength = view.getUint16(at + 26, true);
    const begin = at + fileHead + nameLength + view.getUint16(at + 28, true);
    if (begin + size > view.byteLength) break;
    const name = text.decode(new Uint8Array(archive, at + fileHead, nameLength));
    pictures.push({ at: Number.parseInt(name, 10), content: new Uint8Array(archive, begin, size) });
    at = begin + size + (view.getUint16(at + 6, true) & sizesFollow ? 16 : 0);
  }
  return pictures;
}

// Plays them; `onTime` is told the milliseconds that are shown.
export class PictureFilm {
  shown = -1; // number of the picture
  drawing = 0; // counts them
  playing = null; // the timer
  position = 0; // milliseconds

  // `canvas` is what they are drawn on.
  constructor(archive, length, onTime, canvas) {
    this.pictures = picturesIn(archive);
    this.length = Math.max(length, this.pictures.at(-1)?.at ?? 0);
    this.onTime = onTime;
    this.canvas = canvas;
    this.slider = make("input", { type: "range", min: 0, max: this.length, value: 0,
                                  "aria-label": "Time in the recording" });
    this.clock = make("span", { class: "quiet" });
    this.control = button("Play", () => this.toggle(), { class: "small" });
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.slider.addEventListener("keydown", (event) => this.turn(event));
    this.element = make("div", { class: "film" }, this.canvas,
      make("div", { class: "scrub" }, this.control, this.slider, this.clock));
    this.seek(0);
  }

  seek(milliseconds) {
    this.position = Math.min(Math.max(0, milliseconds), this.length);
    this.slider.value = this.position;
    tell(this.clock, `${clockOf(this.position)} / ${clockOf(this.length)}`);
    this.slider.setAttribute("aria-valuetext", `${clockOf(this.position)} of ${clockOf(this.length)}`);
    const number = this.pictures.findLastIndex(({ at }) => at <= this.position);
    if (number !== this.shown && number >= 0) this.draw(number);
    this.onTime(this.position);
  }

  // A browser's own step would be a millisecond, as the slider goes by these.
  turn(event) {
    const steps = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key];
    if (!steps || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.seek(this.position + steps);
  }

  async draw(number) {
    this.shown = number;
    const mine = ++this.drawing;
    try {
      const picture = await createImageBitmap(new Blob([this.pictures[number].content], { type: "image/jpeg" }));
      if (mine === this.drawing) {
        Object.assign(this.canvas, { width: picture.width, height: picture.height });
        this.canvas.getContext("2d").drawImage(picture, 0, 0);
        this.canvas.classList.remove("blank");
      }
      picture.close();
    } catch {
      // One that is no picture is left out.
    }
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    if (this.playing) return;
    if (this.position >= this.length) this.seek(0);
    let last = performance.now();
    this.playing = setInterval(() => {
      const now = performance.now();
      this.seek(this.position + now - last);
      last = now;
      if (this.position >= this.length) this.stop();
    }, 40);
    tell(this.control, "Pause");
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    tell(this.control, "Play");
  }
}
