// Further things to do with a phone, on its card and on its page: its name, its ids, whether it is the default.
import { button, copyFrom, dangerButton, tell } from "./dom.js";
import { menu } from "./menu.js";
import { renaming } from "./rename.js";
import { send } from "./service.js";
import { isHere, nameOf } from "./words.js";

export const meaningOfDefault = "The default phone is the one for requests that name none";

// `title` is where the name stands, `phoneNow` tells how the phone is, `refusal` is where it is told what has
// gone wrong, and `changed` is called when something was done. `update(among, able)` on the result is called when the phone
// has changed: `among` says how many phones are connected, as the only one needs no choice, and `able` whether anything can
// be done now.
export function phoneMenu(title, phoneNow, refusal, changed) {
  const attempt = async (work) => {
    tell(refusal, "");
    try {
      await work();
      changed();
    } catch (problem) {
      tell(refusal, problem.message);
    }
  };
  const choose = button("Make default", () => attempt(() => send("POST", `/v1/phones/${phoneNow().id}/select`, {})),
                        { class: "make-default", title: meaningOfDefault });
  const copyId = button("Copy id", () => copyFrom(copyId, phoneNow().id), { class: "stays" });
  const copyUdid = button("Copy UDID", () => copyFrom(copyUdid, phoneNow().unique_id), { class: "stays" });
  const forget = dangerButton("Forget", "Forget it for good?",
    () => attempt(() => send("DELETE", `/v1/phones/${phoneNow().id}`)), "this phone");
  const rename = renaming(title, phoneNow, () => opener);
  const { opener, list } = menu("More", [rename, choose, copyId, copyUdid, forget]);
  const update = (among, able) => {
    const phone = phoneNow();
    const name = nameOf(phone);
    opener.setAttribute("aria-label", `More for ${name}`);
    rename.setAttribute("aria-label", `Rename ${name}`);
    choose.setAttribute("aria-label", `Make default: ${name}`);
    choose.hidden = !isHere(phone) || phone.selected || among < 2;
    forget.hidden = isHere(phone);
    for (const each of [opener, rename, choose, copyId, copyUdid, forget]) each.disabled = !able;
  };
  return { opener, list, update };
}
