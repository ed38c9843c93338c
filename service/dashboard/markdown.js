// The Markdown that the documents are written in, as elements: no more of it than they use.
import { make } from "./dom.js";

// GitHub's anchor of a heading, by which links name it.
export const anchorOf = (heading) =>
  heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\-_ ]/gu, "").replaceAll(" ", "-");

const marks = /`([^`]+)`|!\[[^\]]*\]\([^)\s]+\)|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*/gu;

// `addressOf` gives the address that a link's target has here, or null where it has none.
function inline(text, addressOf) {
  const out = [];
  let end = 0;
  for (const found of text.matchAll(marks)) {
    out.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    const [, code, label, target, strong, soft] = found;
    if (code) out.push(make("code", {}, code));
    else if (label) {
      const href = addressOf(target);
      out.push(href ? make("a", { href }, ...inline(label, addressOf)) : label);
    } else if (strong) out.push(make("strong", {}, ...inline(strong, addressOf)));
    else if (soft) out.push(make("em", {}, ...inline(soft, addressOf)));
  }
  out.push(text.slice(end));
  return out.filter((each) => each !== "");
}

const cellsOf = (line) => line.replace(/^\|/, "").replace(/\|\s*$/, "").split("|").map((each) => each.trim());

function tableOf(lines, addressOf) {
  const row = (tag, attributes) => (line) =>
    make("tr", {}, cellsOf(line).map((cell) =>
      make(cell === "" ? "td" : tag, cell === "" ? {} : attributes, ...inline(cell, addressOf))));
  const head = row("th", { scope: "col" })(lines[0]);
  const names = [...head.children].map((cell) => cell.textContent).filter(Boolean).join(", ");
  return make("div", { class: "wide", role: "region", tabindex: 0, "aria-label": `Table: ${names}` },
    make("table", {}, make("thead", {}, head),
         make("tbody", {}, lines.slice(2).map(row("td", {})))));
}

const itemStart = /^(?:[-*]|\d+\.) +/;

function listOf(lines, addressOf) {
  const items = [];
  let width = 0; // of the mark before the first item, which what belongs to it is indented by
  for (const line of lines) {
    const begun = itemStart.exec(line);
    if (begun) {
      width = begun[0].length;
      items.push([line.slice(width)]);
    } else items.at(-1).push(line.slice(Math.min(width, line.search(/\S|$/))));
  }
  return make(/^\d/.test(lines[0]) ? "ol" : "ul", {},
              items.map((each) => make("li", {}, blocksOf(each, addressOf))));
}

// The lines from `at` on for as long as they are `wanted`.
function taken(lines, at, wanted) {
  let end = at;
  while (end < lines.length && wanted(lines[end])) ++end;
  return lines.slice(at, end);
}

function headingOf(line, addressOf) {
  const [, level, words] = /^(#+) (.*)$/.exec(line);
  return make(`h${Math.min(level.length, 4)}`, { id: `place-${anchorOf(words)}`, tabindex: -1 },
              ...inline(words, addressOf));
}

function isPlain(line) {
  return line.trim() !== "" && !/^(#+ |```|>|\|)/.test(line) && !itemStart.test(line);
}

// One block and how many lines it has.
function blockAt(lines, at, addressOf) {
  const line = lines[at];
  if (/^#+ /.test(line)) return [headingOf(line, addressOf), 1];
  if (line.startsWith("```")) {
    const code = taken(lines, at + 1, (each) => !each.startsWith("```"));
    return [make("pre", { tabindex: 0 }, code.join("\n")), code.length + 2];
  }
  if (line.startsWith("    ")) {
    const code = taken(lines, at, (each) => each.startsWith("    "));
    return [make("pre", { tabindex: 0 }, code.map((each) => each.slice(4)).join("\n")), code.length];
  }
  if (line.startsWith(">")) {
    const quoted = taken(lines, at, (each) => each.startsWith(">"));
    const inner = quoted.map((each) => each.replace(/^> ?/, ""));
    return [make("blockquote", {}, blocksOf(inner, addressOf)), quoted.length];
  }
  if (line.startsWith("|")) {
    const rows = taken(lines, at, (each) => each.startsWith("|"));
    return [tableOf(rows, addressOf), rows.length];
  }
  if (itemStart.test(line)) {
    const items = taken(lines, at, (each) => each.trim() === "" || /^\s/.test(each) ||
                                             itemStart.test(each));
    return [listOf(items, addressOf), items.length];
  }
  const text = taken(lines, at, isPlain);
  const used = Math.max(text.length, 1); // never none, whatever a line is
  return [make("p", {}, ...inline(lines.slice(at, at + used).join(" "), addressOf)), used];
}

function blocksOf(lines, addressOf) {
  const out = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at].trim() === "") {
      ++at;
      continue;
    }
    const [block, used] = blockAt(lines, at, addressOf);
    out.push(block);
    at += used;
  }
  return out;
}

// Regions need different names: tables with the same columns have that of the heading above as well.
function nameTables(blocks) {
  let heading = "";
  for (const block of blocks)
    if (/^H\d$/.test(block.tagName)) heading = block.textContent;
    else if (block.matches(".wide"))
      block.setAttribute("aria-label", `${heading}. ${block.getAttribute("aria-label")}`);
}

export function showMarkdown(text, addressOf) {
  const blocks = blocksOf(text.split("\n"), addressOf);
  nameTables(blocks);
  return blocks;
}
