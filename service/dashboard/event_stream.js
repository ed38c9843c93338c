// The events of a session as they happen, from the first one on.
import { isSeen, sleep, whileSeen } from "./repeat.js";
import { Refused, ask } from "./service.js";

const retryPause = 1500; // milliseconds
const longestLine = 1 << 20; // characters

export const ends = new Set(["completed", "killed", "failed"]);

const isEnd = ({ type, data }) => type === "status" && ends.has(data.status);

// The lines of a text that comes in pieces.
async function* linesOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (held + value).split("\n");
      held = lines.pop();
      if (held.length > longestLine) throw new Error("A line has no end.");
      yield* lines;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

// The data of each event of a text/event-stream.
async function* eventsIn(body) {
  let data = [];
  for await (const line of linesOf(body)) {
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
    else if (line.trimEnd() === "" && data.length > 0) {
      yield JSON.parse(data.join("\n"));
      data = [];
    }
  }
}

// Calls `hear` with every event once and in order, until the session or the signal has ended. A
// stream that breaks off is asked for again from where it was. A page that nobody sees has none: all
// pages of a browser share its few connections to a host.
export async function follow(sessionId, signal, hear) {
  let next = 0;
  let over = false;

  async function listen(seen) {
    const path = `/v1/sessions/${sessionId}/events?since=${next}`;
    const answer = await ask(path, { signal: seen, accept: "text/event-stream" });
    for await (const event of eventsIn(answer.body)) {
      if (seen.aborted) return;
      if (event.index < next) continue;
      next = event.index + 1;
      hear(event);
      over = isEnd(event);
      if (over) return;
    }
  }

  while (!over) {
    await isSeen(signal);
    if (signal.aborted) return;
    const seen = whileSeen(signal);
    try {
      await listen(seen.signal);
    } catch (problem) {
      over = problem instanceof Refused && problem.status < 500;
    }
    if (!over) await sleep(retryPause, seen.signal); // not at all once the page is hidden
    seen.abort();
  }
}
