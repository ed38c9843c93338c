// The wheel as a finger that scrolls, and with ctrl as two that zoom.
import { meantFor, placeUnder } from "./touch_input.js";
import { wordsOf } from "./words.js";

const gathering = 60; // milliseconds in which turns of the wheel become one gesture
const least = 8; // CSS pixels
const margin = 0.06; // of an edge: what begins nearer to it is a gesture of the system
const lineHeight = 16; // CSS pixels, where a wheel counts lines
const pinchTime = 300; // milliseconds

const inside = (value, edge) =>
  Math.round(Math.min(edge * (1 - margin), Math.max(edge * margin, value)));

// A drag against the wheel's turn that stays on the screen; null for one that is too short.
export function scrollOf(at, turn, space) {
  const along = Math.abs(turn.x) > Math.abs(turn.y) ? "x" : "y";
  const edge = along === "x" ? space.width : space.height;
  const across = along === "x" ? "y" : "x";
  const fixed = inside(at[across], along === "x" ? space.height : space.width);
  const start = inside(at[along], edge);
  const wanted = Math.sign(turn[along]) * Math.min(Math.abs(turn[along]), edge * (1 - 2 * margin));
  const end = inside(start - wanted, edge);
  const begin = inside(end + wanted, edge); // where there is room for it
  if (begin === end) return null;
  const way = { [`from_${along}`]: begin, [`from_${across}`]: fixed,
                [`to_${along}`]: end, [`to_${across}`]: fixed };
  return ["drag", { ...way, speed: "fast" }];
}

function gestureOf({ at, space, zooms, x, y }) {
  if (Math.hypot(x, y) < least) return null;
  if (!zooms) return scrollOf(at, { x, y }, space);
  return ["pinch", { ...at, action: y < 0 ? "pinch_out" : "pinch_in", duration_ms: pinchTime }];
}

// Turns that come while the phone is still scrolling are gathered for the next gesture.
export function takeWheel(screen, marks, actions, say) {
  const { canvas } = screen;
  let turned = null;
  let busy = false;
  async function play() {
    busy = true;
    await new Promise((resolve) => setTimeout(resolve, gathering));
    const gesture = gestureOf(turned);
    const { at, frameId } = turned;
    turned = null;
    if (gesture) {
      const [name, body] = gesture;
      say(`${wordsOf(body.action ?? "scroll")} at ${at.x}, ${at.y}`);
      const places = name === "drag" ? [{ x: body.from_x, y: body.from_y },
                                        { x: body.to_x, y: body.to_y }] : [at];
      const job = await marks.follow(places, actions.perform(name, meantFor(frameId, body)));
      if (job === null) turned = null; // what has come meanwhile was meant for what failed
    }
    busy = false;
    if (turned) play();
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (!screen.space) return;
    const unit = marks.scale() * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeight);
    if (turned?.zooms !== event.ctrlKey) turned = { zooms: event.ctrlKey, x: 0, y: 0 };
    const { space, frameId } = screen; // the phone may have turned by the time of the gesture
    Object.assign(turned, { at: placeUnder(event, screen), space, frameId });
    turned.x += event.deltaX * unit;
    turned.y += event.deltaY * unit;
    if (!busy) play();
  }, { passive: false });
}
