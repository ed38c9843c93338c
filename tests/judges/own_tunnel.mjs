// A tunnel that appium-ios-remotexpc makes itself: a network interface, and the kernel's IPv6 and TCP. It
// needs root, and a network namespace of its own, where its registry has a port that is free.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const registryPort = 42314;
const longest = 60_000; // ms
const longestTrace = 40; // lines

const script = new URL("./node_modules/appium-ios-remotexpc/scripts/tunnel-creation.mjs", import.meta.url);
const tools = fileURLToPath(new URL("./network_tools", import.meta.url));

/// The latest lines of the addon: packets on their way to the phone, and the first bytes from there.
/// All else is passed on.
function traceOf(stderr) {
    const trace = [];
    createInterface({ input: stderr }).on("line", (line) => {
        if (!line.startsWith("[fwd] ")) {
            console.error(line);
        } else if (!line.includes(" forwarder-tun-wait ")) { // one before each packet
            trace.push(line);
            if (trace.length > longestTrace)
                trace.shift();
        }
    });
    return trace;
}

/// The directory of the phone, once the classes can find it; the tunnel ends with this program.
export async function makeTunnel(udid) {
    const tunnel = spawn(process.execPath,
        [fileURLToPath(script), "--udid", udid, "--tunnel-registry-port", String(registryPort)],
        {
            stdio: ["ignore", "inherit", "pipe"],
            env: { ...process.env, PATH: `${tools}:${process.env.PATH}`, APPIUM_TUNTAP_DEBUG: "1" },
        });
    const trace = traceOf(tunnel.stderr);
    process.on("exit", () => tunnel.kill());
    for (const until = Date.now() + longest; Date.now() < until && tunnel.exitCode === null;) {
        const found = await fetch(`http://127.0.0.1:${registryPort}/remotexpc/tunnels/${udid}?waitMs=1000`)
            .catch(() => undefined); // it does not listen yet
        const entry = found?.ok ? await found.json() : {};
        if (Object.keys(entry.services ?? {}).length > 0)
            return entry.services;
        await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    throw new Error(["there is no tunnel", ...trace].join("\n"));
}
