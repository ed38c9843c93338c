// The page that asks who is there: a name and a password, or an API key.
import { button, field, make, tell } from "./dom.js";
import { signIn, storeKey } from "./service.js";

const strange = "The service does not know this key. Enter another one.";

function keyForm(enter) {
  const key = make("input", { type: "password", id: "key", autocomplete: "off", required: true,
                              spellcheck: "false" });
  const hint = "It stays in this tab and is forgotten with it.";
  return make("form", { id: "with-key", onsubmit: (event) => (event.preventDefault(), enter(async () => {
    storeKey(key.value.trim());
    return strange;
  })) }, field("API key", key, hint), make("button", { class: "main" }, "Sign in"));
}

function passwordForm(enter) {
  const name = make("input", { id: "account", autocomplete: "username", required: true,
                               autocapitalize: "none", spellcheck: "false" });
  const password = make("input", { id: "password", type: "password", required: true,
                                   autocomplete: "current-password" });
  return make("form", { id: "with-password", onsubmit: (event) => (event.preventDefault(), enter(async () => {
    storeKey(null);
    await signIn(name.value.trim(), password.value);
    return "The browser did not keep the session; are its cookies turned off?";
  })) }, field("Account", name), field("Password", password),
     make("button", { class: "main" }, "Sign in"));
}

// `done` shows the pages, or is false when the service knows nobody yet.
export function showSignIn({ into, refusal, done, signal }) {
  const said = make("p", { class: "refusal", id: "refusal", role: "alert" }, refusal);
  const enter = async (give) => {
    tell(said, "");
    try {
      const otherwise = await give();
      if (await done()) return;
      storeKey(null);
      tell(said, otherwise);
    } catch (problem) {
      storeKey(null);
      tell(said, problem.message);
    }
    if (signal.aborted) return;
    const wrong = forms[chosen].querySelector("[type=password]");
    wrong.focus();
    wrong.select();
  };
  const forms = { key: keyForm(enter), password: passwordForm(enter) };
  let chosen = "password";
  const show = (which) => {
    chosen = which;
    for (const [name, form] of Object.entries(forms)) form.hidden = name !== which;
    tell(other, which === "key" ? "Sign in with a password" : "Sign in with an API key");
    forms[which].querySelector("input").focus();
  };
  const other = button("", () => show(chosen === "key" ? "password" : "key"), { class: "link" });
  const local = make("p", { class: "hint" }, "On the machine of thimbled --local, ",
    make("code", {}, "thimbled sign-in"), " prints a link that needs neither.");
  into.append(make("section", { class: "entrance" },
    make("h1", {}, "Sign in to Thimble"), said, ...Object.values(forms), other, local));
  show(chosen);
}
