// appium-ios-remotexpc loads these when it is imported. The native addon that makes network interfaces
// runs where ./install has compiled it or the one that it comes with fits; elsewhere there are none.
const native = await import("appium-ios-tuntap-native").catch(() => undefined);

async function refuse() {
    throw new Error("there are no network interfaces here");
}

export const connectToTunnelLockdown = native?.connectToTunnelLockdown ?? refuse;
export const connectToTunnelPsk = native?.connectToTunnelPsk ?? refuse;
