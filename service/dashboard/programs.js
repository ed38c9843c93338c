// The programs that somebody has approved by OAuth, and how one is revoked.
import { dangerButton, make, table, tell } from "./dom.js";
import { RecordList } from "./record_list.js";
import { phonesOf, scopesOf } from "./rights.js";
import { send } from "./service.js";
import { timeElement } from "./words.js";

const rowOf = (grant, phones, revoke) =>
  make("tr", { "data-grant": grant.id },
    make("th", { scope: "row" }, grant.client_name),
    make("td", {}, scopesOf(grant)),
    make("td", {}, phonesOf(grant, phones)),
    make("td", {}, timeElement(grant.created_at)),
    make("td", {}, timeElement(grant.ends_at)),
    make("td", {}, grant.last_used_at ? timeElement(grant.last_used_at) : "never"),
    make("td", {}, dangerButton("Revoke", "Revoke it?", () => revoke(grant), grant.client_name)));

const heads = ["Program", "Scopes", "Phones", "Approved", "Until", "Last used"];

// `said` is where it is told what came of it; `changed` is called then.
export function programsPanel(said, changed) {
  const revoke = async (grant) => {
    try {
      await send("DELETE", `/v1/grants/${grant.id}`);
      tell(said, `“${grant.client_name}” revoked.`);
    } catch (problem) {
      tell(said, problem.message);
    }
    changed();
  };
  return new RecordList(({ grants, phones }) =>
    make("div", { class: "stack" }, grants.length > 0 &&
      table("Programs", heads, grants.map((each) => rowOf(each, phones, revoke)))));
}
