/** One-time passwords by the clock (RFC 6238), from the address that authenticator apps take: `otpauth://totp/…`. */
import { createHmac } from 'node:crypto';

export interface Totp {
  /** The key as it is written: base 32. */
  secret: string;
  key: Buffer;
  digits: number;
  /** Seconds that a code is good for. */
  period: number;
  algorithm: 'sha1' | 'sha256' | 'sha512';
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const;

/** Undefined for anything else than the address of a time-based password. */
export function parseTotp(text: string): Totp | undefined {
  if (!/^otpauth:\/\/totp\//i.test(text) || !URL.canParse(text)) return undefined;
  const { searchParams } = new URL(text);
  const secret = (searchParams.get('secret') ?? '').replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  const key = decode(secret);
  const digits = Number(searchParams.get('digits') ?? 6);
  const period = Number(searchParams.get('period') ?? 30);
  const name = (searchParams.get('algorithm') ?? 'sha1').toLowerCase();
  const algorithm = ALGORITHMS.find((each) => each === name);
  if (!key || !algorithm || !(digits >= 6 && digits <= 10) || !(Number.isInteger(period) && period > 0))
    return undefined;
  return { secret, key, digits, period, algorithm };
}

/** The code at a moment, in milliseconds since 1970. */
export function codeAt({ key, digits, period, algorithm }: Totp, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / period)));
  const digest = createHmac(algorithm, key).update(counter).digest();
  // RFC 4226, 5.3: the last four bits say where the number is taken from.
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function decode(text: string): Buffer | undefined {
  if (text === '' || [...text].some((letter) => !BASE32.includes(letter))) return undefined;
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
