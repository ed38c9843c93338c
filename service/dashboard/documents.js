// Pages of Thimble's documents, as the service serves them, with the place that was asked for in view.
import { emptiness, make } from "./dom.js";
import { addressOf } from "./guide_links.js";
import { showMarkdown } from "./markdown.js";
import { ask } from "./service.js";

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

export async function showDocument({ into, id, place, signal }) {
  let text = "";
  try {
    text = await (await ask(`/docs/${encodeURIComponent(id)}.md`, { signal })).text();
  } catch (problem) {
    if (!signal.aborted) showNone(into);
    return;
  }
  if (signal.aborted) return;
  into.replaceChildren(make("article", { class: "document" }, showMarkdown(text, addressIn(id))));
  const heading = place && into.querySelector(`[id="place-${CSS.escape(place)}"]`);
  if (!heading) return;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
