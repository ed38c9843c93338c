// What is done with one phone: one after the other, as the phone does it, and what came of it.
import { send } from "./service.js";

const mostWaiting = 30; // then the phone is too far behind for what is seen to be what is meant

export class Actions extends EventTarget {
  asked = new Map(); // by the job's id: the request, for whoever wants to repeat it
  waiting = 0; // asked for and not answered
  last = Promise.resolve();
  lastSent = 0; // when the last one was sent, by performance.now()

  constructor(phoneId, signal) {
    super();
    this.phoneId = phoneId;
    this.signal = signal;
  }

  pathOf(name) {
    return `/v1/phones/${this.phoneId}/${name}`;
  }

  // The job once it has ended well; null when it has not, which "failed" tells. "done" tells the
  // job and how many milliseconds passed between the asking and the answer. A name that depends on
  // what comes before is a function, which is called when its turn has come.
  perform(name, body = {}) {
    if (this.waiting >= mostWaiting) {
      this.fail(name, new Error("The phone is still busy with what came before."));
      return Promise.resolve(null);
    }
    ++this.waiting;
    const asked = performance.now();
    this.last = this.last.then(() =>
      this.carryOut(typeof name === "function" ? name() : name, body, asked));
    return this.last;
  }

  async carryOut(name, body, asked) {
    try {
      if (this.signal.aborted) return null;
      this.lastSent = performance.now();
      const job = await send("POST", this.pathOf(name), body);
      this.remember(job, name, body);
      const detail = { name, job, took: performance.now() - asked };
      this.dispatchEvent(new CustomEvent("done", { detail }));
      return job;
    } catch (problem) {
      if (problem.context?.job) this.remember(problem.context.job, name, body);
      this.fail(name, problem);
      return null;
    } finally {
      --this.waiting;
    }
  }

  fail(name, problem) {
    this.dispatchEvent(new CustomEvent("failed", { detail: { name, problem } }));
  }

  // A passcode is not kept, nor does it belong on a command line.
  remember(job, name, body) {
    const kept = "passcode" in body ? { ...body, passcode: "PASSCODE" } : body;
    this.asked.set(job.id, { path: this.pathOf(name), body: kept });
  }
}

// The same request for a terminal, where $KEY holds an API key.
export function curlOf({ path, body }) {
  const quoted = JSON.stringify(body).replaceAll("'", `'\\''`);
  return `curl -H "X-API-Key: $KEY" ${location.origin}${path} --json '${quoted}'`;
}
