// A phone's card: what is known of it, and its picture.
// Whatever a phone says of itself is text, never HTML.
import { Refused, ask } from "./service.js";
import { partsOf } from "./multipart.js";

const leastPause = 1000; // milliseconds before a stream is asked for again, at first
const mostPause = 30000;
const paceSpan = 2000; // over which frames are counted
const shortTime = { dateStyle: "medium", timeStyle: "short" };

const pause = (time, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

export class Card {
  element = document.getElementById("card").content.firstElementChild.cloneNode(true);
  canvas = this.part("canvas");
  inView = false;
  pictured = false; // there is a picture to be had
  stream = null; // the AbortController of its stream
  receiving = false; // the stream has brought a picture
  newest = null; // the picture to draw next
  drawnAt = []; // when the latest ones were drawn
  capturedAt = null; // when the picture was taken, by the service's clock
  stillAt = -Infinity; // when a single picture was asked for
  trouble = ""; // why there is no stream

  part(selector) {
    return this.element.querySelector(selector);
  }

  tell(selector, text) {
    const part = this.part(selector);
    if (part.textContent !== text) part.textContent = text;
  }

  update(phone) {
    const { ready, blockers } = phone.readiness;
    const here = phone.connection_status !== "offline";
    const name = phone.display_name || phone.name || phone.device_name || "Phone";
    const system = phone.product_type.startsWith("iPad") ? "iPadOS" : "iOS";
    const model = [phone.device_name, phone.os_version && `${system} ${phone.os_version}`];
    this.phone = phone;
    this.state = !here ? "Not connected" : ready ? "Ready" : "Not ready";
    const seen = new Date(phone.last_seen_at).toLocaleString("en", shortTime);
    const detail = { offline: `, last seen ${seen}`, online: ", selected" };
    this.tell("h2", name);
    this.tell(".model", model.filter(Boolean).join(" · "));
    this.tell(".state", this.state + (detail[phone.connection_status] ?? ""));
    this.element.dataset.state = !here ? "away" : ready ? "ready" : "blocked";
    this.canvas.setAttribute("aria-label", `Screen of ${name}`);
    this.pictured = here && phone.capabilities.includes("screenshot");
    const known = JSON.stringify([this.pictured, blockers]);
    if (known === this.known) return;
    this.known = known;
    this.part(".blockers").replaceChildren(...blockers.map(itemOf));
    if (!this.receiving) this.stop(); // what has failed before may go well now
  }

  start() {
    this.stream = new AbortController();
    this.watch(this.stream.signal);
  }

  stop() {
    this.stream?.abort();
    this.stream = null;
    this.receiving = false;
    this.trouble = "";
  }

  async watch(signal) {
    for (let wait = leastPause; !signal.aborted; wait = Math.min(2 * wait, mostPause)) {
      try {
        const answer = await ask(`/v1/phones/${this.phone.id}/stream?fps=10&quality=70`, signal);
        for await (const part of partsOf(answer.body)) {
          if (signal.aborted) return;
          this.receiving = true;
          this.trouble = "";
          wait = leastPause;
          this.draw(part);
        }
      } catch (problem) {
        if (signal.aborted) return;
        if (problem instanceof Refused) this.trouble = problem.message;
      }
      this.receiving = false;
      await pause(wait, signal);
    }
  }

  async takeStill() {
    this.stillAt = performance.now();
    const { headers, body } = await ask(`/v1/phones/${this.phone.id}/screenshot?format=jpeg`);
    const content = await new Response(body).arrayBuffer();
    if (!this.receiving) this.draw({ headers, content });
  }

  // Draws the newest picture only: one that comes while another is decoded replaces those before.
  async draw(part) {
    const drawing = this.newest !== null;
    this.newest = part;
    if (drawing) return;
    for (let taken = null; taken !== this.newest; ) {
      taken = this.newest;
      try {
        const type = taken.headers.get("Content-Type");
        const picture = await createImageBitmap(new Blob([taken.content], { type }));
        Object.assign(this.canvas, { width: picture.width, height: picture.height });
        this.canvas.getContext("2d").drawImage(picture, 0, 0);
        picture.close();
        this.capturedAt = Date.parse(taken.headers.get("X-Captured-At"));
        this.drawnAt.push(performance.now());
      } catch {
        // One that is no picture is left out; the next may be better.
      }
    }
    this.newest = null;
  }

  // `serviceTime`: by the service's clock, in milliseconds.
  tellPace(serviceTime) {
    const now = performance.now();
    this.drawnAt = this.drawnAt.filter((when) => now - when < paceSpan);
    this.element.classList.toggle("absent", !this.pictured);
    const none = this.capturedAt === null;
    this.tell(".absence", !this.pictured ? this.state : none ? "Waiting for a picture" : "");
    const age = Math.max(0, serviceTime - this.capturedAt) / 1000;
    const rate = (this.drawnAt.length * 1000) / paceSpan;
    const facts = [this.phone.orientation.replaceAll("_", " "),
                   this.receiving && `${Math.round(rate)} fps`,
                   `${age < 10 ? age.toFixed(1) : Math.round(age)} s old`];
    this.tell(".pace", this.pictured && !none ? facts.filter(Boolean).join(" · ") : "");
    this.tell(".trouble", this.trouble);
  }
}

function itemOf({ message, remedy }) {
  const item = document.createElement("li");
  const what = document.createElement("span");
  what.textContent = remedy;
  item.append(message, what);
  return item;
}
