// All phones as a table, a line each.
import { make } from "./dom.js";
import { RecordList } from "./record_list.js";
import { conditionOf, isHere, labelsOf, leaseOf, momentOf, nameOf, stateOf } from "./words.js";

const heads = ["Name", "State", "Model", "iOS", "Computer", "In use"];

const words = { waiting_for_user: "Needs your answer" };

function stateWords(phone) {
  if (!isHere(phone)) return `Not connected since ${momentOf(phone.last_seen_at)}`;
  const [first] = phone.readiness.blockers;
  return first ? `${stateOf(phone)}: ${first.message} ${first.remedy}` : stateOf(phone);
}

const recordOf = (phone, computers, session) => ({
  id: phone.id, name: nameOf(phone), state: conditionOf(phone), words: stateWords(phone), model: phone.device_name,
  ios: phone.os_version, computer: computers.get(phone.connected_mac_id) ?? "–", labels: labelsOf(phone), lease: leaseOf(phone),
  session: session && { id: session.id, status: session.status },
});

const rowOf = (record) =>
  make("tr", { "data-phone": record.id, "data-state": record.state },
    make("th", { scope: "row" }, make("a", { href: `#/phones/${record.id}`, "data-item": true }, record.name), " ",
         record.labels.map((each) => make("span", { class: "badge" }, each))),
    make("td", {}, make("span", { class: "state" }, record.words)),
    make("td", {}, record.model), make("td", {}, record.ios), make("td", {}, record.computer),
    make("td", {}, record.session
      ? make("a", { href: `#/sessions/${record.session.id}` }, words[record.session.status] ?? "Agent at work")
      : record.lease || "–"));

export class PhoneTable {
  list = new RecordList((records) =>
    make("div", { class: "panel wide", role: "region", tabindex: 0, "aria-label": "Table of phones" },
      make("table", {}, make("thead", {}, make("tr", {}, heads.map((each) => make("th", { scope: "col" }, each)))),
           make("tbody", {}, records.map(rowOf)))));
  element = this.list.element;

  // `sessionOf` is told a phone's id.
  show(phones, computers, sessionOf) {
    this.list.show(phones.map((each) => recordOf(each, computers, sessionOf(each.id))));
  }
}
