// The page on which somebody decides whether a program may use phones, which, and for how long.
import { button, emptiness, field, make, skeleton, tell } from "./dom.js";
import { onSubmit } from "./forms.js";
import { rightsChooser } from "./rights.js";
import { read, send } from "./service.js";

const lifetimes = [[1, "a day"], [7, "a week"], [30, "30 days"], [365, "a year"]];

const lifetimeChooser = () =>
  make("select", {}, lifetimes.map(([days, words]) =>
    make("option", { value: days, selected: days === 30 }, words)));

// Words that nobody has checked are told as such.
function introduction({ client_name, client_host, redirect_host }) {
  const whose = client_host === null
    ? "It has only registered itself: nobody has checked its name."
    : `Its description is at ${client_host}.`;
  return [
    make("p", {}, make("strong", {}, client_name), " asks to use phones of this account."),
    make("p", {}, `${whose} The answer goes to `, make("strong", {}, redirect_host), "."),
    make("p", { class: "hint" }, "Deny it if you have not just begun this yourself in a program that " +
      "you trust."),
  ];
}

function over(into) {
  into.replaceChildren(make("h1", {}, "Approve a program"),
    emptiness("This request is over", "It was valid for ten minutes. Start again in the program."));
}

export async function showAuthorization({ into, signal, id }) {
  const path = `/v1/authorizations/${encodeURIComponent(id)}`;
  into.append(make("h1", {}, "Approve a program"), skeleton(1));
  let request = null;
  let phones = [];
  try {
    [request, phones] = await Promise.all([read(path), read("/v1/phones")]);
  } catch (problem) {
    if (signal.aborted) return;
    if (problem.code === "DATA_NOT_FOUND") return over(into);
    into.replaceChildren(make("h1", {}, "Approve a program"),
      make("p", { class: "refusal", role: "alert" }, problem.message));
    return;
  }
  if (signal.aborted) return;
  const said = make("p", { class: "refusal", role: "alert" });
  const chooser = rightsChooser(request.scopes, phones);
  const lifetime = lifetimeChooser();
  const answer = async (body) => {
    try {
      const { redirect_to } = await send("POST", path, body);
      location.assign(redirect_to);
    } catch (problem) {
      if (problem.code === "DATA_NOT_FOUND") over(into);
      else tell(said, problem.message);
    }
  };
  const refuse = button("Deny", () => answer({ approve: false }), { id: "refuse" });
  const form = make("form", { class: "panel", "aria-label": "Approve a program" },
    introduction(request), chooser.element, field("For", lifetime), said,
    make("div", { class: "row" }, refuse, make("button", { class: "main", id: "approve" }, "Approve")));
  onSubmit(form, () =>
    answer({ approve: true, days: Number(lifetime.value), ...chooser.value() }));
  into.replaceChildren(make("h1", {}, "Approve a program"),
    make("div", { class: "stack" }, form));
  refuse.focus();
}
