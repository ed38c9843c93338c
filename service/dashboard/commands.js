// Commands for a terminal as code that can be copied. In texts of the service they stand between backticks.
import { button, copyFrom, make } from "./dom.js";

export function command(text) {
  const copy = button("Copy", () => copyFrom(copy, text), { class: "small copies", "aria-label": `Copy: ${text}` });
  return make("span", { class: "row command" }, make("code", {}, text), copy);
}

// Children of an element: the text, with its commands.
export const withCommands = (text) =>
  text.split("`").map((part, place) => (place % 2 === 1 ? command(part) : part)).filter((part) => part !== "");

// The same for where nothing can be copied.
export const plain = (text) => text.replaceAll("`", "");
