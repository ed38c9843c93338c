// The way of appium-ios-remotexpc to a phone to which go-ios has a tunnel.
//
// Its classes dial IPv6, at the port that the phone's directory names. So each of the phone's ports has
// a listener of the same number on [::1], which leads through the port of go-ios's tunnel.
import net from "node:net";
import { discoverServices, servicesToCatalog, startTunnelRegistryServer } from "appium-ios-remotexpc";

const here = "::1";

/// The 16 bytes of an address as go-ios prints it.
function bytesOf(address) {
    const [head, tail = ""] = address.split("::");
    const groups = (text) => (text === "" ? [] : text.split(":"));
    const zeros = Array(8 - groups(head).length - groups(tail).length).fill("0");
    const all = address.includes("::") ? [...groups(head), ...zeros, ...groups(tail)] : groups(address);
    return Buffer.from(all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]));
}

/// Until the program ends. Data through it begins with the address and the port on the phone.
function relay(tunnel, port) {
    const opening = Buffer.alloc(20);
    bytesOf(tunnel.address).copy(opening);
    opening.writeUInt32LE(port, 16);
    const server = net.createServer((from) => {
        const to = net.connect(tunnel.userspaceTunPort, "127.0.0.1");
        to.write(opening);
        from.pipe(to).pipe(from);
        from.on("error", () => to.destroy());
        to.on("error", () => from.destroy());
    });
    return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, here, () => resolve(server));
    });
}

function freePort() {
    return new Promise((resolve) => {
        const probe = net.createServer().listen(0, "127.0.0.1", () => {
            const { port } = probe.address();
            probe.close(() => resolve(port));
        });
    });
}

/// Has the classes find the phone, and gives its directory.
export async function publish(udid, agentPort) {
    const tunnel = await (await fetch(`http://127.0.0.1:${agentPort}/tunnel/${udid}`)).json();
    await relay(tunnel, tunnel.rsdPort);
    const services = servicesToCatalog(await discoverServices(udid, here, tunnel.rsdPort));
    for (const { port } of Object.values(services))
        await relay(tunnel, Number(port));
    const now = Date.now();
    const registry = {
        tunnels: {
            [udid]: {
                udid, deviceId: 1, address: here, rsdPort: tunnel.rsdPort, services, connectionType: "USB",
                productId: 1, createdAt: now, lastUpdated: now,
            },
        },
        metadata: { lastUpdated: new Date(now).toISOString(), totalTunnels: 1, activeTunnels: 1 },
    };
    await startTunnelRegistryServer(registry, await freePort());
    return services;
}

/// Result of `use` with a started service, which is closed again.
export async function withService(start, udid, use) {
    const service = await start(udid);
    try {
        return await use(service);
    } finally {
        await (service.close ?? service.cleanup).call(service);
    }
}
