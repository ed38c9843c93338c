// An action on a phone with its arguments, in words.
import { wordsOf } from "./words.js";

const longest = 60; // characters of a text that is shown

const place = ({ x, y, ref }) => (ref ? "an element" : `${x}, ${y}`);

const cut = (text) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

const arguments_ = {
  "tap": (body) => `at ${place(body)}`,
  "double-tap": (body) => `at ${place(body)}`,
  "tap-and-hold": (body) => `at ${place(body)}, ${body.duration_ms ?? 1000} ms`,
  "drag": (body) => `from ${body.from_x}, ${body.from_y} to ${body.to_x}, ${body.to_y}`,
  "hold-and-drag": (body) => `from ${body.from_x}, ${body.from_y} to ${body.to_x}, ${body.to_y}`,
  "pinch": (body) => `${wordsOf(body.action ?? "")} at ${place(body)}`,
  "type": ({ text }) => `“${cut(text)}”`,
  "keypress": ({ key, repeat = 1 }) => wordsOf(key) + (repeat > 1 ? ` × ${repeat}` : ""),
  "open-app": ({ app_name }, nameOfApp) => nameOfApp(app_name),
  "open-url": ({ url }) => cut(url),
  "rotate": ({ orientation }) => wordsOf(orientation),
};

// Empty where there is nothing to say of the arguments. `nameOfApp` tells the name of an app by its bundle id.
export const argumentsOf = (name, body, nameOfApp) => arguments_[name]?.(body, nameOfApp) ?? "";
