import { describe, expect, it, vi } from 'vitest';
import { Secrets } from './secrets.js';
import { codeAt, parseTotp } from './totp.js';

/** The key of RFC 6238's test vectors, "12345678901234567890", in base 32. */
const KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('one-time passwords', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_234_567_890, '89005924'],
    [20_000_000_000, '65353130'],
  ])('RFC 6238 at %d s: %s', (seconds, code) => {
    const totp = parseTotp(`otpauth://totp/x?secret=${KEY}&digits=8`);
    expect(totp && codeAt(totp, seconds * 1000)).toBe(code);
  });

  it.each([
    'otpauth://hotp/x?secret=ABCDEFGH&counter=1',
    'otpauth://totp/x',
    'otpauth://totp/x?secret=1890',
    'otpauth://totp/x?secret=ABCDEFGH&digits=3',
    'otpauth://totp/x?secret=ABCDEFGH&algorithm=md5',
    'ABCDEFGH',
  ])('%s is none', (text) => expect(parseTotp(text)).toBeUndefined());

  it('a declared secret is typed as the code of the moment, and neither key nor code is shown', () => {
    vi.useFakeTimers({ now: 59_000 });
    try {
      const secrets = new Secrets({ CODE: `otpauth://totp/Ada?secret=${KEY}`, ODD: 'otpauth://hotp/x' });
      expect(secrets.lookup('CODE')?.value).toBe('287082');
      expect(secrets.mask(`key ${KEY}, code 287082`)).toBe(
        'key <secret>CODE_KEY</secret>, code <secret>CODE</secret>',
      );
      expect(secrets.problems).toEqual([expect.stringContaining('ODD')]);
      vi.setSystemTime(60_000);
      expect(secrets.lookup('CODE')?.value).not.toBe('287082');
      expect(secrets.mask('code 287082')).toBe('code 287082');
    } finally {
      vi.useRealTimers();
    }
  });
});
