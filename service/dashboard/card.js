// A phone's card among the others: what is known of it, and its picture. One that is not ready is a row, with what to
// do about that, and a small picture where there is any.
import { blockersOf } from "./ability.js";
import { make, tell } from "./dom.js";
import { rankOf } from "./farm_filter.js";
import { meaningOfDefault, phoneMenu } from "./phone_menu.js";
import { Screen } from "./screen.js";
import { isReachable } from "./service.js";
import * as words from "./words.js";

const seen = (phone) => `, last seen ${words.momentOf(phone.last_seen_at)}`;

export class Card {
  screen = new Screen("fps=10&quality=70");
  inView = false;
  pictured = false; // there is a picture to be had
  stillAt = -Infinity; // when a single picture was asked for

  // `changed` is called when something was done with the phone. `among` says how many phones are connected, `computer` which
  // computer has it, where there are several.
  constructor(phone, among, computer, changed) {
    this.parts = {
      absence: make("p", { class: "absence" }),
      link: make("a", { href: `#/phones/${phone.id}`, "data-item": true }),
      model: make("p", { class: "model quiet" }),
      state: make("p", { class: "state" }),
      active: make("span", { class: "badge active", title: meaningOfDefault }, "Default"),
      agent: make("a", { class: "badge agent-badge", hidden: true }),
      labels: make("p", { class: "labels" }),
      lease: make("p", { class: "quiet lease" }),
      blockers: make("ul", { class: "blockers" }),
      steps: make("a", { class: "guide", href: `#/phones/${phone.id}`, hidden: true }, "Set-up checklist"),
      refusal: make("p", { class: "refusal", role: "alert" }), // why something was not done with it
      pace: make("p", { class: "pace quiet" }),
    };
    const { absence, link, model, state, active, agent, labels, lease, blockers, steps, refusal, pace } = this.parts;
    const title = make("h2", {}, link);
    this.menu = phoneMenu(title, () => this.phone, refusal, changed);
    this.glass = make("a", { class: "glass", href: link.href, tabindex: -1, "aria-hidden": "true" },
                      this.screen.canvas, absence);
    this.element = make("article", { class: "card" }, this.glass,
      make("div", { class: "told" },
        make("div", { class: "title" }, title, active, this.menu.opener, this.menu.list), model, labels, lease,
        make("div", { class: "foot" }, state, agent), refusal, blockers, steps, pace));
    this.screen.whenDrawn = () => this.tellPace(); // what was said of its absence does not stand on it
    this.update(phone, among, computer);
  }

  update(phone, among = this.among, computer = this.computer) {
    const now = JSON.stringify([phone, among, computer, isReachable()]);
    if (now === this.known) return;
    this.known = now;
    Object.assign(this, { phone, among, computer });
    const name = words.nameOf(phone);
    const { link, model, state, active, labels, lease, blockers, steps, refusal } = this.parts;
    const condition = words.conditionOf(phone);
    const here = words.isHere(phone);
    tell(link, name);
    tell(model, [words.modelOf(phone), here && computer && `on ${computer}`].filter(Boolean).join(" · "));
    tell(state, words.stateOf(phone) + (condition === "away" ? seen(phone) : ""));
    labels.replaceChildren(...words.labelsOf(phone).map((each) => make("span", { class: "badge" }, each)));
    tell(lease, words.leaseOf(phone));
    Object.assign(this.element.dataset, { state: condition, phone: phone.id, shape: rankOf(phone) === 0 ? "card" : "row" });
    this.element.classList.toggle("pictured", here && words.hasPictures(phone));
    this.screen.describe(name, phone);
    active.hidden = !here || !phone.selected;
    if (!active.hidden) tell(refusal, "");
    this.menu.update(among, isReachable());
    steps.setAttribute("aria-label", `Set-up checklist of ${name}`);
    steps.hidden = !here || phone.readiness.ready;
    this.pictured = condition !== "lost" && here && words.hasPictures(phone);
    this.tellPace();
    const obstacles = blockersOf(phone, words.unlockingElsewhere);
    const blocked = JSON.stringify([this.pictured, obstacles, phone.readiness]);
    if (blocked === this.blocked) return;
    this.blocked = blocked;
    blockers.replaceChildren(...words.blockerItems(obstacles, phone.readiness));
    this.screen.forgetTrouble();
  }

  // `session` is that of the agent that has the phone, or null.
  tellAgent(session) {
    const { agent } = this.parts;
    agent.hidden = session === null;
    if (session === null) return;
    const waits = session.status === "waiting_for_user";
    tell(agent, waits ? "Needs your answer" : "Agent at work");
    agent.classList.toggle("asks", waits);
    agent.href = `#/sessions/${session.id}`;
  }

  takeStill() {
    this.stillAt = performance.now();
    return this.screen.take(`/v1/phones/${this.phone.id}/screenshot?format=jpeg`);
  }

  // Of the picture only what is wrong with it.
  tellPace() {
    const { pictured, screen } = this;
    const { absence, pace } = this.parts;
    const frozen = pictured ? screen.frozenFor() : 0;
    this.element.classList.toggle("absent", !pictured);
    this.element.classList.toggle("frozen", frozen > 0);
    tell(absence, !pictured ? words.stateOf(this.phone) : screen.capturedAt === null ? "Waiting for a picture" : "");
    tell(pace, screen.trouble ||
      (frozen > 0 ? `The picture is ${Math.floor(frozen / 1000)} s old` : ""));
  }
}
