// All phones as a table, a line each, which stays the same while what it says changes.
import { blockersOf } from "./ability.js";
import { plain } from "./commands.js";
import { arrange, make, tell } from "./dom.js";
import { phoneMenu } from "./phone_menu.js";
import { isReachable } from "./service.js";
import { conditionOf, isHere, labelsOf, leaseOf, momentOf, nameOf, stateOf, unlockingElsewhere } from "./words.js";

const heads = ["Name", "State", "Model", "iOS", "Computer", "In use"];

const words = { waiting_for_user: "Needs your answer" };

function stateWords(phone) {
  if (!isHere(phone)) return `Not connected since ${momentOf(phone.last_seen_at)}`;
  const [first] = blockersOf(phone, unlockingElsewhere);
  return first ? plain(`${stateOf(phone)}: ${first.message} ${first.remedy}`) : stateOf(phone);
}

// `changed` is called when something was done with the phone.
class Row {
  #parts = { link: make("a", { "data-item": true }), labels: make("span"), state: make("span", { class: "state" }),
             model: make("td"), ios: make("td"), computer: make("td"), use: make("td", { class: "use" }),
             refusal: make("p", { class: "refusal", role: "alert" }) };
  #known = "";

  constructor(changed) {
    const { link, labels, state, model, ios, computer, use, refusal } = this.#parts;
    const title = make("span", {}, link);
    this.menu = phoneMenu(title, () => this.phone, refusal, changed);
    this.element = make("tr", {}, make("th", { scope: "row" }, title, " ", labels, refusal), make("td", {}, state),
      model, ios, computer, use, make("td", {}, this.menu.opener, this.menu.list));
  }

  update(phone, computer, session, among) {
    const now = JSON.stringify([phone, computer, session?.id, session?.status, among, isReachable()]);
    if (now === this.#known) return;
    this.#known = now;
    this.phone = phone;
    const { link, labels, state, model, ios, computer: on, use } = this.#parts;
    Object.assign(this.element.dataset, { phone: phone.id, state: conditionOf(phone) });
    tell(link, nameOf(phone));
    link.href = `#/phones/${phone.id}`;
    labels.replaceChildren(...labelsOf(phone).map((each) => make("span", { class: "badge" }, each)));
    tell(state, stateWords(phone));
    tell(model, phone.device_name);
    tell(ios, phone.os_version);
    tell(on, computer ?? "–");
    use.replaceChildren(session
      ? make("a", { href: `#/sessions/${session.id}` }, words[session.status] ?? "Agent at work")
      : leaseOf(phone) || "–");
    this.menu.update(among, isReachable());
  }
}

export class PhoneTable {
  #rows = new Map(); // by the phone's id
  #body = make("tbody");
  element = make("div", { class: "panel wide", role: "region", tabindex: 0, "aria-label": "Table of phones" },
    make("table", {},
      make("thead", {}, make("tr", {}, heads.map((each) => make("th", { scope: "col" }, each)), make("td"))), this.#body));

  constructor(changed) {
    this.changed = changed;
  }

  // `sessionOf` is told a phone's id; `among` says how many phones are connected.
  show(phones, computers, sessionOf, among) {
    const shown = new Set(phones.map(({ id }) => id));
    for (const [id, row] of this.#rows)
      if (!shown.has(id)) {
        row.element.remove();
        this.#rows.delete(id);
      }
    arrange(this.#body, phones.map((phone) => {
      if (!this.#rows.has(phone.id)) this.#rows.set(phone.id, new Row(this.changed));
      const row = this.#rows.get(phone.id);
      row.update(phone, computers.get(phone.connected_mac_id), sessionOf(phone.id), among);
      return row.element;
    }));
  }
}
