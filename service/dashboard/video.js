// A phone's own video over a WebSocket, decoded by the browser, and the pictures that stand in for it.
import { storedKey } from "./service.js";

const usualCodec = "hvc1.1.6.L153.B0";
const headerBytes = 16; // before each unit
const mostWaiting = 60; // units that the decoder has not taken
const unitTime = 16_667; // microseconds from one unit to the next, for the decoder

let decodes = null; // a promise, once it was asked

// A WebSocket carries the cookie, and no key of a tab.
export function canShowVideo() {
  if (storedKey() !== null || !("VideoDecoder" in window)) return Promise.resolve(false);
  const configuration = { codec: usualCodec, optimizeForLatency: true };
  decodes ??= VideoDecoder.isConfigSupported(configuration).then(({ supported }) => supported, () => false);
  return decodes;
}

// It has turned out that this browser cannot after all.
export function giveUpVideo() {
  decodes = Promise.resolve(false);
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

class Player {
  told = null; // how the messages that come now are to be read
  decoder = null;
  waitsForKey = true;
  descriptions = new Map(); // by the decoder's time, of units that are being decoded
  decoderTime = 0; // only grows, also where the clock of the captures is set back

  constructor(screen, fail) {
    this.screen = screen;
    this.fail = fail;
  }

  hear(message) {
    if (typeof message === "string") this.describe(JSON.parse(message));
    else if (this.told?.codec === "jpeg") this.screen.drawPicture(this.told, message);
    else if (this.told) this.decode(message);
  }

  describe(told) {
    const { codec, configuration } = told;
    const known = this.told?.codec === codec && this.told?.configuration === configuration;
    this.told = told;
    if (codec === "jpeg" || (known && this.decoder)) return;
    this.close();
    this.decoder = new VideoDecoder({ output: (frame) => this.show(frame), error: this.fail });
    this.decoder.configure({ codec, description: bytesOf(configuration), optimizeForLatency: true,
                             codedWidth: told.coded_width, codedHeight: told.coded_height });
  }

  decode(message) {
    const head = new DataView(message);
    const key = head.getUint8(1) === 1;
    if (this.decoder.decodeQueueSize > mostWaiting) this.waitsForKey = true;
    if (this.waitsForKey && !key) return;
    this.waitsForKey = false;
    const capturedAt = Number(head.getBigUint64(8)) / 1000;
    const timestamp = (this.decoderTime += unitTime);
    this.descriptions.set(timestamp, { told: this.told, capturedAt });
    this.decoder.decode(new EncodedVideoChunk({ type: key ? "key" : "delta", timestamp,
                                                data: new Uint8Array(message, headerBytes) }));
  }

  show(frame) {
    for (const [timestamp, { told, capturedAt }] of this.descriptions) {
      if (timestamp > frame.timestamp) break;
      this.descriptions.delete(timestamp);
      if (timestamp === frame.timestamp) this.screen.showFrame(frame, told, capturedAt);
    }
    frame.close();
  }

  close() {
    if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
    this.decoder = null;
    this.descriptions.clear();
    this.waitsForKey = true;
  }
}

// Shows what comes over the path until the signal or the connection ends. Throws where the browser
// cannot decode it.
export function watchVideo(path, signal, screen) {
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    const player = new Player(screen, (problem) => {
      giveUpVideo();
      reject(problem);
      socket.close();
    });
    const stop = () => socket.close();
    signal.addEventListener("abort", stop);
    socket.addEventListener("message", ({ data }) => {
      if (signal.aborted) return;
      try {
        player.hear(data);
      } catch (problem) {
        player.fail(problem);
      }
    });
    socket.addEventListener("close", () => {
      signal.removeEventListener("abort", stop);
      player.close();
      resolve();
    });
  });
}
