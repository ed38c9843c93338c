// The parts of a multipart body, as they come.
const mostHead = 8192; // bytes of a part's headers
const mostContent = 32 * 1024 * 1024; // bytes
const text = new TextDecoder("latin1"); // a character a byte

class Incoming {
  constructor(body) {
    this.reader = body.getReader();
    this.held = new Uint8Array();
  }

  async readMore() {
    const { done, value } = await this.reader.read();
    if (done) throw new Error("The stream has ended.");
    const joined = new Uint8Array(this.held.length + value.length);
    joined.set(this.held);
    joined.set(value, this.held.length);
    this.held = joined;
  }

  async take(length) {
    while (this.held.length < length) await this.readMore();
    const taken = this.held.slice(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  // The headers up to an empty line; the boundary before them is none of them.
  async takeHead() {
    let end;
    while ((end = text.decode(this.held.subarray(0, mostHead)).indexOf("\r\n\r\n")) < 0) {
      if (this.held.length >= mostHead) throw new Error("A part's headers have no end.");
      await this.readMore();
    }
    const lines = text.decode(await this.take(end + 4)).split("\r\n");
    const fields = lines.map((line) => line.match(/^([\w-]+):\s*(.*)$/)).filter(Boolean);
    return new Headers(fields.map(([, name, value]) => [name, value]));
  }
}

// Each part with its headers and content. Throws when the body ends or has no lengths.
export async function* partsOf(body) {
  const incoming = new Incoming(body);
  try {
    for (;;) {
      const headers = await incoming.takeHead();
      const length = Number(headers.get("Content-Length"));
      if (!(length > 0 && length <= mostContent)) throw new Error("A part has no length.");
      yield { headers, content: await incoming.take(length) };
    }
  } finally {
    incoming.reader.cancel().catch(() => {});
  }
}
