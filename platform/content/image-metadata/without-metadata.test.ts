import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectImage } from '#features/lessons/rules/image-size.ts';
import { avifPhoto, gifPhoto, jpegPhoto, pngPhoto, POSITION, webpPhoto } from '#testing/photo-bytes.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { readOrientation } from './orientation.ts';
import { withoutMetadata } from './without-metadata.ts';

const PHOTOS = {
  jpeg: jpegPhoto(),
  'jpeg of a big-endian camera': jpegPhoto({ isLittle: false }),
  png: pngPhoto(pngBytes(40, 30)),
  webp: webpPhoto(),
  gif: gifPhoto(),
  avif: avifPhoto(),
};
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
/** The orientation in the Exif data of a file. */
function orientationOf(bytes: Uint8Array): number {
  const at = textOf(bytes).indexOf('II*\0');
  return at < 0 ? 1 : readOrientation(bytes.subarray(at));
}

describe.each(Object.entries(PHOTOS))('a photograph as %s', (name, photo) => {
  it('has no position any more, and the same picture', () => {
    const clean = withoutMetadata(photo);
    expect(textOf(photo)).toContain(POSITION);
    expect(textOf(clean)).not.toContain(POSITION);
    expect(detectImage(clean)).toEqual(detectImage(photo));
    expect(detectImage(clean)).not.toMatchObject({ width: 0 });
    expect(textOf(clean).includes('pixels')).toBe(textOf(photo).includes('pixels'));
    // The others are upright as they are.
    expect(orientationOf(clean)).toBe(/jpeg|png|webp/.test(name) ? 6 : 1);
    expect(withoutMetadata(clean)).toBe(clean);
  });

  it('has no position when it is cut off anywhere', () => {
    for (let length = 0; length < photo.length; length++) {
      const clean = textOf(withoutMetadata(photo.subarray(0, length)));
      expect([length, clean.includes(POSITION)]).toEqual([length, false]);
    }
  });

  it('is read to its end whatever its bytes are', () => {
    const changes = fc.array(fc.tuple(fc.nat(photo.length - 1), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(changes, (edits) => {
        const damaged = new Uint8Array(photo);
        for (const [at, byte] of edits) damaged[at] = byte;
        const clean = withoutMetadata(damaged);
        expect(clean.length).toBeLessThanOrEqual(damaged.length);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

it.each([
  ['a JPEG', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xda\0\x02x\xff\xd9', 'latin1')],
  ['a PNG', pngBytes(3, 2)],
  ['an SVG', Buffer.from('<svg/>')],
  ['nothing', Buffer.alloc(0)],
])('%s without metadata stays the same object', (_, bytes) => {
  expect(withoutMetadata(bytes)).toBe(bytes);
});

it('a JPEG keeps its colors and scans, and a turned one only says how', () => {
  const clean = textOf(withoutMetadata(jpegPhoto()));
  expect(clean).toContain('ICC_PROFILE\0');
  expect(clean).toContain('\x01\x02\xff\0\x03\xff\xd0\x04\xff\xda');
  expect(clean.slice(-4)).toBe('\x05\x06\xff\xd9');
  expect(textOf(withoutMetadata(jpegPhoto({ orientation: 1 })))).not.toContain('Exif');
});
