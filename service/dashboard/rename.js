// Renaming a phone where its name stands.
import { button, make } from "./dom.js";
import { onSubmit } from "./forms.js";
import { send } from "./service.js";
import { nameOf } from "./words.js";

// The button that puts a field in the place of `title`. `phoneNow` tells whose name it is, `then` what has the focus
// afterwards.
export function renaming(title, phoneNow, then) {
  const begin = button("Rename", () => {
    const phone = phoneNow();
    const name = make("input", { value: nameOf(phone), maxlength: 120, "aria-label": "Name",
                                 placeholder: phone.name, autocomplete: "off" });
    const refusal = make("p", { class: "refusal", role: "alert" });
    const form = make("form", { class: "renaming" }, name, button("Save", null, { type: "submit" }),
                      button("Cancel", () => end()), refusal);
    const end = () => {
      form.replaceWith(title);
      begin.hidden = false;
      then().focus();
    };
    form.addEventListener("keydown", (event) => event.key === "Escape" && end());
    onSubmit(form, async () => {
      try {
        const path = `/v1/phones/${phone.id}/settings`;
        const renamed = await send("PATCH", path, { display_name: name.value.trim() });
        end();
        title.dispatchEvent(new CustomEvent("renamed", { bubbles: true, detail: renamed }));
      } catch (problem) {
        refusal.textContent = problem.message;
      }
    });
    title.replaceWith(form);
    begin.hidden = true;
    name.focus();
    name.select();
  });
  return begin;
}
