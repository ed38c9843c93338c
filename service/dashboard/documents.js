// Pages of Thimble's documents, as the service serves them, with the place that was asked for in view.
import { emptiness, make, skeleton } from "./dom.js";
import { addressOf } from "./guide_links.js";
import { showMarkdown } from "./markdown.js";
import { enough, repeat } from "./repeat.js";
import { readText } from "./service.js";

const pause = 2000; // milliseconds, before a document that could not be read is asked for again

// A link of one page to another is one between pages of the dashboard where that one is served.
const addressIn = (name) => (target) => {
  if (/^https?:\/\//.test(target)) return target;
  return addressOf(target.startsWith("#") ? `docs/${name}.md${target}` : `docs/${target}`);
};

function showNone(into) {
  into.replaceChildren(make("h1", {}, "No such document"),
    emptiness("The service serves no document of this name",
              make("a", { href: "#/docs/iphone" }, "Preparing an iPhone")));
}

// Null where there is no document of this name.
async function textOf(name) {
  try {
    return await readText(`/docs/${encodeURIComponent(name)}.md`);
  } catch (problem) {
    if (problem.status === 404) return null;
    throw problem;
  }
}

function show(into, text, { id, place }) {
  into.replaceChildren(make("article", { class: "document" }, showMarkdown(text, addressIn(id))));
  const heading = place && into.querySelector(`[id="place-${CSS.escape(place)}"]`);
  if (!heading) return;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

export function showDocument({ into, id, place, signal }) {
  into.append(make("h1", { class: "unseen" }, "Document"), skeleton());
  repeat(pause, signal, async () => {
    const text = await textOf(id);
    if (signal.aborted) return enough;
    if (text === null) showNone(into);
    else show(into, text, { id, place });
    return enough;
  });
}
