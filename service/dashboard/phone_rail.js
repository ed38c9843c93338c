// The buttons at the edge of a phone's screen: those on its sides, and those for its picture.
import { enable } from "./ability.js";
import { button, make } from "./dom.js";
import { saveFile } from "./files.js";
import { iconButton, showAs } from "./icons.js";
import { menu } from "./menu.js";
import { ask } from "./service.js";
import { nameOf } from "./words.js";

const inFront = [["home", "home", "Home"], ["app-switcher", "switcher", "App switcher"]];
const volume = [["volume-up", "volume-up", "Volume up"], ["volume-down", "volume-down", "Volume down"]];
const further = [["spotlight", "Spotlight"], ["control-center", "Control Center"],
                 ["notification-center", "Notifications"], ["siri", "Siri"]];
const turns = { portrait: "landscape_left", landscape_left: "portrait",
                landscape_right: "portrait", upside_down: "portrait" };
const fileName = (phone) =>
  `${nameOf(phone).replaceAll(/[^\p{L}\p{N}]+/gu, "-")}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.png`;

// `phoneNow` tells how the phone is, `unlock` begins to unlock it, `record` is the button that records, `whole` tells
// what is shown in full screen, and `say` what has been done. `update` is called when the phone has changed.
export function phoneRail(actions, { phoneNow, unlock, record, whole, say }) {
  const able = []; // [capability, button]
  const does = (name, shown, text) => {
    const out = iconButton(shown, text, () => actions.perform(name));
    able.push([name, out]);
    return out;
  };
  let locked = false;
  const lock = iconButton("lock", "Lock", () => (locked ? unlock() : actions.perform("lock")));
  const rotate = iconButton("rotate", "Rotate", () =>
    actions.perform("rotate", { orientation: turns[phoneNow().orientation] ?? "portrait" }));
  const screenshot = iconButton("screenshot", "Screenshot", async () => {
    try {
      const answer = await ask(actions.pathOf("screenshot?format=png"));
      saveFile(await answer.blob(), fileName(phoneNow()));
      say("Screenshot saved");
    } catch (problem) {
      actions.fail("screenshot", problem);
    }
  });
  const fullScreen = document.fullscreenEnabled && iconButton("full-screen", "Full screen", () =>
    document.fullscreenElement ? document.exitFullscreen() : whole().requestFullscreen().catch(() => {}));
  const more = menu("More buttons", further.map(([name, text]) => {
    const out = button(text, () => actions.perform(name));
    able.push([name, out]);
    return out;
  }));
  const element = make("div", { class: "rail", role: "group", "aria-label": "Buttons" },
    inFront.map((each) => does(...each)), lock, volume.map((each) => does(...each)), rotate,
    make("span", { class: "gap" }), screenshot, fullScreen, record, more.opener, more.list);
  able.push(["rotate", rotate], ["screenshot", screenshot]);
  const update = (isLocked) => {
    locked = isLocked;
    showAs(lock, locked ? "unlock" : "lock", locked ? "Unlock" : "Lock");
    enable(phoneNow(), [...able, [locked ? "unlock" : "lock", lock]]);
  };
  return { element, update };
}
