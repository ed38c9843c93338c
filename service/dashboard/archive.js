// A zip archive of files, which are in it as they are.
const localMark = 0x04034b50;
const centralMark = 0x02014b50;
const endMark = 0x06054b50;
const version = 20;
const namesAreUtf8 = 0x0800;
const firstDay = 0x21; // 1980-01-01: the archive tells of no times

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let out = byte;
  for (let bit = 0; bit < 8; ++bit) out = out & 1 ? (out >>> 1) ^ 0xedb88320 : out >>> 1;
  return out;
});

function crcOf(content) {
  let out = ~0;
  for (const byte of content) out = crcTable[(out ^ byte) & 0xff] ^ (out >>> 8);
  return ~out >>> 0;
}

// [bytes, value] each, the lowest byte first.
function record(...fields) {
  const out = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) out.setUint16(at, value, true);
    else out.setUint32(at, value, true);
    at += bytes;
  }
  return out.buffer;
}

// `files`: { name, content } each, the content as bytes.
export function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, content } of files) {
    const called = new TextEncoder().encode(name);
    const facts = [[2, version], [2, namesAreUtf8], [2, 0], [2, 0], [2, firstDay], [4, crcOf(content)],
                   [4, content.length], [4, content.length], [2, called.length], [2, 0]];
    const head = record([4, localMark], ...facts);
    parts.push(head, called, content);
    directory.push(record([4, centralMark], [2, version], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), called);
    offset += head.byteLength + called.length + content.length;
  }
  const length = directory.reduce((sum, each) => sum + each.byteLength, 0);
  const end = record([4, endMark], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, length], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}
