// appium-ios-remotexpc starts the runner of a phone to which go-ios has a tunnel.
//
// node remote_runner.mjs UDID AGENT_PORT session|session-in-front RUNNER: a test session of its XCTest runner,
//     from SIGTERM on closed again. session-in-front: the runner is launched in front, as up to 5.20.0.
// node remote_runner.mjs UDID AGENT_PORT launch|end RUNNER: by its process control alone
//
// Steps of a session are printed as they are taken. The last line that is printed is what has been found
// out, as JSON.
import { createXCTestRunner, ProcessControl, Services } from "appium-ios-remotexpc";
import { publish } from "./remote_relay.mjs";

const [udid, agentPort, order, runner] = process.argv.slice(2);
const behind = { ActivateSuspended: true };

/// Its session has no option for it, unlike its process control.
function launchInFront() {
    const { launch } = ProcessControl.prototype;
    ProcessControl.prototype.launch = function launchWithoutMore({ extraOptions, ...options }) {
        return launch.call(this, options);
    };
}

/// The domains and codes of the errors among the arguments of a call.
function errorsIn(what, found = []) {
    if (what !== null && typeof what === "object") {
        if ("NSDomain" in what && "NSCode" in what)
            found.push(`${what.NSDomain} ${what.NSCode}`);
        Object.values(what).forEach((each) => errorsIn(each, found));
    }
    return found;
}

async function runSession() {
    const heard = new Set();
    const session = createXCTestRunner({
        udid, testRunnerBundleId: runner, appUnderTestBundleId: runner, xctestBundleId: runner,
    });
    session.on("step", (step) => console.log(`step ${step}`));
    session.on("xctest", (event) => {
        heard.add(event.selector ?? event.type);
        console.log(`heard ${JSON.stringify(event)}`);
    });
    process.once("SIGTERM", () => session.close());
    const { status, error } = await session.run();
    return { status, error, heard: [...heard] };
}

async function controlProcess(control) {
    if (order === "launch")
        return { process: await control.launch({ bundleId: runner, extraOptions: behind }) };
    const process = await control.getPidForBundleIdentifier(runner);
    await control.kill(process);
    const until = Date.now() + 10_000;
    let left = process;
    while (left !== 0 && Date.now() < until)
        left = await control.getPidForBundleIdentifier(runner);
    return { process, left };
}

async function useControl() {
    const { dvtService, processControl } = await Services.startDVTService(udid);
    try {
        return await controlProcess(processControl);
    } finally {
        await dvtService.close();
    }
}

await publish(udid, agentPort);
if (order === "session-in-front")
    launchInFront();
const told = await (order.startsWith("session") ? runSession() : useControl());
console.log(JSON.stringify(told));
process.exit(0);
