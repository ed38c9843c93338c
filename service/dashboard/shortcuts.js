// Keys of the pages. While somebody types they are letters; on a phone's screen they are the phone's.
import { button, make } from "./dom.js";
import { openPalette } from "./palette.js";

const timeBetween = 1000; // milliseconds between the keys of one that has two

const places = { p: "phones", s: "sessions", d: "desktops", k: "keys", u: "usage", x: "secrets" };

const overview = [["Ctrl K", "Go to or do anything"], ["/", "Search the list, or all there is"],
                  ["j, k", "Next and previous of a list"],
                  ["g p", "Phones"], ["g s", "Sessions"], ["g d", "Computers"], ["g k", "API keys"], ["g u", "Usage"],
                  ["g x", "Secrets"], ["?", "These keys"]];

function showOverview() {
  const close = button("Close", () => dialog.close(), { autofocus: true });
  const dialog = make("dialog", { class: "overview", "aria-label": "Keyboard shortcuts" },
    make("h2", {}, "Keyboard shortcuts"),
    make("dl", {}, overview.map(([keys, words]) =>
      make("div", {}, make("dt", {}, make("kbd", {}, keys)), make("dd", {}, words)))), close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const isSeen = (element) => element.getClientRects().length > 0;

function search(event) {
  event.preventDefault(); // or the key would be its first letter
  const field = [...document.querySelectorAll("#page input[type=search]")].find(isSeen);
  if (!field) return openPalette();
  field.focus();
  field.select();
}

function step(by) {
  const items = [...document.querySelectorAll("[data-item]")].filter(isSeen);
  if (items.length === 0) return;
  const now = items.findIndex((each) => each.contains(document.activeElement));
  const to = now < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, now + by));
  items[to].focus();
  items[to].scrollIntoView({ block: "nearest" });
}

const isTyping = ({ target }) => target.closest?.("input, textarea, select, [contenteditable]") !== null;

// `isActive` tells whether somebody is signed in.
export function takeShortcuts(isActive) {
  let wentAt = -Infinity; // when g was pressed
  const alone = {
    "/": search,
    "?": showOverview,
    "j": () => step(1),
    "k": () => step(-1),
    "g": ({ timeStamp }) => (wentAt = timeStamp),
  };
  addEventListener("keydown", (event) => {
    if (!isActive() || event.isComposing || event.repeat && !"jk".includes(event.key)) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return openPalette();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector("dialog[open], :popover-open")) return;
    const follows = event.timeStamp - wentAt < timeBetween && event.key in places;
    wentAt = -Infinity;
    if (follows) location.hash = `#/${places[event.key]}`;
    else alone[event.key]?.(event);
  });
}
