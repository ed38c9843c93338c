// The computers that hold phones, for whoever may read them: their names, and what keeps them from having phones.
import { Refused, read } from "./service.js";

const fresh = 20000; // milliseconds
const freshAlone = 3000; // where there is no computer or no phone: somebody waits for one

let all = [];
let readAt = -Infinity;
let told = false; // they have been read
let refused = false; // they may not be

// Names by the computer's id; empty for a key that may not read them. `alone`: no phone is there.
export async function computerNames(alone = false) {
  const age = performance.now() - readAt;
  const pause = !refused && (alone || all.length === 0) ? freshAlone : fresh;
  if (age >= pause) {
    try {
      ({ desktops: all } = await read("/v1/desktops"));
      told = true;
      refused = false;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      refused = true;
    }
    readAt = performance.now();
  }
  return new Map(all.map(({ id, name }) => [id, name]));
}

// The account has none, as far as that may be known.
export const hasNoComputer = () => told && all.length === 0;

// { computer, message, remedy, docs } each, as they were read last. A service before this one tells of none.
export const hostBlockers = () =>
  all.flatMap(({ name, blockers = [] }) => blockers.map((each) => ({ ...each, computer: name })));

// Those of another account, or of another key, are others.
export function forgetComputers() {
  all = [];
  readAt = -Infinity;
  told = refused = false;
}
