// The pages that ask who is there: by a name and a password or an API key, and before an account is
// left for that of a key in an address.
import { button, field, make, tell } from "./dom.js";
import { isLocal, signIn, storeKey } from "./service.js";

const strange = "The service does not know this key. Check it and try again.";

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
  let chosen = isLocal() ? "key" : "password";
  const show = (which) => {
    chosen = which;
    for (const [name, form] of Object.entries(forms)) form.hidden = name !== which;
    tell(other, which === "key" ? "Sign in with a password" : "Sign in with an API key");
    forms[which].querySelector("input").focus();
  };
  const other = button("", () => show(chosen === "key" ? "password" : "key"), { class: "link" });
  other.hidden = isLocal();
  const local = isLocal() && make("p", { class: "hint" }, "On the machine of thimbled, ",
    make("code", {}, "thimbled sign-in"), " prints a link that signs in without a key.");
  into.append(make("section", { class: "entrance" },
    make("h1", {}, "Sign in to Thimble"), said,
    ...Object.values(forms).filter((form) => !isLocal() || form === forms.key), other, local || ""));
  show(chosen);
}

// `answer` is told whether the key of the address is to be taken: it belongs to `other`, and `mine`
// is the account that has signed in.
export function showKeyQuestion({ into, mine, other, answer }) {
  const stay = button(`Stay with ${mine.name}`, () => answer(false), { class: "main" });
  const change = button(`Change to ${other.name}`, () => answer(true));
  into.append(make("section", { class: "entrance", id: "key-question" },
    make("h1", {}, "Change to another account?"),
    make("p", {}, "The address that was opened has an API key of the account ",
      make("strong", {}, other.name), ". You are signed in as ", make("strong", {}, mine.name), "."),
    make("p", { class: "hint" }, "If you did not expect this, stay: what you enter after a change " +
      "goes to the other account."),
    make("div", { class: "row" }, stay, change)));
  stay.focus();
}
