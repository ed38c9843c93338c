// Work that a page repeats for as long as it is shown.

// Until so many milliseconds are over or the signal is aborted; it leaves nothing behind.
export const sleep = (time, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, time);
    signal.addEventListener("abort", end);
  });

// Until the page can be seen or the signal is aborted.
export const isSeen = (signal) =>
  new Promise((resolve) => {
    if (!document.hidden || signal.aborted) return resolve();
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
  });

// Aborted when the page is hidden or `signal` is aborted; who does not need it any more aborts it.
export function whileSeen(signal) {
  const out = new AbortController();
  const look = () => {
    if (document.hidden || signal.aborted) out.abort();
  };
  out.signal.addEventListener("abort", () => {
    document.removeEventListener("visibilitychange", look);
    signal.removeEventListener("abort", look);
  });
  document.addEventListener("visibilitychange", look);
  signal.addEventListener("abort", look);
  look();
  return out;
}

// Tells "trouble" with what is wrong, and "well" once it is not any more.
export const health = new EventTarget();

const report = (type, detail) => health.dispatchEvent(new CustomEvent(type, { detail }));

// The result of a task that need not be done again.
export const enough = Symbol("enough");

// Runs `task` at once and after each pause in milliseconds, while the page can be seen. A failure
// is told and the task tried again; a signal that is aborted ends it, and so does `enough`. `wake`
// on the result does it now, or once more when it is being done.
export function repeat(pause, signal, task) {
  let wakened = new AbortController();
  let troubled = false;
  signal.addEventListener("abort", () => wakened.abort(), { once: true });
  const run = async () => {
    while (!signal.aborted) {
      await isSeen(signal);
      if (signal.aborted) return;
      wakened = new AbortController();
      try {
        const result = await task();
        if (troubled && !signal.aborted) report("well");
        if (result === enough) return;
        troubled = false;
      } catch (problem) {
        troubled = true;
        if (!signal.aborted) report("trouble", problem);
      }
      await sleep(pause, wakened.signal);
    }
  };
  run();
  return { wake: () => wakened.abort() };
}
