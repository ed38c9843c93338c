// The image mounter of appium-ios-remotexpc against a phone to which go-ios has a tunnel.
//
// node remote_image.mjs UDID AGENT_PORT FOLDER
//
// It asks for a signature at the address that http_proxy names. The last line that is printed is what
// the phone has answered, as JSON.
import { Services } from "appium-ios-remotexpc";
import { publish, withService } from "./remote_relay.mjs";

const [udid, agentPort, folder] = process.argv.slice(2);

await publish(udid, agentPort);
const told = await withService(Services.startMobileImageMounterService, udid, async (mounter) => {
    const found = { before: (await mounter.lookup()).length };
    await mounter.mount(`${folder}/Image.dmg`, `${folder}/BuildManifest.plist`,
                        `${folder}/Image.dmg.trustcache`);
    found.after = (await mounter.lookup()).length;
    found.devices = (await mounter.copyDevices()).length;
    found.mode = await mounter.queryDeveloperModeStatus();
    return found;
});
console.log(JSON.stringify(told));
process.exit(0);
