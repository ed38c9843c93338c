// The service classes of appium-ios-remotexpc against a phone.
//
// node remote_services.mjs UDID AGENT_PORT [list-apps]: through the tunnel of the go-ios with that port
// node remote_services.mjs UDID own-tunnel [list-apps]: through one that it makes itself, where it
// has ports for datagrams, and so the stream of a phone's picture
//
// The last line that is printed is what the phone has answered, as JSON.
import os from "node:os";
import { ScreenStreamCapture, Services } from "appium-ios-remotexpc";
import { makeTunnel } from "./own_tunnel.mjs";
import { publish, withService } from "./remote_relay.mjs";

const [udid, way, listApps] = process.argv.slice(2);

/// The first picture of a stream, which is whole only if no packet was lost on the way: of a screen that
/// stands still no other one comes. A busy computer loses datagrams, so three streams are tried.
async function watch(display) {
    let seen = {};
    for (let tries = 1; tries <= 3 && seen.units === undefined; ++tries)
        seen = { ...await watchOnce(display), tries };
    return seen;
}

async function watchOnce(display) {
    const capture = await ScreenStreamCapture.start(display);
    const longest = AbortSignal.timeout(10_000);
    const seen = {};
    for await (const unit of capture.accessUnits(longest)) {
        seen.key = unit.isKeyFrame;
        seen.units = unit.nals.length;
        break;
    }
    seen.codec = capture.codecString;
    seen.lost = capture.stats.packetsLost;
    await capture.stop();
    return seen;
}

async function ask(services) {
    const told = { services: Object.keys(services) };
    await withService(Services.startCoreDeviceInfoService, udid, async (info) => {
        told.device = await info.getDeviceInfo();
        told.display = await info.getDisplayInfo();
        told.lock = await info.getLockState();
    });
    await withService(Services.startAppService, udid, async (apps) => {
        if (listApps === "list-apps")
            told.apps = await apps.listApps();
        const started = await apps.launchApplication("com.apple.mobilenotes");
        told.started = started.processIdentifier;
        told.processes = await apps.listProcesses();
        const other = await apps.launchApplication("com.apple.Preferences");
        await apps.sendSignalToProcess(other.processIdentifier, os.constants.signals.SIGKILL);
        told.left = await apps.listProcesses();
        told.refused = await apps.launchApplication("com.example.nowhere").catch((error) => String(error));
    });
    await withService(Services.startPasteboardService, udid, async (pasteboard) => {
        await pasteboard.setText("from far away ✓");
        told.text = await pasteboard.getText();
    });
    await withService(Services.startDeviceControlService, udid, async (control) => {
        told.turned = [await control.rotate("left"), await control.rotate("right")]
            .map((state) => state.currentDeviceOrientation);
    });
    await withService(Services.startDisplayService, udid, async (display) => {
        told.support = await display.getMediaSupportInfo();
        told.streams = await display.isStreamingSupported();
        told.running = (await display.getMediaStreamServerStatus()).running;
    });
    if (!told.streams)
        await withService(Services.startDisplayService, udid, async (display) => {
            const nowhere = { receiverIp: "::1", receiverPort: 9, senderIp: "::1" };
            told.streamRefused = await display.startVideoStream(nowhere).catch((error) => String(error));
        });
    else if (way === "own-tunnel")
        told.stream = await withService(Services.startDisplayService, udid, watch)
            .catch((error) => ({ refused: String(error) }));
    await withService(Services.startHidIndigoService, udid, async (buttons) => {
        // The phone ignores a press of less than 30 ms, as which one of 50 ms may reach it from a busy computer.
        const holdSeconds = 0.3;
        await buttons.pressButton("volume-up", { holdSeconds, pressCount: 2 });
        await buttons.pressButton("home", { holdSeconds });
        await buttons.pressButton("lock");
    });
    return told;
}

const told = await ask(await (way === "own-tunnel" ? makeTunnel(udid) : publish(udid, way)));
console.log(JSON.stringify(told, (_, value) => (typeof value === "bigint" ? Number(value) : value)));
process.exit(0);
