// Texts about agent sessions.
import { wordsOf } from "./words.js";

const states = { creating: "Starting", running: "Running", paused: "Paused",
                 waiting_for_user: "Needs your answer", completed: "Completed", killed: "Stopped",
                 failed: "Failed" };

export const stateName = (status) => states[status] ?? wordsOf(status);

const place = ({ x, y }) => `${x}, ${y}`;
const quoted = (text) => `“${text}”`;

const sentences = {
  tap: (at) => `Tap at ${place(at)}`,
  double_tap: (at) => `Double tap at ${place(at)}`,
  long_press: (at) => `Press and hold at ${place(at)}`,
  flick: (at) => `Flick ${at.direction} from ${place(at)}`,
  drag: (way) => `Drag from ${way.from_x}, ${way.from_y} to ${way.to_x}, ${way.to_y}`,
  pinch: (at) => `${wordsOf(at.action ?? "pinch")} at ${place(at)}`,
  type: ({ text }) => `Type ${quoted(text)}`,
  keypress: ({ key }) => `Press ${wordsOf(key)}`,
  open_app: ({ app_name }) => `Open ${app_name}`,
  open_url: ({ url }) => `Open ${url}`,
  wait: ({ duration_ms }) => `Wait${duration_ms ? ` ${duration_ms / 1000} s` : ""}`,
  elements: () => "List what is on the screen",
  ask_user: () => "Ask you",
  done: ({ success, summary }) => `${success ? "Done" : "Given up"}: ${summary ?? ""}`,
};

// The agent's intention, as a sentence.
export function sentenceOf(tool, told) {
  const name = wordsOf(tool ?? "action");
  return sentences[tool]?.(told ?? {}) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

// The places on the screen that an action touches, in its order.
export function placesOf(told) {
  const { x, y, from_x, from_y, to_x, to_y } = told ?? {};
  if (Number.isInteger(from_x)) return [{ x: from_x, y: from_y }, { x: to_x, y: to_y }];
  return Number.isInteger(x) ? [{ x, y }] : [];
}
