// Phones of a farm by what they are: which fit a search and its filters, and what there is to choose from.
import { isHere, labelsOf, nameOf } from "./words.js";

export const everything = { search: "", state: "", ios: "", model: "", computer: "", label: "" };

const leastOfId = 4; // characters

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const iosOf = ({ os_version }) => os_version.split(".")[0];

// In the order of the page: 0 is ready, 1 is not, 2 is not connected.
export const rankOf = (phone) => (!isHere(phone) ? 2 : phone.readiness.ready ? 0 : 1);

// `isBusy` tells whether an agent has a phone; somebody may have leased it, too.
const states = {
  ready: (phone) => rankOf(phone) === 0,
  attention: (phone) => rankOf(phone) === 1,
  away: (phone) => rankOf(phone) === 2,
  busy: (phone, isBusy) => isBusy(phone.id) || Boolean(phone.lease),
};

// `computers`: names by their ids.
const textOf = (phone, computers) =>
  folded([nameOf(phone), phone.name, phone.device_name, phone.os_version,
          computers.get(phone.connected_mac_id) ?? "", ...labelsOf(phone)].join("\n"));

// A few digits stand in many ids.
const isInId = (phone, word) =>
  word.length >= leastOfId && [phone.unique_id, phone.id].some((each) => folded(each).includes(word));

export function fits(phone, filter, { computers, isBusy }) {
  const { search, state, ios, model, computer, label } = filter;
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (!state || states[state](phone, isBusy)) && (!ios || iosOf(phone) === ios) &&
    (!model || phone.device_name === model) && (!computer || phone.connected_mac_id === computer) &&
    (!label || labelsOf(phone).includes(label)) &&
    words.every((word) => textOf(phone, computers).includes(word) || isInId(phone, word));
}

const sorted = (all) =>
  [...new Set(all.filter(Boolean))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

// Of each filter the values that some phone has: [value, words].
export function choicesOf(phones, computers) {
  const same = (values) => sorted(values).map((each) => [each, each]);
  return {
    ios: same(phones.map(iosOf)).map(([value]) => [value, `iOS ${value}`]),
    model: same(phones.map(({ device_name }) => device_name)),
    computer: sorted(phones.map(({ connected_mac_id }) => connected_mac_id))
      .map((id) => [id, computers.get(id) ?? "A computer"]),
    label: same(phones.flatMap(labelsOf)),
  };
}

const stateWords = [["ready", "ready"], ["attention", "not ready"], ["busy", "busy"], ["away", "not connected"]];

// [state, "6 not ready"] of each that some phone has, and of those of which `isKept` is true.
export const countsOf = (phones, isBusy, isKept) =>
  stateWords.map(([state, words]) => [state, phones.filter((each) => states[state](each, isBusy)).length, words])
    .filter(([state, count]) => count > 0 || isKept(state)).map(([state, count, words]) => [state, `${count} ${words}`]);
