// The reason for which a session was not begun, or cannot be, with the way on.
import { withCommands } from "./commands.js";
import { make } from "./dom.js";
import { hasModel } from "./service.js";
import { nameOf } from "./words.js";

const settings = "THIMBLE_MODEL_PROVIDER=anthropic\nTHIMBLE_MODEL_API_KEY=…\nTHIMBLE_MODEL=claude-sonnet-4-5";

export const noAgent = "An agent cannot work on this phone before it can be touched.";

// The same of a phone that is named elsewhere, with the reason and the way to its set-up.
export const noAgentFor = (phone) =>
  [noAgent, ...phone.readiness.blockers.slice(0, 1).flatMap(({ message, remedy }) => withCommands(` ${message} ${remedy}`)), " ",
   make("a", { href: `#/phones/${phone.id}` }, `Set-up of ${nameOf(phone)}`)];

// Children of the element that tells of a refusal.
export function refusalOf(problem) {
  const [first] = problem.context?.blockers ?? []; // its commands can be copied; those of the message cannot
  const out = first ? withCommands(`${first.message} ${first.remedy}`) : [problem.message];
  if (problem.context?.session_id)
    out.push(" ", make("a", { href: `#/sessions/${problem.context.session_id}` }, "Open that session"));
  if (problem.code === "MODEL_NOT_CONFIGURED")
    out.push(make("span", { class: "hint" }, "Set these in the environment of the service, and start it again:"),
             make("pre", { role: "region", tabindex: 0, "aria-label": "Settings of a model" }, settings));
  return out;
}

// The same before anybody has asked for one; empty where nothing is in the way.
export const refusalInAdvance = () =>
  hasModel() ? []
    : refusalOf({ code: "MODEL_NOT_CONFIGURED", message: "No model is configured that an agent could think with." });
