// The story of a session: an entry for each turn, with what the agent saw, thought, did, and what came of it.
import { button, make } from "./dom.js";
import { stateName } from "./session_words.js";
import { takePicture } from "./small_pictures.js";
import { Story } from "./story.js";
import { clockOf, clockTimeOf } from "./words.js";

const nearEnd = 80; // CSS pixels from the end at which a reader wants to see what comes
const longest = 220; // characters of a thought or a result that is shown unfolded
const waiting = new Set(["waiting_for_user", "paused"]); // states in which a question stays open
const foldable = new Set(["thinking", "tool_result"]);

const beginOf = (text) => `${text.slice(0, longest / 2).trimEnd()}…`;

// A long text is folded to its beginning.
const saidOf = ({ type, text }) =>
  foldable.has(type) && text.length > longest
    ? make("details", {}, make("summary", {}, beginOf(text)), make("p", { class: "said" }, text))
    : make("p", { class: "said" }, text);

export class Timeline {
  list = make("ol", { class: "timeline", "aria-label": "What has happened", tabindex: 0 });
  story = new Story();
  events = []; // all that have been heard
  turns = new Map(); // { item, looks, parts } by the turn's number
  parts = []; // elements, in their order
  now = null; // the part that a recording shows
  turnNow = null; // the turn, which may be a later one that has said nothing
  question = null; // the part with the one that has no answer
  began = null; // milliseconds since 1970 at which a recording begins that one can go to

  // `look` shows the frame on which something was done, `seek` the moment in a recording.
  constructor(look, seek = () => {}) {
    this.look = look;
    this.seek = seek;
  }

  // There is a recording to go to, which begins then; null where there is none.
  setPlayable(began) {
    this.began = began;
    this.list.classList.toggle("playable", began !== null);
    for (const each of this.list.querySelectorAll(".moment")) this.tellOffset(each);
  }

  // A moment says where in the recording it is.
  tellOffset(moment) {
    const time = moment.querySelector("time");
    const able = this.began !== null;
    moment.disabled = !able;
    moment.replaceChildren(time);
    if (able)
      moment.append(" ", make("span", { class: "offset" }, clockOf(Math.max(0, Date.parse(time.dateTime) - this.began))));
  }

  // `frame` is the number of the picture that the event brought, or that it was meant for; null for none.
  add(event, frame) {
    const told = this.story.tell(event);
    if (event.type === "message" || (event.type === "status" && !waiting.has(event.data.status))) this.closeQuestion();
    if (!told && event.type !== "screenshot") return;
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    const follows = scrollHeight - scrollTop - clientHeight < nearEnd;
    const entry = this.turnOf(event);
    if (event.type === "screenshot") this.addLook(entry, frame, event.data.url);
    if (told) this.addPart(entry, event, told, frame);
    if (follows) this.list.scrollTop = this.list.scrollHeight;
  }

  turnOf({ ts, data: { turn = 0 } }) {
    const known = this.turns.get(turn);
    if (known) return known;
    const moment = button("", () => this.seek(Date.parse(ts)), { class: "moment" });
    moment.append(make("time", { datetime: ts }, clockTimeOf(ts)));
    this.tellOffset(moment);
    const looks = make("div", { class: "looks" });
    const parts = make("div", { class: "parts" });
    const item = make("li", { class: "turn", "data-turn": turn, "data-item": true, tabindex: -1 },
      make("div", { class: "turn-head" }, moment,
           make("span", { class: "label" }, turn > 0 ? `Turn ${turn}` : "Start")), looks, parts);
    const entry = { item, looks, parts };
    this.turns.set(turn, entry);
    this.list.append(item);
    return entry;
  }

  addLook({ looks }, frame, url) {
    if (frame === null || !url) return;
    looks.append(make("button", { type: "button", class: "look-button", "data-frame": frame,
                                  "aria-label": `Show frame ${frame + 1}`, onclick: () => this.look(frame) },
                      takePicture(url)));
  }

  addPart({ parts }, event, told, frame) {
    const { type } = event;
    const acts = type === "tool_use" && frame !== null;
    const said = acts ? button(told.text, () => this.look(frame), { class: "link said" }) : saidOf(told);
    const part = make("div", { class: "part", "data-type": type, "data-failed": told.failed, "data-ts": event.ts },
      told.label && make("p", { class: "label" }, told.label), told.text && said);
    if (acts) part.dataset.frame = frame;
    parts.append(part);
    this.parts.push(part);
    if (type === "question") this.openQuestion(part);
  }

  openQuestion(part) {
    this.closeQuestion();
    this.question = part;
    part.classList.add("open");
    part.firstChild.append(" ", make("span", { class: "badge" }, stateName("waiting_for_user")));
  }

  closeQuestion() {
    this.question?.classList.remove("open");
    this.question?.querySelector(".badge").remove();
    this.question = null;
  }

  // Marks the last turn that had begun by then, and the last that had happened.
  pointAt(time) {
    const turn = [...this.list.children].findLast((each) => Date.parse(each.querySelector("time").dateTime) <= time) ?? null;
    const last = this.parts.findLast(({ dataset }) => Date.parse(dataset.ts) <= time) ?? null;
    if (turn === this.turnNow && last === this.now) return;
    this.turnNow?.removeAttribute("aria-current");
    this.now?.classList.remove("now");
    Object.assign(this, { turnNow: turn, now: last });
    turn?.setAttribute("aria-current", "step");
    last?.classList.add("now");
    const news = turn?.contains(last) ? last : turn; // a turn begins with a look
    if (news) this.bringIntoView(news);
  }

  // Marks what was done on a frame, and brings it into view.
  point(frame) {
    let first = null;
    for (const part of this.parts) {
      const meant = part.dataset.frame === String(frame);
      part.classList.toggle("meant", meant);
      if (meant) first ??= part;
    }
    for (const each of this.list.querySelectorAll(".look-button"))
      each.setAttribute("aria-pressed", each.dataset.frame === String(frame));
    first ??= this.list.querySelector(`.look-button[data-frame="${frame}"]`);
    if (first) this.bringIntoView(first);
  }

  bringIntoView(element) {
    const top = element.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    this.list.scrollTop += top - 40;
  }
}
