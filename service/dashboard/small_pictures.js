// Small pictures of a screen, each read once it comes into view, one after the other.
import { make } from "./dom.js";
import { ask } from "./service.js";

const width = 96; // pixels
const margin = "600px"; // around what is in view

const wanted = []; // { canvas, url }
let reading = false;

async function draw({ canvas, url }) {
  const answer = await ask(url);
  const picture = await createImageBitmap(await answer.blob());
  Object.assign(canvas, { width, height: Math.round((width * picture.height) / picture.width) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.classList.remove("blank");
  picture.close();
}

async function readAll() {
  if (reading) return;
  reading = true;
  for (let next; (next = wanted.shift()); )
    if (next.canvas.isConnected)
      try {
        await draw(next);
      } catch {
        next.canvas.classList.add("gone"); // pictures are not kept for ever
      }
  reading = false;
}

const inSight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    wanted.push({ canvas: target, url: target.dataset.url });
  }
  readAll();
}, { rootMargin: margin, scrollMargin: margin });

export function takePicture(url) {
  const canvas = make("canvas", { class: "look blank", width, height: 2 * width, "aria-hidden": "true", "data-url": url });
  inSight.observe(canvas);
  return canvas;
}
