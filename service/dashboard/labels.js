// Labels of a phone, below its name, where they can be put anew; and who has leased it.
import { button, make, tell } from "./dom.js";
import { onSubmit } from "./forms.js";
import { send } from "./service.js";
import { labelsOf, leaseOf } from "./words.js";

// `phoneNow` tells whose labels they are. `update(phone, able)` on the result is called when it has
// changed; `able` says whether they can be put anew now.
export function labelLine(phoneNow) {
  const list = make("span", { class: "labels" });
  const lease = make("p", { class: "quiet lease", hidden: true });
  const edit = button("Edit labels", () => {
    const { id } = phoneNow();
    const field = make("input", { value: labelsOf(phoneNow()).join(" "), "aria-label": "Labels", autocomplete: "off",
                                  placeholder: "smoke blue", spellcheck: "false" });
    const refusal = make("p", { class: "refusal", role: "alert" });
    const form = make("form", { class: "renaming" }, field, button("Save", null, { type: "submit" }),
                      button("Cancel", () => end()), refusal);
    const end = () => {
      form.replaceWith(line);
      edit.focus();
    };
    form.addEventListener("keydown", (event) => event.key === "Escape" && end());
    onSubmit(form, async () => {
      try {
        const wanted = field.value.split(/[\s,]+/).filter(Boolean);
        const kept = await send("PUT", `/v1/phones/${id}/labels`, { labels: wanted });
        end();
        update({ ...phoneNow(), ...kept });
      } catch (problem) {
        refusal.textContent = problem.message;
      }
    });
    line.replaceWith(form);
    field.focus();
    field.select();
  }, { class: "small" });
  const line = make("div", { class: "labels" }, list, edit);
  let known = "";
  function update(phone, able = true) {
    const held = leaseOf(phone);
    const labels = labelsOf(phone);
    edit.disabled = !able;
    const now = JSON.stringify(labels);
    if (now !== known) list.replaceChildren(...labels.map((each) => make("span", { class: "badge" }, each)));
    known = now;
    lease.hidden = !held;
    tell(lease, held);
  }
  return { element: make("div", { class: "labelling" }, line, lease), update };
}
