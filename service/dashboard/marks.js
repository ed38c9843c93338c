// Drawings over a screen, in the screen's own pixels: fingers, their ways, boxes.
import { draw } from "./svg.js";

const fingerRadius = 15; // CSS pixels

export class Marks {
  element = draw("svg", { class: "marks", "aria-hidden": "true", preserveAspectRatio: "none" });

  constructor(screen) {
    this.screen = screen;
  }

  // One pixel of the screen in CSS pixels is the inverse of this.
  scale() {
    return this.screen.space.width / this.screen.canvas.getBoundingClientRect().width;
  }

  fit() {
    const { width, height } = this.screen.space;
    const box = `0 0 ${width} ${height}`;
    if (this.element.getAttribute("viewBox") !== box) this.element.setAttribute("viewBox", box);
  }

  // A finger at the centre of a pixel; move it, and end it as "landed", "refused" or "".
  finger({ x, y }) {
    this.fit();
    const radius = fingerRadius * this.scale();
    const trail = draw("polyline", { class: "trail", points: "" });
    const tip = draw("circle", { class: "finger", cx: x + 0.5, cy: y + 0.5, r: radius });
    tip.dataset.x = x;
    tip.dataset.y = y;
    const points = [[x + 0.5, y + 0.5]];
    this.element.append(trail, tip);
    return {
      moveTo(place) {
        points.push([place.x + 0.5, place.y + 0.5]);
        tip.setAttribute("cx", place.x + 0.5);
        tip.setAttribute("cy", place.y + 0.5);
        trail.setAttribute("points", points.join(" "));
      },
      end(how) {
        tip.classList.add(how || "gone");
        trail.classList.add("gone");
        setTimeout(() => (tip.remove(), trail.remove()), how ? 700 : 0);
      },
    };
  }

  // Shows a finger for an action from when it is asked for until it has been answered; the answer.
  async follow(places, action) {
    const finger = this.finger(places[0]);
    places.slice(1).forEach((place) => finger.moveTo(place));
    const job = await action;
    finger.end(job ? "landed" : "refused");
    return job;
  }
}
