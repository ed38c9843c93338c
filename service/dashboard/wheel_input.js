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

// The name and the body of an action; both null for turns that are too short for one.
function gestureOf({ at, space, zooms, x, y }) {
  if (Math.hypot(x, y) < least) return [null, null];
  if (!zooms) return scrollOf(at, { x, y }, space) ?? [null, null];
  return ["pinch", { ...at, action: y < 0 ? "pinch_out" : "pinch_in", duration_ms: pinchTime }];
}

const placesOf = (body) =>
  "from_x" in body ? [{ x: body.from_x, y: body.from_y }, { x: body.to_x, y: body.to_y }] : [body];

// Turns of the wheel that become one gesture, for as long as that has not been sent.
class Turns {
  x = 0;
  y = 0;
  action = { name: null, body: null, begin: null,
             ready: new Promise((resolve) => setTimeout(resolve, gathering)) };

  constructor(zooms) {
    this.zooms = zooms;
  }

  add(event, screen, unit) {
    this.x += event.deltaX * unit;
    this.y += event.deltaY * unit;
    this.at = placeUnder(event, screen);
    this.space = screen.space; // the phone may have turned by the time of the gesture
    const [name, body] = gestureOf(this);
    Object.assign(this.action, { name, body: body && meantFor(screen.frameId, body) });
  }
}

// Turns that come while the phone is busy are gathered for one gesture, unless something else has
// been asked for in between.
export function takeWheel(screen, marks, actions, say) {
  let turns = null; // the newest

  function begin(zooms) {
    const begun = (turns = new Turns(zooms));
    const answer = actions.add(begun.action);
    begun.action.begin = () => {
      const { at, action: { body } } = begun;
      say(`${wordsOf(body.action ?? "scroll")} at ${at.x}, ${at.y}`);
      marks.follow(placesOf(body), answer);
    };
  }

  screen.canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (!screen.space) return;
    if (!turns || !actions.isOpen(turns.action) || turns.zooms !== event.ctrlKey) begin(event.ctrlKey);
    const unit = marks.scale() * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeight);
    turns.add(event, screen, unit);
  }, { passive: false });
}
