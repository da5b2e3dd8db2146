/** Writes a ZIP archive in memory: deflated entries, no encryption, below 4 GB. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  data: Uint8Array | string;
}

/** As `zip` writes it without times: 1980-01-01. */
const DATE = 0x0021;
const DEFLATED = 8;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;

export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    for (const [at, value] of [VERSION, FLAGS, DEFLATED, 0, DATE].entries())
      common.writeUInt16LE(value, at * 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([VERSION, 0]), common, rest, title]),
    );
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
