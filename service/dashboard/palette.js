// The palette: whatever can be gone to or done, found by a few letters.
import { make, tell } from "./dom.js";
import { liveSessions } from "./live_sessions.js";
import { pageCommands } from "./page_commands.js";
import { read } from "./service.js";
import { stateName } from "./session_words.js";
import { nameOf, stateOf } from "./words.js";

const most = 40; // that are shown
const mostSessions = 100; // that are searched, the newest

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const goTo = (address) => () => (location.hash = address);

const pages = () =>
  [...document.querySelectorAll("nav a")].map((link) =>
    ({ name: link.firstChild.textContent, hint: "Page", run: goTo(link.hash) }));

const ofPhone = (phone) => ({ name: nameOf(phone), hint: stateOf(phone), run: goTo(`#/phones/${phone.id}`) });

const ofSession = ({ id, instruction, status }) =>
  ({ name: instruction, hint: `Session · ${stateName(status)}`, run: goTo(`#/sessions/${id}`) });

// Those that have every word, the ones that begin like it first.
export function commandsLike(commands, wanted) {
  const words = folded(wanted.trim());
  const has = ({ name, hint = "" }) => words.split(/\s+/).every((word) => folded(`${name} ${hint}`).includes(word));
  const begins = ({ name }) => folded(name).startsWith(words);
  return commands.filter(has).sort((a, b) => begins(b) - begins(a)).slice(0, most);
}

// Kinds of commands that only some pages have, in words.
const doable = { App: "open an app", Button: "press a button", Session: "steer this session" };

function placeholderFor(commands) {
  const kinds = Object.keys(doable).filter((kind) => commands.some(({ hint }) => hint === kind));
  return ["Go to a phone, a page or a session", ...kinds.map((kind) => doable[kind])].join(", ");
}

export function openPalette() {
  if (document.querySelector("dialog[open]")) return;
  const commands = [...pageCommands(), ...liveSessions.all.map(ofSession), ...pages()];
  const input = make("input", { type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list",
    "aria-label": "Go to or do", placeholder: placeholderFor(commands), autocomplete: "off", spellcheck: "false" });
  const list = make("ul", { role: "listbox", id: "palette-list", "aria-label": "Commands" });
  const none = make("p", { class: "hint", role: "status" });
  const dialog = make("dialog", { class: "palette", "aria-label": "Command palette" }, input, list, none);
  let found = [];
  let chosen = 0;

  function choose(place) {
    chosen = (place + found.length) % Math.max(1, found.length);
    [...list.children].forEach((each, number) => each.setAttribute("aria-selected", number === chosen));
    const option = list.children[chosen];
    input.setAttribute("aria-activedescendant", option?.id ?? "");
    option?.scrollIntoView({ block: "nearest" });
  }

  function show() {
    found = commandsLike(commands, input.value);
    list.replaceChildren(...found.map(({ name, hint }, place) =>
      make("li", { role: "option", id: `command-${place}`, onclick: () => run(place) },
           make("span", {}, name), make("span", { class: "quiet" }, hint ?? ""))));
    list.hidden = found.length === 0;
    tell(none, found.length === 0 ? "No matches." : "");
    choose(0);
  }

  function run(place) {
    dialog.close();
    found[place]?.run();
  }

  const steps = { ArrowDown: 1, ArrowUp: -1 };
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key in steps) choose(chosen + steps[event.key]);
    else if (event.key === "Enter") run(chosen);
    else return;
    event.preventDefault();
  });
  input.addEventListener("input", show);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  show();
  const add = (more) => {
    commands.push(...more);
    if (dialog.open) show();
  };
  // Without them the rest is there all the same.
  read("/v1/phones").then((phones) => add(phones.map(ofPhone)), () => {});
  const live = new Set(liveSessions.all.map(({ id }) => id));
  read(`/v1/sessions?limit=${mostSessions}`).then(
    ({ sessions }) => add(sessions.filter(({ id }) => !live.has(id)).map(ofSession)), () => {});
}
