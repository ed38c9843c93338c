// What a page does again and again for as long as it is shown.

export const sleep = (time, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

const isSeen = (signal) =>
  new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look, { once: true });
    look();
  });

// Tells "trouble" with what is wrong, and "well" once it is not any more.
export const health = new EventTarget();

const report = (type, detail) => health.dispatchEvent(new CustomEvent(type, { detail }));

// Runs `task` at once and after each pause in milliseconds, while the page can be seen. What fails
// is told and tried again; a signal that is aborted ends it. `wake` on the result does it now.
export function repeat(pause, signal, task) {
  let wakened = new AbortController();
  let troubled = false;
  const run = async () => {
    while (!signal.aborted) {
      await isSeen(signal);
      if (signal.aborted) return;
      wakened = new AbortController();
      try {
        await task();
        if (troubled && !signal.aborted) report("well");
        troubled = false;
      } catch (problem) {
        troubled = true;
        if (!signal.aborted) report("trouble", problem);
      }
      await sleep(pause, AbortSignal.any([signal, wakened.signal]));
    }
  };
  run();
  return { wake: () => wakened.abort() };
}
