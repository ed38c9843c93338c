// The shell of the dashboard: who is signed in, which page is shown, what is wrong.
import { forgetActions } from "./actions.js";
import { showAuthorization } from "./authorization.js";
import { showComparison } from "./comparison.js";
import { forgetComputers } from "./computers.js";
import { showDesktops } from "./desktops.js";
import { showDocument } from "./documents.js";
import { emptiness, make, tell } from "./dom.js";
import { showKeys } from "./keys.js";
import { liveSessions } from "./live_sessions.js";
import { openPalette } from "./palette.js";
import { showPhone } from "./phone.js";
import { showPhones } from "./phones.js";
import { countBeside, tellOfQuestions, titleOf } from "./presence.js";
import { health } from "./repeat.js";
import { Router } from "./router.js";
import { showSecrets } from "./secrets.js";
import { Unreachable, access, accountOf, isReachable, setReachable, signOut, storeKey, storedKey,
         takeKeyFromAddress, whoIsAsking } from "./service.js";
import { showSession } from "./session.js";
import { showSessions } from "./sessions.js";
import { takeShortcuts } from "./shortcuts.js";
import { showKeyQuestion, showSignIn } from "./sign_in.js";
import { showUsage } from "./usage.js";

const homePage = "#/phones";
const usedLink = "This link has been used, or is too old. Ask for another: thimbled sign-in prints one.";
const router = new Router({
  "phones": showPhones,
  "phones/:id": showPhone,
  "phones/:id/:place": showPhone,
  "sessions": showSessions,
  "sessions/:id": showSession,
  "compare/:id": showComparison,
  "desktops": showDesktops,
  "desktops/approve/:id": showDesktops,
  "keys": showKeys,
  "authorize/:id": showAuthorization,
  "usage": showUsage,
  "secrets": showSecrets,
  "docs/:id": showDocument,
  "docs/:id/:place": showDocument,
});

const byId = (id) => document.getElementById(id);
const page = byId("page");
let shown = null; // the AbortController of what the page does

const noAnswer = "The service does not answer. Is it running? Trying again.";

function notice(text) {
  tell(byId("notice"), text);
  byId("notice").hidden = text === "";
}

const isSignedIn = () => !byId("shell").hidden;

function setSignedIn(now) {
  byId("shell").hidden = byId("foot").hidden = !now;
  forgetComputers();
  forgetActions();
  if (now) liveSessions.begin();
  else liveSessions.end();
}

// An empty page for `show`, and the end of the one before.
function turnTo(show, more = {}) {
  shown?.abort();
  shown = new AbortController();
  for (const each of document.querySelectorAll("dialog[open]")) each.close(); // of the page before
  notice(isReachable() ? "" : noAnswer);
  page.replaceChildren();
  show({ into: page, signal: shown.signal, ...more });
  titled();
}

// The window is called what the page is called.
function titled() {
  const title = titleOf(page.querySelector("h1")?.textContent);
  if (document.title !== title) document.title = title;
}

function showNothing({ into }) {
  into.append(make("h1", {}, "Page not found"),
    emptiness("There is no page at this address", make("a", { href: homePage }, "Go to the phones")));
}

function showWhatIsNamed() {
  if (!isSignedIn()) return;
  const address = location.hash || homePage;
  const section = address.split("/")[1]?.replace("compare", "sessions");
  for (const link of document.querySelectorAll("nav a"))
    if (link.hash.split("/")[1] === section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  const found = router.find(address);
  turnTo(found?.show ?? showNothing, { id: found?.id, place: found?.place });
}

function askToSignIn(refusal = "") {
  setSignedIn(false);
  turnTo(showSignIn, { refusal, done: enter });
}

async function enter() {
  try {
    const account = await whoIsAsking();
    if (account === null) return false;
    tell(byId("who"), account.name);
    setSignedIn(true);
    showWhatIsNamed();
  } catch (problem) {
    notice(wordsFor(problem));
    setTimeout(begin, 2000, null);
  }
  return true;
}

// The account of this tab's key, or else of the cookie; null where nobody has signed in.
async function whoIsHere() {
  const account = await whoIsAsking();
  if (account !== null || storedKey() === null) return account;
  storeKey(null);
  return whoIsAsking();
}

// A link with a key may come from anybody: it moves nobody into another account unasked. The key is
// taken at once where nobody has signed in, or for the same account. The result is what to say of it.
async function judgeKey(given) {
  if (given === storedKey()) return "";
  const mine = await whoIsHere();
  const other = mine && (await accountOf(given));
  if (mine && !other) return "The service does not know the key in this address.";
  if (mine && mine.id !== other.id) {
    setSignedIn(false);
    const taken = await new Promise((answer) => turnTo(showKeyQuestion, { mine, other, answer }));
    if (!taken) return "";
  }
  storeKey(given);
  return "";
}

async function begin(given = takeKeyFromAddress()) {
  let said = "";
  try {
    if (given !== null) said = await judgeKey(given);
  } catch (problem) {
    notice(wordsFor(problem));
    return setTimeout(begin, 2000, given);
  }
  const tooLate = location.hash === "#used-link"; // where the service sends whoever comes too late
  if (tooLate) history.replaceState(null, "", location.pathname);
  if (!(await enter())) askToSignIn(tooLate ? usedLink : "");
  if (said) notice(said);
}

const wordsFor = (problem) => (problem instanceof Unreachable ? noAnswer : problem.message);

access.addEventListener("lost", () => {
  storeKey(null);
  if (isSignedIn()) askToSignIn("You are no longer signed in, or the key was revoked.");
});
access.addEventListener("changed", async () => {
  await enter();
  notice("Another account has signed in in this browser. What you have just asked for was not done.");
});
countBeside(document.querySelector('nav a[href="#/sessions"]'));
tellOfQuestions();
liveSessions.addEventListener("changed", titled);
access.addEventListener("unreachable", () => notice(noAnswer));
access.addEventListener("reachable", () => notice(""));
health.addEventListener("trouble", ({ detail }) => {
  if (detail instanceof Unreachable) setReachable(false);
  if (detail.status !== 401) notice(wordsFor(detail));
});
health.addEventListener("well", () => notice(""));
new MutationObserver(titled).observe(page, { childList: true, subtree: true, characterData: true });
takeShortcuts(isSignedIn);
byId("palette").addEventListener("click", openPalette);
byId("leave").addEventListener("click", async () => {
  try {
    await signOut();
    askToSignIn();
  } catch (problem) {
    notice(`You are not signed out: ${problem.message}`);
  }
});
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#key=")) return begin();
  showWhatIsNamed();
  page.focus({ preventScroll: true });
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // what stands behind the # names a page
  page.focus();
});
begin();
