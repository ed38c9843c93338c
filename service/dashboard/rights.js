// Rights of a key or of a program: what it may do, and with which phones. Chosen, and shown.
import { make } from "./dom.js";
import { nameOf } from "./words.js";

// In the order in which they are shown; the words stand behind "may".
const scopeWords = {
  read: "See phones, screens, jobs and sessions",
  act: "Touch, type and open apps",
  sessions: "Give agents tasks",
  admin: "Keys, secrets, computers, webhooks",
};

const box = (value, words, checked) => {
  const input = make("input", { type: "checkbox", checked, "data-value": value });
  return { input, element: make("label", { class: "choice" }, input, make("span", {}, words)) };
};

const chosenOf = (boxes) =>
  boxes.filter(({ input }) => input.checked).map(({ input }) => input.dataset.value);

// Check boxes for `scopes`, all of them checked, and for `phones`: any of them unless some are named.
// `value()` is the part of a request that says what was chosen.
export function rightsChooser(scopes, phones) {
  const may = scopes.map((each) => box(each, scopeWords[each], true));
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
  return { element, value };
}

// "read, act" and the names of the phones, for a table.
export const scopesOf = ({ scopes }) => (scopes.length === 4 ? "everything" : scopes.join(", "));

export const phonesOf = (rights, phones) =>
  rights.phones === null ? "any"
    : rights.phones.map((id) => {
        const known = phones.find((each) => each.id === id);
        return known ? nameOf(known) : "a forgotten phone";
      }).join(", ");
