// Pictures of pages, as Chromium shows them: for scripts/pictures.
//   node page_picture.mjs PORT < PICTURES
// PORT is that of Chromium's DevTools. PICTURES is a JSON list of {"url", "width", "height", "until", "file", "dark"}:
// `until` is an expression that has become true when the page is complete, `file` is written as WebP.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const WebSocket = createRequire(import.meta.url)("../tests/judges/node_modules/ws");
const timeout = 30_000; // milliseconds, for a page to be complete
const pause = 200;

const port = process.argv[2];
const pictures = JSON.parse(readFileSync(0, "utf8"));

const target = await (await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" })).json();
const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

const waiting = new Map();
socket.on("message", (text) => {
  const { id, result, error } = JSON.parse(text);
  const done = waiting.get(id);
  waiting.delete(id);
  if (done && error) done.reject(new Error(error.message));
  else if (done) done.resolve(result);
});

let calls = 0;
const call = (method, params = {}) =>
  new Promise((resolve, reject) => {
    waiting.set(++calls, { resolve, reject });
    socket.send(JSON.stringify({ id: calls, method, params }));
  });

const holds = async (expression) => {
  const { result } = await call("Runtime.evaluate", { expression: `!!(${expression})`, returnByValue: true });
  return result.value === true;
};

for (const { url, width, height, until, file, dark = false } of pictures) {
  await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  await call("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
  await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  await call("Page.navigate", { url });
  const deadline = Date.now() + timeout;
  while (!(await holds(until))) {
    if (Date.now() > deadline) throw new Error(`${url} does not become complete`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  if (!file) continue;
  await new Promise((resolve) => setTimeout(resolve, 5 * pause)); // its last picture is drawn
  const { data } = await call("Page.captureScreenshot", { format: "webp", quality: 82 });
  writeFileSync(file, Buffer.from(data, "base64"));
}
socket.close();
