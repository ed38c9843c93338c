// Texts about phones, times and amounts.
import { withCommands } from "./commands.js";
import { make } from "./dom.js";
import { guideLink } from "./guide_links.js";
import { isReachable } from "./service.js";

export const nameOf = (phone) => phone.display_name || phone.name || phone.device_name || "Phone";

export function modelOf(phone) {
  const system = phone.product_type.startsWith("iPad") ? "iPadOS" : "iOS";
  return [phone.device_name, phone.os_version && `${system} ${phone.os_version}`]
    .filter(Boolean).join(" · ");
}

// Those that the phone was given, where the service knows of labels.
export const labelsOf = (phone) => phone.labels ?? [];

const nameless = { key: "a key", browser: "a browser", program: "a program", account: "the local key" };

// Empty where nobody has leased it.
export const leaseOf = ({ lease }) =>
  lease ? `Leased by ${lease.holder.name ?? nameless[lease.holder.kind]} until ${momentOf(lease.expires_at)}` : "";

export const isHere = (phone) => phone.connection_status !== "offline";

export const connectionLost = "Connection lost – retrying";

// "lost", "away", "blocked" or "ready", and the same in words. Nothing is known of any phone while
// the service does not answer.
export function conditionOf(phone) {
  if (!isReachable()) return "lost";
  if (!isHere(phone)) return "away";
  return phone.readiness.ready ? "ready" : "blocked";
}

export const stateOf = (phone) =>
  ({ lost: connectionLost, away: "Not connected", blocked: "Not ready",
     ready: "Ready" })[conditionOf(phone)];

export const hasVideo = (phone) => phone.capabilities?.includes("screen.stream.hevc") ?? false;

export const hasPictures = (phone) => phone.capabilities.includes("screenshot");

// An item for something that is in the way, and what to do about it.
export const blockerItem = ({ message, remedy, docs }, attributes = {}) =>
  make("li", attributes, withCommands(message), make("span", {}, withCommands(remedy), " ", guideLink(docs, message)));

// Items for what is in the way, and after that for what will be. A service before this one tells of no warnings.
export const blockerItems = (blockers, { warnings = [] }) =>
  [...blockers.map((each) => blockerItem(each)), ...warnings.map((each) => blockerItem(each, { class: "warning" }))];

export const unlockingElsewhere = "Press Unlock on its page.";

const momentStyle = { dateStyle: "medium", timeStyle: "short" };
export const momentOf = (time) => new Date(time).toLocaleString("en", momentStyle);
export const clockTimeOf = (time) => new Date(time).toLocaleTimeString("en", { hourCycle: "h23" });

export const timeElement = (time) => make("time", { datetime: time }, momentOf(time));

// "84 ms", "3.2 s", "4 min 10 s".
export function durationOf(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${Math.floor(seconds - 60 * minutes)} s`;
}

// "A tap is seen after 53 ms, 95 of 100 within 80 ms." Empty where nothing was measured lately, and of
// a service before this one.
export function latencyOf(figures) {
  const part = (what, times) => times &&
    `${what} after ${durationOf(times.p50)}, 95 of 100 within ${durationOf(times.p95)}.`;
  return [part("A tap is seen", figures?.tap_to_picture_ms),
          part("A picture is decoded", figures?.picture_age_ms)].filter(Boolean).join(" ");
}

// "4:07", of a time in a recording.
export function clockOf(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// "3.4 MB".
export function bytesOf(count) {
  if (count < 1e3) return `${count} bytes`;
  return count < 1e6 ? `${Math.round(count / 1e3)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

export const dollarsOf = (amount) => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;

// "tap-and-hold" is "tap and hold".
export const wordsOf = (name) => name.replaceAll(/[-_]/g, " ");
