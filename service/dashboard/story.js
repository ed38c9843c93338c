// The events of a session in the words in which they are told.
import { resultOf, sentenceOf, stateName } from "./session_words.js";
import { wordsOf } from "./words.js";

const textOf = (data) => data.text ?? data.error ?? "";

// { label, text } of each type; others say nothing.
const parts = {
  status: ({ status, result, error }, story) =>
    ({ text: [story.stateNews(status), story.news(result) ?? story.news(error)].filter(Boolean).join(": ") }),
  thinking: (data) => ({ label: "Thinking", text: textOf(data) }),
  text: (data) => ({ text: textOf(data) }),
  tool_use: ({ name, arguments: given }, story) =>
    ({ text: sentenceOf(name, name === "done" ? { ...given, summary: story.news(given?.summary) } : given) }),
  tool_result: (data, { told, size }) => ({ text: resultOf(data, told.get(data.id), size) }),
  message: (data) => ({ label: "You", text: textOf(data) }),
  question: (data) => ({ label: "The agent asks", text: textOf(data) }),
  action: (data) => ({ label: "Somebody else", text: wordsOf(data.action ?? "acted on the phone") }),
  verdict: ({ reached, reason }) => ({ label: reached ? "Verified" : "Not verified", text: reason ?? "" }),
  error: (data) => ({ text: textOf(data) }),
};

const live = new Set(["creating", "running", "waiting_for_user"]); // and is not paused

// Tells one event after the other.
export class Story {
  told = new Map(); // what each use of a tool was given, by its id
  said = new Set(); // by the agent and of its end: it is not said again as the result
  size = null; // of the screen that the agent was shown last
  status = "creating"; // the last one
  asks = false; // the agent, and has no answer yet

  // Null for a text that was said already.
  news(text) {
    return this.said.has(text) ? null : text;
  }

  // Of a state only what nothing else says: a session that begins, or goes on after an answer, has news of its own.
  stateNews(status) {
    const before = this.status;
    this.status = status;
    if (!live.has(status)) return stateName(status);
    if (before === "paused") return "Resumed";
    return status !== "waiting_for_user" || this.asks ? null : "Interrupted";
  }

  // { turn, type, label, text, failed }, or null where there is nothing to say.
  tell({ type, data }) {
    if (type === "question" || type === "message") this.asks = type === "question";
    if (type === "tool_use") this.told.set(data.id, data.arguments);
    if (type === "screenshot" && data.width) this.size = { width: data.width, height: data.height };
    const { label = "", text = "" } = parts[type]?.(data, this) ?? {};
    if (type === "text" || type === "error") this.said.add(textOf(data));
    if (type === "tool_use" && data.name === "done") this.said.add(data.arguments?.summary);
    if (!label && !text) return null;
    const failed = data.failed === true || data.reached === false || type === "error";
    return { turn: data.turn ?? 0, type, label, text, failed };
  }
}
