// One recording: played here where the browser can, and offered as a file in any case.
import { button, make, tell } from "./dom.js";
import { PictureFilm } from "./picture_film.js";
import { ask, storedKey } from "./service.js";
import { clockTimeOf, momentOf } from "./words.js";

const hevc = 'video/mp4; codecs="hvc1.1.6.L153.B0"';

export const contentPath = ({ phone_id, id }) => `/v1/phones/${phone_id}/recordings/${id}/content`;

const fileName = ({ id, format }) => `recording-${id}.${format}`;

async function contentOf(recording) {
  const answer = await ask(contentPath(recording), { signal: new AbortController().signal });
  return answer.blob();
}

const reasons = { max_duration: "maximum length reached", max_bytes: "maximum size reached",
  video_changed: "the phone's video changed", session_ended: "its session ended", no_picture: "no picture received",
  storage_full: "disk full", service_ended: "the service ended",
  key_revoked: "its key was revoked", no_subscription: "no subscription", phone_forgotten: "the phone was forgotten" };

export const stateOf = ({ status, format, ended_by }) =>
  status === "recording" ? (format ? "Recording" : "Waiting for a picture")
    : [status === "failed" ? "Failed" : "Ended", reasons[ended_by]].filter(Boolean).join(": ");

// Beside a session that went on when it ended.
const cutShort = (recording) =>
  !["session_ended", "stopped"].includes(recording.ended_by) && make("p", { class: "hint" }, stateOf(recording));

const downloads = { mp4: ["Download MP4", "A movie in HEVC"], zip: ["Download JPEGs (zip)", "A zip archive of JPEGs"] };

// A link carries the cookie; the key of a tab has to be sent, so the file comes by way of the page.
export function downloadControl(recording) {
  const [words, title] = downloads[recording.format] ?? ["Download", ""];
  const attributes = { class: "small", title, "aria-label": `${words}, ${momentOf(recording.created_at)}` };
  if (storedKey() === null)
    return make("a", { ...attributes, href: contentPath(recording), download: fileName(recording) }, words);
  const control = button(words, async () => {
    try {
      const address = URL.createObjectURL(await contentOf(recording));
      make("a", { href: address, download: fileName(recording) }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    } catch (problem) {
      tell(control, problem.message);
    }
  }, attributes);
  return control;
}

// `onTime` is told the milliseconds that are shown, `onAble` as soon as there is something to seek in, and when there is
// no more. With `close`, which is called by a button, no file is offered: the list beside it does that. Without, it stands
// beside events, whose times are those of a clock.
export class RecordingPlayer {
  film = null; // of pictures
  video = null; // of a movie
  address = null; // of what was fetched for it
  wanted = null; // milliseconds to go to once it is there
  plays = false; // as soon as it is there

  constructor(recording, { onTime = () => {}, onAble = () => {}, close = null }) {
    this.recording = recording;
    this.onTime = onTime;
    this.onAble = onAble;
    this.said = make("p", { class: "hint", role: "status" }, "Loading");
    // As large as what will stand there, so that nothing moves when it comes.
    const { width, height } = recording;
    this.canvas = make("canvas", { role: "img", "aria-label": "Recorded screen", class: "blank",
                                   width: width ?? 0, height: height ?? 0 });
    this.place = make("div", { class: "player" }, this.canvas);
    const { started_at: from, ended_at: to } = recording;
    const title = close ? `Recording of ${momentOf(recording.created_at)}`
      : `Recording, ${clockTimeOf(from)} to ${clockTimeOf(to)}`;
    this.element = make("section", { class: "panel recording", "aria-label": "Recording" },
      make("div", { class: "title" }, make("h2", {}, title),
           close ? button("Close", close, { class: "small" }) : downloadControl(recording)),
      this.place, this.said, !close && cutShort(recording));
    this.load().catch((problem) => this.fail(problem.message));
  }

  async load() {
    const { recording } = this;
    if (recording.format === "zip") return this.loadPictures();
    if (make("video").canPlayType(hevc) === "") {
      this.fail("This browser cannot play HEVC video. Download the recording and open it in a video player.");
      return;
    }
    this.video = make("video", { controls: true, playsinline: true, preload: "metadata" });
    this.video.addEventListener("timeupdate", () => this.onTime(Math.round(this.video.currentTime * 1000)));
    this.video.addEventListener("error", () => this.fail("This browser cannot play the recording. Download it and open it in a video player."));
    this.video.addEventListener("loadedmetadata", () => this.begin(this.video), { once: true });
    if (storedKey() !== null) this.address = URL.createObjectURL(await contentOf(recording));
    this.video.src = this.address ?? contentPath(recording);
  }

  async loadPictures() {
    const archive = await (await contentOf(this.recording)).arrayBuffer();
    this.film = new PictureFilm(archive, this.recording.duration_ms, this.onTime, this.canvas);
    this.begin(this.film.element);
  }

  begin(element) {
    tell(this.said, "");
    this.place.replaceChildren(element);
    if (this.wanted !== null) this.seek(this.wanted);
    if (this.plays) this.play();
    this.onAble(true);
  }

  fail(why) {
    this.onAble(false);
    tell(this.said, why);
    this.place.replaceChildren();
  }

  play() {
    this.plays = true;
    this.film?.play();
    this.video?.play().catch(() => {}); // some browsers want a press of their own for it
  }

  seek(milliseconds) {
    this.wanted = milliseconds;
    this.film?.seek(milliseconds);
    if (this.video) this.video.currentTime = milliseconds / 1000;
  }

  stop() {
    this.plays = false;
    this.film?.stop();
    this.video?.removeAttribute("src");
    if (this.address) URL.revokeObjectURL(this.address);
  }
}
