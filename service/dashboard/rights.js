// Rights of a key or of a program: what it may do, and with which phones. Chosen, and shown.
import { make } from "./dom.js";
import { nameOf } from "./words.js";

// In the order in which they are shown: the word for a scope, and what it lets be done.
const scopeWords = {
  read: ["See", "phones, screens, recordings, jobs and sessions; change nothing"],
  act: ["Act", "touch, type, open apps, record the screen"],
  sessions: ["Agents", "give them tasks"],
  admin: ["Manage", "keys, secrets, computers, webhooks"],
};

const box = (value, words, checked) => {
  const input = make("input", { type: "checkbox", checked, "data-value": value });
  return { input, element: make("label", { class: "choice" }, input, make("span", {}, words)) };
};

const chosenOf = (boxes) =>
  boxes.filter(({ input }) => input.checked).map(({ input }) => input.dataset.value);

// Check boxes for `scopes`, of which `proposed` are checked, and for `phones`: any of them unless some are named.
// `value()` is the part of a request that says what was chosen; `reset()` proposes anew.
export function rightsChooser(scopes, phones, proposed = scopes) {
  const may = scopes.map((each) => box(each, scopeWords[each].join(": "), proposed.includes(each)));
  const of = phones.map((each) => box(each.id, nameOf(each), false));
  const some = of.length > 0 && make("fieldset", { class: "choices" },
    make("legend", {}, "Only these phones"), of.map(({ element }) => element),
    make("p", { class: "hint" }, "None selected: any phone of the account, including later ones."));
  const element = make("div", { class: "choosers" },
    make("fieldset", { class: "choices" }, make("legend", {}, "Scopes"),
      may.map((each) => each.element)), some);
  const value = () => {
    const only = chosenOf(of);
    return { scopes: chosenOf(may), phones: only.length > 0 ? only : null };
  };
  const reset = () => {
    for (const { input } of [...may, ...of]) input.checked = input.defaultChecked;
  };
  return { element, value, reset };
}

// "See, Act" and the names of the phones, for a table.
export const scopesOf = ({ scopes }) =>
  Object.keys(scopeWords).filter((each) => scopes.includes(each)).map((each) => scopeWords[each][0]).join(", ");

export const phonesOf = (rights, phones) =>
  rights.phones === null ? "any"
    : rights.phones.map((id) => {
        const known = phones.find((each) => each.id === id);
        return known ? nameOf(known) : "a forgotten phone";
      }).join(", ");
