// Names of the computers that hold phones, for whoever may read them.
import { Refused, read } from "./service.js";

const fresh = 20000; // milliseconds
const freshNone = 3000; // where there is none, the first one is waited for

let names = new Map(); // by the computer's id
let readAt = -Infinity;
let told = false; // they have been read

// Empty for a key that may not read them.
export async function computerNames() {
  if (performance.now() - readAt < (names.size > 0 ? fresh : freshNone)) return names;
  try {
    const { desktops } = await read("/v1/desktops");
    names = new Map(desktops.map(({ id, name }) => [id, name]));
    told = true;
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
  }
  readAt = performance.now();
  return names;
}

// The account has none, as far as that may be known.
export const hasNoComputer = () => told && names.size === 0;

// Those of another account, or of another key, are others.
export function forgetComputers() {
  names = new Map();
  readAt = -Infinity;
  told = false;
}
