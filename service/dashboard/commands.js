// Commands for a terminal as code that can be copied. In texts of the service they stand between backticks.
import { button, copyFrom, make } from "./dom.js";

export function command(text) {
  const copy = button("Copy", () => copyFrom(copy, text), { class: "small copies", "aria-label": `Copy: ${text}` });
  return make("span", { class: "row command" }, make("code", {}, text), copy);
}

const marked = /`([^`]+)`/; // a backtick that stands alone is a character like others
const isCommand = (part) => /^(sudo|systemctl|thimbled) /.test(part);

// Children of an element: the text, with its commands. What else is marked, the name of a field, is code.
export const withCommands = (text) =>
  text.split(marked).map((part, place) =>
    place % 2 === 0 ? part : isCommand(part) ? command(part) : make("code", {}, part)).filter((part) => part !== "");

// The same for where nothing can be copied.
export const plain = (text) => text.replaceAll(new RegExp(marked, "g"), "$1");
