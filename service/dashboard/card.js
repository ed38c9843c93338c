// A phone's card among the others: what is known of it, and its picture.
import { button, make, passFocus, tell } from "./dom.js";
import { renaming } from "./rename.js";
import { Screen } from "./screen.js";
import * as words from "./words.js";

const seen = (phone) => `, last seen ${words.momentOf(phone.last_seen_at)}`;
const meaning = "Requests that name no phone go to the default one";

export class Card {
  screen = new Screen("fps=10&quality=70");
  inView = false;
  pictured = false; // there is a picture to be had
  stillAt = -Infinity; // when a single picture was asked for

  // `choose` makes a phone the default one, or throws why it cannot. `among` says how many phones are
  // connected: the only one needs no choice.
  constructor(phone, among, choose) {
    this.parts = {
      absence: make("p", { class: "absence" }),
      link: make("a", { href: `#/phones/${phone.id}` }),
      model: make("p", { class: "model quiet" }),
      state: make("p", { class: "state" }),
      active: make("span", { class: "badge active", title: meaning }, "Default"),
      blockers: make("ul", { class: "blockers" }),
      refusal: make("p", { class: "refusal", role: "alert" }), // why it was not made the default
      pace: make("p", { class: "pace quiet" }),
    };
    const { absence, link, model, state, active, blockers, refusal, pace } = this.parts;
    const title = make("h2", {}, link);
    this.choose = button("Make default", () => this.makeDefault(choose),
                         { class: "small", title: meaning });
    this.rename = renaming(title, () => this.phone);
    this.glass = make("a", { class: "glass", href: link.href, tabindex: -1, "aria-hidden": "true" },
                      this.screen.canvas, absence);
    this.element = make("article", { class: "card" }, this.glass,
      make("div", { class: "told" }, make("div", { class: "title" }, title, this.rename), model,
           make("div", { class: "foot" }, state, active, this.choose), refusal, blockers, pace));
    this.update(phone, among);
  }

  update(phone, among = this.among) {
    this.phone = phone;
    this.among = among;
    const name = words.nameOf(phone);
    const { link, model, state, active, blockers, refusal } = this.parts;
    tell(link, name);
    tell(model, words.modelOf(phone));
    const condition = words.conditionOf(phone);
    tell(state, words.stateOf(phone) + (condition === "away" ? seen(phone) : ""));
    this.element.dataset.state = condition;
    this.element.dataset.phone = phone.id;
    this.screen.describe(name, phone);
    const here = words.isHere(phone);
    active.hidden = !here || !phone.selected;
    if (!active.hidden) tell(refusal, "");
    for (const each of [this.choose, this.rename]) each.disabled = condition === "lost";
    passFocus(() => (this.choose.hidden = !here || phone.selected || among < 2),
              () => this.element.querySelector(".title a, .title input"));
    this.choose.setAttribute("aria-label", `Make default: ${name}`);
    this.pictured = condition !== "lost" && here && words.hasPictures(phone);
    const known = JSON.stringify([this.pictured, phone.readiness]);
    if (known === this.known) return;
    this.known = known;
    blockers.replaceChildren(...words.blockerItems(phone));
    this.screen.forgetTrouble();
  }

  async makeDefault(choose) {
    const { refusal } = this.parts;
    tell(refusal, "");
    try {
      await choose(this.phone.id);
    } catch (problem) {
      tell(refusal, problem.message);
    }
  }

  takeStill() {
    this.stillAt = performance.now();
    return this.screen.take(`/v1/phones/${this.phone.id}/screenshot?format=jpeg`);
  }

  tellPace() {
    const { pictured, screen } = this;
    const none = screen.capturedAt === null;
    const { absence, pace } = this.parts;
    this.element.classList.toggle("absent", !pictured);
    tell(absence, !pictured ? words.stateOf(this.phone) : none ? "Waiting for a picture" : "");
    const turned = words.wordsOf(this.phone.orientation);
    tell(pace, screen.trouble || (pictured && !none ? `${turned} · ${screen.paceInWords()}` : ""));
  }
}
