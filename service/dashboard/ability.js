// Abilities of a phone as it is now: the judgement of the service, for whatever the pages enable.
import { isReachable } from "./service.js";
import { isHere } from "./words.js";

const whileLocked = new Set(["home", "lock", "screenshot", "unlock"]);
// Blockers of WebDriverAgent alone: what another driver offers works all the same.
const ofTheRunner = new Set(["DRIVER_EXPIRED", "DRIVER_NOT_INSTALLED", "DRIVER_NOT_RUNNING", "DRIVER_NOT_TRUSTED",
                             "DRIVER_STARTING", "DRIVER_TOO_OLD", "UI_AUTOMATION_OFF"]);

const isUnhindered = (name) => ({ code }) => (code === "LOCKED" ? whileLocked.has(name) : ofTheRunner.has(code));

export const canDo = (phone, name) =>
  isReachable() && isHere(phone) && phone.capabilities.includes(name) &&
  phone.readiness.blockers.every(isUnhindered(name));

// Enables the buttons that do what the phone can: [name, button] each.
export function enable(phone, buttons) {
  for (const [name, each] of buttons) {
    each.disabled = !canDo(phone, name);
    each.title = each.disabled ? "This phone cannot do that now" : each.dataset.title ?? "";
  }
}

// As its readiness or its status says.
export const isLocked = (phone, status = null) =>
  isHere(phone) && (phone.readiness.blockers.some(({ code }) => code === "LOCKED") || status?.screen_locked === true);
