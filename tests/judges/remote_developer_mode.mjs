// The switch of developer mode, by appium-ios-remotexpc, of a phone to which go-ios has a tunnel.
//
// node remote_developer_mode.mjs UDID AGENT_PORT enable: where it is off; the phone restarts
// node remote_developer_mode.mjs UDID AGENT_PORT accept: answers the question that it asks then
//
// The last line that is printed is what the phone has answered, as JSON.
import { Services } from "appium-ios-remotexpc";
import { publish } from "./remote_relay.mjs";

const [udid, agentPort, order] = process.argv.slice(2);

/// "yes", or the error's name and the phone's word for it.
function outcomeOf(action) {
    return action.then(() => "yes", (error) => `${error.name}: ${error.code}`);
}

async function enable(amfi) {
    return {
        before: await amfi.isDeveloperModeEnabled(),
        revealed: await outcomeOf(amfi.revealDeveloperModeOption()),
        unasked: await outcomeOf(amfi.acceptDeveloperModePrompt()),
        enabled: await outcomeOf(amfi.enableDeveloperMode()),
    };
}

/// Fails while the phone does not ask yet.
async function accept(amfi) {
    await amfi.acceptDeveloperModePrompt();
    await amfi.enableDeveloperMode(); // which is on
    return { after: await amfi.isDeveloperModeEnabled() };
}

await publish(udid, agentPort);
const amfi = await Services.startAmfiService(udid);
console.log(JSON.stringify(await (order === "enable" ? enable(amfi) : accept(amfi))));
process.exit(0);
