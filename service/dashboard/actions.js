// Actions on one phone, one after the other, as the phone does them, and their outcomes.
import { send } from "./service.js";

const mostWaiting = 30; // then the phone is too far behind for what is seen to be what is meant
const mostRemembered = 100;

// Requests made in this tab by whoever is signed in, on any phone: they outlive a phone's page.
const remembered = new Map();

export const forgetActions = () => remembered.clear();

export class Actions extends EventTarget {
  asked = remembered; // by the job's id, in their order: the request, for whoever wants to repeat it, and the `look`;
                      // one without a job has the like of it
  waiting = []; // not sent yet, in their order: { action, asked, answer }
  busy = false;
  underWay = null; // { name, sent } of what the phone is at
  look = () => null; // a small picture of the screen that an action is meant for

  constructor(phoneId, signal) {
    super();
    this.phoneId = phoneId;
    this.signal = signal;
  }

  pathOf(name) {
    return `/v1/phones/${this.phoneId}/${name}`;
  }

  // The job once it has ended well; null when it has not, which "failed" tells. "done" tells the
  // job, when it was asked for, and how many milliseconds passed until the answer, since then and
  // since the sending.
  perform(name, body = {}) {
    return this.add({ name, body });
  }

  // The same for { name, body }, which may be changed for as long as it is open. With a promise as
  // `ready` it is not sent before that is fulfilled, and not at all where its name is null by then;
  // `begin` is called when it is sent.
  add(action) {
    if (this.waiting.length >= mostWaiting) {
      this.fail(action.name, new Error("The phone is still busy with what came before."));
      return Promise.resolve(null);
    }
    return new Promise((answer) => {
      this.waiting.push({ action, answer, asked: performance.now() });
      if (!this.busy) this.work();
    });
  }

  // True if it has not been sent, and nothing has been asked for behind it.
  isOpen(action) {
    return action !== null && this.waiting.at(-1)?.action === action;
  }

  async work() {
    this.busy = true;
    while (this.waiting.length > 0) {
      await this.waiting[0].action.ready;
      const next = this.waiting.shift();
      const goes = !this.signal.aborted && next.action.name !== null;
      next.answer(goes ? await this.carryOut(next) : null);
    }
    this.busy = false;
  }

  async carryOut({ action, asked }) {
    const { name, body } = action;
    const sent = performance.now();
    action.begin?.();
    this.underWay = { name, sent };
    let look = null;
    try {
      const answer = send("POST", this.pathOf(name), body);
      look = this.look(body); // no touch waits for it
      const job = await answer;
      const now = performance.now();
      this.remember(job, name, body, look);
      const detail = { name, job, asked, took: now - asked, underWay: now - sent };
      this.dispatchEvent(new CustomEvent("done", { detail }));
      return job;
    } catch (problem) {
      if (problem.context?.job) this.remember(problem.context.job, name, body, look);
      this.fail(name, problem);
      this.leaveOut(problem);
      return null;
    } finally {
      this.underWay = null;
    }
  }

  // Actions behind one that failed were meant for a screen that never came.
  leaveOut(problem) {
    const message = `Not sent: what came before it failed. ${problem.message}`;
    for (const { action, answer } of this.waiting.splice(0)) {
      this.fail(action.name, new Error(message));
      answer(null);
    }
  }

  fail(name, problem) {
    this.dispatchEvent(new CustomEvent("failed", { detail: { name, problem } }));
  }

  // A request that makes no job, as for a recording: it may be repeated as well, which "noted" tells.
  note(name, path) {
    const now = new Date().toISOString();
    const job = { id: `${name} ${now}`, action: name, status: "completed", created_at: now, completed_at: now };
    this.keep({ path, body: {}, look: null, job });
    this.dispatchEvent(new Event("noted"));
  }

  // A passcode is not kept, nor does it belong on a command line. Nothing is once the page has gone: somebody else may be
  // signed in by then.
  remember(job, name, body, look) {
    const kept = "passcode" in body ? { ...body, passcode: "PASSCODE" } : body;
    // Of the job no more than says what belongs together: its result may be what is on the clipboard.
    const { id, action, status, created_at, completed_at } = job;
    this.keep({ path: this.pathOf(name), body: kept, look, job: { id, action, status, created_at, completed_at } });
  }

  keep(request) {
    if (this.signal.aborted) return;
    this.asked.set(request.job.id, { phoneId: this.phoneId, ...request });
    if (this.asked.size > mostRemembered) this.asked.delete(this.asked.keys().next().value);
  }
}
