/**
 * A WebM file with one VP8 track, written as frames come: what has been written can be played, whatever happens next.
 * By hand, because the parts of the format that this needs are few.
 */

/** Milliseconds: times in a cluster are 16 bits. */
const LONGEST_CLUSTER = 30_000;

/** The largest number of eight bytes: "of unknown size". */
const UNKNOWN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

const ID = {
  ebml: [0x1a, 0x45, 0xdf, 0xa3],
  version: [0x42, 0x86],
  readVersion: [0x42, 0xf7],
  maxIdLength: [0x42, 0xf2],
  maxSizeLength: [0x42, 0xf3],
  docType: [0x42, 0x82],
  docTypeVersion: [0x42, 0x87],
  docTypeReadVersion: [0x42, 0x85],
  void: [0xec],
  segment: [0x18, 0x53, 0x80, 0x67],
  info: [0x15, 0x49, 0xa9, 0x66],
  timestampScale: [0x2a, 0xd7, 0xb1],
  duration: [0x44, 0x89],
  muxingApp: [0x4d, 0x80],
  writingApp: [0x57, 0x41],
  tracks: [0x16, 0x54, 0xae, 0x6b],
  trackEntry: [0xae],
  trackNumber: [0xd7],
  trackUid: [0x73, 0xc5],
  trackType: [0x83],
  codec: [0x86],
  video: [0xe0],
  width: [0xb0],
  height: [0xba],
  cluster: [0x1f, 0x43, 0xb6, 0x75],
  timestamp: [0xe7],
  simpleBlock: [0xa3],
};

export interface VideoChunk {
  data: Uint8Array;
  /** Milliseconds since the start. */
  time: number;
  isKey: boolean;
}

export class WebM {
  /** Where `duration` belongs in the file. */
  readonly durationAt: number;
  readonly #head: Buffer;
  #clusterTime: number | undefined;

  constructor({ width, height }: { width: number; height: number }) {
    const header = element(ID.ebml, [
      number(ID.version, 1),
      number(ID.readVersion, 1),
      number(ID.maxIdLength, 4),
      number(ID.maxSizeLength, 8),
      text(ID.docType, 'webm'),
      number(ID.docTypeVersion, 2),
      number(ID.docTypeReadVersion, 2),
    ]);
    const segment = Buffer.from([...ID.segment, ...UNKNOWN]);
    // As long as a duration, which is known at the end only.
    const place = element(ID.void, [Buffer.alloc(9)]);
    const info = element(ID.info, [
      place,
      number(ID.timestampScale, 1_000_000),
      text(ID.muxingApp, 'Sightline'),
      text(ID.writingApp, 'Sightline'),
    ]);
    const track = element(ID.trackEntry, [
      number(ID.trackNumber, 1),
      number(ID.trackUid, 1),
      number(ID.trackType, 1),
      text(ID.codec, 'V_VP8'),
      element(ID.video, [number(ID.width, width), number(ID.height, height)]),
    ]);
    this.#head = Buffer.concat([header, segment, info, element(ID.tracks, [track])]);
    this.durationAt = this.#head.indexOf(place);
  }

  /** The start of the file. */
  get head(): Uint8Array {
    return this.#head;
  }

  duration(milliseconds: number): Uint8Array {
    const value = Buffer.alloc(8);
    value.writeDoubleBE(milliseconds);
    return element(ID.duration, [value]);
  }

  /** The next bytes of the file. The first chunk must be a key frame. */
  chunk({ data, time, isKey }: VideoChunk): Uint8Array {
    const parts: Buffer[] = [];
    const now = Math.round(time);
    if (this.#clusterTime === undefined || isKey || now - this.#clusterTime > LONGEST_CLUSTER) {
      this.#clusterTime = now;
      parts.push(Buffer.from([...ID.cluster, ...UNKNOWN]), number(ID.timestamp, now));
    }
    const start = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
    start.writeInt16BE(now - this.#clusterTime, 1);
    parts.push(element(ID.simpleBlock, [start, Buffer.from(data)]));
    return Buffer.concat(parts);
  }
}

function element(id: readonly number[], content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id), size(body.length), body]);
}

function number(id: readonly number[], value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  const first = bytes.findIndex((byte) => byte !== 0);
  return element(id, [bytes.subarray(first < 0 ? 7 : first)]);
}

function text(id: readonly number[], value: string): Buffer {
  return element(id, [Buffer.from(value, 'utf8')]);
}

/** One byte where it fits, else eight. */
function size(length: number): Buffer {
  if (length < 0x7f) return Buffer.from([0x80 | length]);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  bytes[0] = 0x01;
  return bytes;
}
