// The events of a session in the words in which they are told.
import { resultOf, sentenceOf, stateName } from "./session_words.js";
import { wordsOf } from "./words.js";

const textOf = (data) => data.text ?? data.error ?? "";

// { label, text } of each type; others say nothing.
const parts = {
  status: ({ status, result, error }, { error: told }) =>
    ({ text: [stateName(status), result ?? (error === told ? null : error)].filter(Boolean).join(": ") }),
  thinking: (data) => ({ label: "Thinking", text: textOf(data) }),
  text: (data) => ({ text: textOf(data) }),
  tool_use: (data) => ({ text: sentenceOf(data.name, data.arguments) }),
  tool_result: (data, { told, size }) => ({ text: resultOf(data, told.get(data.id), size) }),
  message: (data) => ({ label: "You", text: textOf(data) }),
  question: (data) => ({ label: "The agent asks", text: textOf(data) }),
  action: (data) => ({ label: "Somebody else", text: wordsOf(data.action ?? "acted on the phone") }),
  verdict: ({ reached, reason }) => ({ label: reached ? "Verified" : "Not verified", text: reason ?? "" }),
  error: (data) => ({ text: textOf(data) }),
};

// Tells one event after the other.
export class Story {
  told = new Map(); // what each use of a tool was given, by its id
  error = null; // that was told last, and is not told twice
  size = null; // of the screen that the agent was shown last

  // { turn, type, label, text, failed }, or null where there is nothing to say.
  tell({ type, data }) {
    if (type === "tool_use") this.told.set(data.id, data.arguments);
    if (type === "error") this.error = textOf(data);
    if (type === "screenshot" && data.width) this.size = { width: data.width, height: data.height };
    const { label = "", text = "" } = parts[type]?.(data, this) ?? {};
    if (!label && !text) return null;
    const failed = data.failed === true || data.reached === false || type === "error";
    return { turn: data.turn ?? 0, type, label, text, failed };
  }
}
