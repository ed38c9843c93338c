// A session as a file: its story as a page that stands alone, with the pictures in it, its events as JSON, or its
// pictures alone.
import { zipOf } from "./archive.js";
import { make } from "./dom.js";
import { ask } from "./service.js";
import { stateName, turnsOf } from "./session_words.js";
import { Story } from "./story.js";
import { clockTimeOf, dollarsOf, durationOf, momentOf } from "./words.js";

const style = `
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; } ol { list-style: none; padding: 0; }
li { display: flex; gap: 1rem; padding: 1rem 0; border-top: 1px solid #8884; }
li div { flex: 1; min-width: 0; } img { width: 9rem; border-radius: 8px; align-self: start; }
p { margin: 0 0 .35rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.label, .quiet, .thinking, .tool_result, .status { opacity: .7; } .thinking { font-style: italic; }
.tool_use { font-weight: 600; } .failed { color: #b3261e; }`;
// It runs nothing and loads nothing.
const head = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; ` +
  `style-src 'unsafe-inline'"/><style>${style}</style></head>`;

export const jsonOf = (session, events) =>
  new Blob([JSON.stringify({ session, events }, null, 2)], { type: "application/json" });

const addressOf = (content) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(content);
  });

// Null where the picture is not kept any more.
async function pictureOf(url) {
  try {
    const answer = await ask(url);
    return await answer.blob();
  } catch (problem) {
    if (problem.status) return null;
    throw problem;
  }
}

const hasPicture = ({ type, data }) => type === "screenshot" && Boolean(data.url);

const textPart = ({ type, label, text, failed }) =>
  make("p", { class: failed ? `${type} failed` : type }, label && make("span", { class: "label" }, `${label}: `), text);

// The turns of a session as list items, their pictures first. `progress` is told how many of them are there.
async function turnsAsItems(events, progress) {
  const story = new Story();
  const turns = new Map();
  const all = events.filter(hasPicture).length;
  let count = 0;
  for (const event of events) {
    const turn = event.data.turn ?? 0;
    if (!turns.has(turn))
      turns.set(turn, make("li", {}, make("div", {},
        make("p", { class: "quiet" }, `${turn > 0 ? `Turn ${turn}` : "Start"}, ${clockTimeOf(event.ts)}`))));
    const item = turns.get(turn);
    if (hasPicture(event)) {
      progress(++count, all);
      const picture = await pictureOf(event.data.url);
      if (picture) item.append(make("img", { src: await addressOf(picture), alt: `The screen in turn ${turn}` }));
    }
    const told = story.tell(event);
    if (told) item.firstChild.append(textPart(told));
  }
  return [...turns.values()];
}

// Texts become text of the page here too: it is written from elements.
export async function pageOf(session, events, phoneName, progress = () => {}) {
  const page = document.implementation.createHTMLDocument(session.instruction);
  page.documentElement.lang = "en";
  page.head.prepend(make("meta", { charset: "utf-8" }),
    make("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }));
  const facts = [phoneName, momentOf(session.created_at), stateName(session.status), turnsOf(session.num_turns),
                 durationOf(session.duration_ms), dollarsOf(session.cost_usd), session.model].filter(Boolean);
  page.body.append(make("h1", {}, session.instruction), make("p", { class: "quiet" }, facts.join(" · ")),
    make("p", {}, session.error ?? session.result ?? ""),
    make("ol", {}, await turnsAsItems(events, progress)));
  const text = new XMLSerializer().serializeToString(page);
  return new Blob([text.replace("</head>", () => head)], { type: "text/html" });
}

// The pictures that the agent was shown, as far as they are kept, in an archive.
export async function picturesOf(events, progress = () => {}) {
  const pictured = events.filter(hasPicture);
  const files = [];
  for (const [place, { data }] of pictured.entries()) {
    progress(place + 1, pictured.length);
    const picture = await pictureOf(data.url);
    if (!picture) continue;
    const number = String(place + 1).padStart(4, "0");
    files.push({ name: `${number}-turn-${data.turn ?? 0}.${picture.type.split("/").at(-1)}`, // image/png
                 content: new Uint8Array(await picture.arrayBuffer()) });
  }
  if (files.length === 0) throw new Error("No picture of this session is stored any more.");
  return zipOf(files);
}
