// Files that the pages make, for a browser to keep.
import { make } from "./dom.js";

const keptFor = 60000; // milliseconds that a browser has to take one

export function saveFile(content, name) {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}
