// Links into Thimble's documents, of which the service serves some. "docs/iphone.md#trust" is their
// form.
import { documentNames } from "./document_names.js";
import { make } from "./dom.js";

const place = /^docs\/([a-z-]+)\.md(?:#([a-z0-9-]+))?$/;

// The page of the dashboard that shows it; null for what is no such place, or in no document that is
// served.
export function addressOf(docs) {
  const found = place.exec(docs ?? "");
  if (!found || !documentNames.has(found[1])) return null;
  return `#/docs/${found[1]}${found[2] ? `/${found[2]}` : ""}`;
}

// `about` is said to those who do not see where the link stands.
export function guideLink(docs, about) {
  const href = addressOf(docs);
  return href && make("a", { href, class: "guide", "aria-label": `More about this: ${about}` },
                      "More about this");
}
