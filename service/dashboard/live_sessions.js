// The sessions that have not ended, for whatever shows that an agent is at work or needs an answer.
import { sleep } from "./repeat.js";
import { Refused, read } from "./service.js";

const pause = 4000; // milliseconds, while the page is seen
const unseenPause = 15000;
const most = 100; // of each status
const statuses = ["running", "waiting_for_user", "paused", "creating"];

class LiveSessions extends EventTarget {
  all = [];
  byPhone = new Map(); // by the phone's id
  #known = "";
  #ending = null; // the AbortController of what reads them
  #pausing = new AbortController(); // ends the pause between two looks
  #isDue = false; // something has changed since the last look began

  of(phoneId) {
    return this.byPhone.get(phoneId) ?? null;
  }

  get waiting() {
    return this.all.filter(({ status }) => status === "waiting_for_user");
  }

  // Reads them until `end`, also while nobody sees the page: a question should not wait for that.
  begin() {
    this.end();
    const { signal } = (this.#ending = new AbortController());
    this.#work(signal);
  }

  end() {
    this.#ending?.abort();
    this.#ending = null;
    this.#show([]);
  }

  // Something has happened to a session: it is looked at once, or once more.
  wake() {
    this.#isDue = true;
    this.#pausing.abort();
  }

  async #work(signal) {
    signal.addEventListener("abort", () => this.#pausing.abort());
    while (!signal.aborted) {
      this.#isDue = false;
      try {
        await this.#look(signal);
      } catch (problem) {
        if (problem instanceof Refused && problem.status === 403) return; // a key that may not know of sessions
      }
      if (signal.aborted) return;
      if (this.#isDue) continue;
      this.#pausing = new AbortController();
      await sleep(document.hidden ? unseenPause : pause, this.#pausing.signal);
    }
  }

  async #look(signal) {
    const all = [];
    for (const each of statuses) // one after the other: pictures need the connections
      all.push(...(await read(`/v1/sessions?status=${each}&limit=${most}`)).sessions);
    if (!signal.aborted) this.#show(all);
  }

  // Tells "changed" when it has.
  #show(sessions) {
    const now = JSON.stringify(sessions.map(({ id, status, waiting_for }) => [id, status, waiting_for]));
    if (now === this.#known) return;
    this.#known = now;
    this.all = sessions;
    this.byPhone = new Map(sessions.map((each) => [each.phone_id, each]));
    this.dispatchEvent(new Event("changed"));
  }
}

export const liveSessions = new LiveSessions();
