// Agents that need an answer, told of wherever one is: in the navigation, in the page's title, and by the browser where
// that is wanted.
import { button, make, tell } from "./dom.js";
import { icon } from "./icons.js";
import { liveSessions } from "./live_sessions.js";

const longest = 140; // characters of a question in a notification

const isWanted = () => sessionStorage.getItem("notify") === "yes" && window.Notification?.permission === "granted";

// "(1) Phones · Thimble".
export const titleOf = (page) => {
  const count = liveSessions.waiting.length;
  return (count > 0 ? `(${count}) ` : "") + (page ? `${page} · Thimble` : "Thimble");
};

// The count beside a link of the navigation.
export function countBeside(link) {
  const count = make("span", { class: "count", "aria-hidden": "true", hidden: true });
  const words = make("span", { class: "unseen" });
  link.append(count, words);
  liveSessions.addEventListener("changed", () => {
    const { all, waiting } = liveSessions;
    count.hidden = all.length === 0;
    count.classList.toggle("asks", waiting.length > 0);
    tell(count, String(waiting.length || all.length));
    count.title = waiting.length > 0 ? "Agents that need your answer" : "Agents at work";
    tell(words, all.length === 0 ? "" : `. ${count.title}: ${count.textContent}`);
  });
}

function notify({ id, instruction, waiting_for: asked }) {
  try {
    const note = new Notification("An agent needs your answer",
      { body: (asked ?? instruction).slice(0, longest), tag: id });
    note.addEventListener("click", () => {
      window.focus();
      location.hash = `#/sessions/${id}`;
      note.close();
    });
  } catch {
    // Browsers of telephones take them from service workers alone.
  }
}

// Tells by the browser of each question once.
export function tellOfQuestions() {
  let told = new Set();
  const keyOf = ({ id, waiting_for: asked }) => `${id} ${asked}`; // a session may ask again
  liveSessions.addEventListener("changed", () => {
    const { waiting } = liveSessions;
    if (isWanted() && document.hidden) waiting.filter((each) => !told.has(keyOf(each))).forEach(notify);
    told = new Set(waiting.map(keyOf));
  });
}

const whyDenied = () =>
  window.isSecureContext ? "This browser blocks notifications of this page; its settings for this site can allow them."
    : "Browsers notify of pages that come over HTTPS alone.";

// The button by which they are wanted, and not any more, with the reason beside it where it cannot be pressed; null where
// the browser has none.
export function notifyButton() {
  if (!("Notification" in window)) return null;
  const words = make("span");
  const reason = make("span", { class: "hint" });
  const show = () => {
    tell(words, isWanted() ? "Notifications are on" : "Notify me of questions");
    control.setAttribute("aria-pressed", isWanted());
    control.disabled = Notification.permission === "denied";
    control.title = control.disabled ? "" : "When an agent asks while this page is not seen";
    tell(reason, control.disabled ? whyDenied() : "");
  };
  const control = button("", async () => {
    const now = isWanted() || (await Notification.requestPermission()) !== "granted" ? "no" : "yes";
    sessionStorage.setItem("notify", now);
    show();
  }, { class: "small notify" });
  control.replaceChildren(icon("bell"), words);
  show();
  return make("div", { class: "row" }, reason, control);
}
