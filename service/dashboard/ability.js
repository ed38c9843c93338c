// Abilities of a phone as it is now: the judgement of the service, for whatever the pages enable.
import { isReachable } from "./service.js";
import { isHere } from "./words.js";

const whileLocked = new Set(["home", "lock", "screenshot", "unlock"]);
// Blockers of WebDriverAgent alone: what another driver offers works all the same.
const ofTheRunner = new Set(["DRIVER_EXPIRED", "DRIVER_NOT_AUTHORIZED", "DRIVER_NOT_INSTALLED", "DRIVER_NOT_RUNNING",
                             "DRIVER_NOT_TRUSTED", "DRIVER_STARTING", "DRIVER_TOO_OLD", "UI_AUTOMATION_OFF",
                             "UI_AUTOMATION_PASSCODE"]);

// Somebody else has leased the phone: it can be seen and recorded, and no more.
const whileLeased = new Set(["screenshot", "elements", "front-app"]);

const isUnhindered = (name) => ({ code }) => (code === "LOCKED" ? whileLocked.has(name) : ofTheRunner.has(code));

export const canDo = (phone, name) =>
  isReachable() && isHere(phone) && phone.capabilities.includes(name) &&
  (!phone.leasedAway || whileLeased.has(name)) &&
  phone.readiness.blockers.every(isUnhindered(name));

const reasonOf = (phone) => (phone.leasedAway ? "Somebody else has leased this phone" : "This phone cannot do that now");

// Enables the buttons that do what the phone can: [name, button] each.
export function enable(phone, buttons) {
  for (const [name, each] of buttons) {
    each.disabled = !canDo(phone, name);
    each.title = each.disabled ? reasonOf(phone) : each.dataset.title ?? "";
  }
}

// False without a driver that touches: such a phone may have pictures all the same.
export const isTouchable = (phone) => phone.capabilities.includes("tap");

// The same for agents, which look at the phone and act on it.
export const canHaveAgent = (phone) => canDo(phone, "screenshot") && isTouchable(phone) && !phone.leasedAway;

// Obstacles to it. `unlocking` says how a locked one is unlocked here, where that can be done.
export const blockersOf = (phone, unlocking) => phone.readiness.blockers.map((each) =>
  each.code === "LOCKED" && canDo(phone, "unlock") ? { ...each, remedy: unlocking } : each);

// As its readiness or its status says.
export const isLocked = (phone, status = null) =>
  isHere(phone) && (phone.readiness.blockers.some(({ code }) => code === "LOCKED") || status?.screen_locked === true);
