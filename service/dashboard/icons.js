// The icons of the pages, all of one hand: lines on a square of 20, as wide everywhere.
import { make } from "./dom.js";
import { draw } from "./svg.js";

// Of several shapes the further ones are filled.
const paths = {
  home: "M3.5 9.5 10 4l6.5 5.5M5.5 8v8h9V8",
  switcher: "M7 3.5h9.5v10H7zM3.5 6.5v10h9.5",
  lock: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  unlock: "M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 5.8-1",
  "volume-down": "M3.5 8v4H6l4 3.5v-11L6 8zM13 10h4",
  "volume-up": "M3.5 8v4H6l4 3.5v-11L6 8zM13 10h4M15 8v4",
  rotate: "M15.5 8A6 6 0 1 0 16 11M15.8 3.8V8h-4.2",
  screenshot: "M3.5 6.5h3l1.2-2h4.6l1.2 2h3v9h-13zM10 8.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4",
  "full-screen": "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  record: ["M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13", "M10 7a3 3 0 1 0 0 6 3 3 0 0 0 0-6"],
  "stop-recording": ["M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13", "M7.5 7.5h5v5h-5z"],
  more: "M4 10a.8.8 0 1 0 1.6 0A.8.8 0 1 0 4 10M9.2 10a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0" +
    "M14.4 10a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0",
  search: "M8.5 3.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10M12.2 12.2l4.3 4.3",
  "control-center": "M3.5 6.5h13M3.5 13.5h13M7 4.5v4M13 11.5v4",
  bell: "M5 13.5V9a5 5 0 0 1 10 0v4.5l1 1.5H4zM8.5 17h3",
  siri: "M10 4v12M6.5 7v6M13.5 7v6M3.5 9v2M16.5 9v2",
  grid: "M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z",
  table: "M3.5 5h13M3.5 10h13M3.5 15h13",
  agent: "M10 3.5l1.6 4.9 4.9 1.6-4.9 1.6-1.6 4.9-1.6-4.9L3.5 10l4.9-1.6z",
  play: "M6 4.5v11l9-5.5z",
  pause: "M7 5v10M13 5v10",
};

export const icon = (name) =>
  draw("svg", { class: "icon", viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
       ...[paths[name]].flat().map((d) => draw("path", { d })));

// A button that shows an icon alone; its text is for whoever points at it or does not see it.
export const iconButton = (name, text, onclick, attributes = {}) =>
  make("button", { type: "button", class: "icon-button", title: text, "data-title": text, onclick, ...attributes },
       icon(name), make("span", { class: "unseen" }, text));

// Changes what such a button shows and is called.
export function showAs(button, name, text) {
  if (button.dataset.title === text) return;
  button.title = button.dataset.title = text;
  button.replaceChildren(icon(name), make("span", { class: "unseen" }, text));
}
