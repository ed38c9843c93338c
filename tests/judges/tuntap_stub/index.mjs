// appium-ios-remotexpc loads these when it is imported. A tunnel of its own would need root.
export async function connectToTunnelLockdown() {
    throw new Error("there are no network interfaces here");
}

export async function connectToTunnelPsk() {
    throw new Error("there are no network interfaces here");
}
