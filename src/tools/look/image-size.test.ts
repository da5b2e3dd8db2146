import { describe, expect, it } from 'vitest';
import { imageSize, scaleToFit } from './image-size.js';

describe('imageSize', () => {
  it('reads the header of a PNG', () => {
    const png = Buffer.alloc(24);
    png.writeUInt32BE(0x89504e47, 0);
    png.writeUInt32BE(1280, 16);
    png.writeUInt32BE(24_000, 20);
    expect(imageSize(png)).toEqual({ width: 1280, height: 24_000 });
  });

  it('finds the frame of a JPEG behind other segments', () => {
    const jpeg = Buffer.from('ffd8ffe00004aaaaffc40004bbbbffc0000b0802d0050001', 'hex');
    expect(imageSize(jpeg)).toEqual({ width: 1280, height: 720 });
  });

  it.each(['', 'ffd8', 'ffd8ffe0', '52494646'])('knows nothing of %j', (hex) => {
    expect(imageSize(Buffer.from(hex, 'hex'))).toBeUndefined();
  });
});

describe('scaleToFit', () => {
  const LIMITS = { side: 1568, pixels: 1_150_000 };
  it('leaves a small picture as it is', () => {
    expect(scaleToFit({ width: 1280, height: 720 }, LIMITS)).toBe(1);
    expect(scaleToFit({ width: 9000, height: 9000 }, { side: 0, pixels: 0 })).toBe(1);
  });

  it('keeps to both limits', () => {
    for (const [width, height] of [
      [1920, 1080],
      [1280, 24_000],
      [4000, 100],
      [1500, 1500],
    ] as const) {
      const scale = scaleToFit({ width, height }, LIMITS);
      expect(Math.max(width, height) * scale).toBeLessThanOrEqual(1568);
      expect(width * height * scale * scale).toBeLessThanOrEqual(1_150_001);
      expect(scale).toBeLessThan(1);
    }
  });
});
