import { expect, it } from 'vitest';
import { Disk, isDiskSilent, writeFailure } from './disk.js';

const late = (reason: string) => new Error(`too late: ${reason}`);

it('gives what the disk answers, and its errors', async () => {
  const disk = new Disk();
  expect(await disk.ask(async () => 7, late)).toBe(7);
  await expect(disk.ask(() => Promise.reject(new Error('no')), late)).rejects.toThrow('no');
  expect(isDiskSilent()).toBe(false);
});

it('a disk that does not answer is given up on, not asked again meanwhile, and asked again after it answered', async () => {
  const disk = new Disk(20);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await expect(disk.ask(() => asked, late)).rejects.toThrow('too late: the disk has not answered for 0.02 s');
  expect(isDiskSilent()).toBe(true);
  let again = 0;
  await expect(disk.ask(async () => again++, late)).rejects.toThrow('too late');
  expect(again).toBe(0);
  answer();
  await asked;
  expect(await disk.ask(async () => again++, late)).toBe(0);
  expect(isDiskSilent()).toBe(false);
});

it('says why a file could not be written', () => {
  expect(writeFailure({ code: 'ENOTDIR' } as NodeJS.ErrnoException)).toBe(
    'what should be its folder is not one (ENOTDIR)',
  );
  expect(writeFailure({ code: 'EWHAT' } as NodeJS.ErrnoException)).toBe('EWHAT');
});
