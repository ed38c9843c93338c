// The page /docs beyond its text: finds requests while somebody types, copies examples, knows its own address.
import { button, copyFrom, make, tell } from "./dom.js";

const textOf = (elements) => [...elements].map((each) => each.textContent).join("\n").toLowerCase();
const linkTo = (place) => document.querySelector(`nav a[href="#${place.id}"]`);

// `asked`: method, paths, summary and fields of the request; `answered`: names in the answer's examples as well.
const requests = [...document.querySelectorAll("main details")].map((row) => {
  const asked = textOf(row.querySelectorAll("summary > *, .also code, .fields td:first-child code"));
  const names = textOf(row.querySelectorAll("pre")).match(/"\w+":/g) ?? [];
  return { row, link: linkTo(row.lastElementChild), asked, answered: [asked, ...names].join("\n") };
});
const chapters = [...document.querySelectorAll("main > section")].filter((each) => each.querySelector("details"));
const beside = document.querySelectorAll("#top, #records, #errors");

function fitting(words) {
  const having = (texts) => requests.filter((each) => words.every((word) => each[texts].includes(word)));
  const found = having("asked");
  return found.length > 0 ? found : having("answered");
}

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = fitting(words);
  for (const each of requests) each.row.hidden = each.link.hidden = !found.includes(each);
  for (const each of chapters) {
    each.hidden = !each.querySelector("details:not([hidden])");
    linkTo(each).parentElement.hidden = each.hidden;
  }
  for (const each of beside) each.hidden = linkTo(each).parentElement.hidden = words.length > 0;
  tell(count, words.length === 0 ? "" : found.length === 0 ? "None" : `${found.length} of ${requests.length}`);
}

function clear() {
  field.value = "";
  find();
}

const field = make("input", { type: "search", placeholder: "Search the requests  /", spellcheck: "false", autocomplete: "off",
                              "aria-label": "Search the requests by method, path, summary or field" });
const count = make("span", { role: "status" });
const main = document.querySelector("main");
main.prepend(make("div", { class: "search", role: "search" }, field, count));

field.addEventListener("input", () => {
  find();
  main.scrollIntoView({ behavior: "instant" }); // what was found begins there
});

document.addEventListener("keydown", (event) => {
  const typing = document.activeElement === field;
  if (typing && event.key === "Escape") {
    event.preventDefault();
    clear();
  } else if (!typing && event.key === "/" && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault(); // or it would be the first letter
    field.focus();
    field.select();
  }
});

// A link to what the search hides ends it, or the link would lead nowhere.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href^='#']");
  if (link && document.querySelector(link.hash)?.closest("[hidden]")) clear();
});

for (const each of document.querySelectorAll("figure")) {
  const example = each.querySelector("pre");
  const selected = () => {
    getSelection().selectAllChildren(example);
    return "Selected";
  };
  each.querySelector("figcaption").append(
    button("Copy", ({ currentTarget }) => copyFrom(currentTarget, example.textContent, selected), { class: "small" }));
}

document.querySelector("#address").textContent = location.origin;
