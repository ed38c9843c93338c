// Texts about agent sessions.
import { wordsOf } from "./words.js";

const states = { creating: "Starting", running: "Running", paused: "Paused",
                 waiting_for_user: "Needs your answer", completed: "Completed", killed: "Stopped",
                 failed: "Failed" };

export const stateName = (status) => states[status] ?? wordsOf(status);

export const turnsOf = (count) => `${count} ${count === 1 ? "turn" : "turns"}`;

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
  done: ({ success, summary }) => [success ? "Done" : "Given up", summary].filter(Boolean).join(": "),
};

// The agent's intention, as a sentence; empty where what follows says the same.
export function sentenceOf(tool, told) {
  if (tool === "ask_user") return "";
  const name = wordsOf(tool ?? "action");
  return sentences[tool]?.(told ?? {}) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

const waited = (told) => (told?.duration_ms ? `Waited ${told.duration_ms / 1000} s` : "Waited");

// Things that the story says already: the person's answer, the check's verdict, the end of the session.
const repeats = { ask_user: ["The user answers: "],
                  done: ["The session has ended.", "Somebody has looked, and finds the task not done: "] };

// The result of the use of a tool; empty where the story says it already. The service's words are for the model; `told` is what the tool was given, `size` that of
// the screen.
export function resultOf({ name, text = "" }, told, size) {
  if (repeats[name]?.some((each) => text.startsWith(each))) return "";
  if (name === "wait" && text.startsWith("The time is over.")) return waited(told);
  const whole = size && ` between (0, 0) and (${size.width - 1}, ${size.height - 1})`;
  const short = text.replace("The wait was broken off.", "Interrupted.").replace("The check was broken off.", "Interrupted.");
  return whole && short.includes(`The screen has changed${whole}`)
    ? short.replace(`The screen has changed${whole}`, "The whole screen has changed") : short;
}

// The places on the screen that an action touches, in its order.
export function placesOf(told) {
  const { x, y, from_x, from_y, to_x, to_y } = told ?? {};
  if (Number.isInteger(from_x)) return [{ x: from_x, y: from_y }, { x: to_x, y: to_y }];
  return Number.isInteger(x) ? [{ x, y }] : [];
}
