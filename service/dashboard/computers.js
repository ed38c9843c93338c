// Names of the computers that hold phones, for whoever may read them.
import { Refused, read } from "./service.js";

const fresh = 20000; // milliseconds

let names = new Map(); // by the computer's id
let readAt = -Infinity;

// Empty for a key that may not read them.
export async function computerNames() {
  if (performance.now() - readAt < fresh) return names;
  readAt = performance.now();
  try {
    const { desktops } = await read("/v1/desktops");
    names = new Map(desktops.map(({ id, name }) => [id, name]));
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
  }
  return names;
}
