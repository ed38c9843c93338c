// The reason for which a session was not begun, or cannot be, with the way on.
import { make } from "./dom.js";
import { hasModel } from "./service.js";

const settings = "THIMBLE_MODEL_PROVIDER=anthropic\nTHIMBLE_MODEL_API_KEY=…\nTHIMBLE_MODEL=claude-sonnet-4-5";

// Children of the element that tells of a refusal.
export function refusalOf(problem) {
  const out = [problem.message];
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
