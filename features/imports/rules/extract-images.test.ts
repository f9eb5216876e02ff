import { expect, it } from 'vitest';
import { readOrientation } from '#platform/content/image-metadata/orientation.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { jpegPhoto, POSITION } from '#testing/photo-bytes.ts';
import { ImageExtractor } from './extract-images.ts';

const PHOTO = jpegPhoto({ orientation: 6 });
const DATA = `data:image/jpeg;base64,${PHOTO.toString('base64')}`;

it.each([
  ['is attached to a cell', '![a](attachment:a.jpg)'],
  ['is embedded in a text', `![a](${DATA})`],
  ['is embedded in HTML', `<img src="${DATA}">`],
  ['is embedded in a definition', `![a][p]\n\n[p]: ${DATA}`],
  ['is in the same zip', '![a](img/a.jpg)'],
  ['is there in several ways', `![a](attachment:a.jpg) ![b](${DATA}) ![c](img/a.jpg)`],
])('a photograph that %s is imported once, upright and without its position', (_, text) => {
  const around = { ...ALONE, file: (address: string) => (address === 'img/a.jpg' ? PHOTO : null) };
  const extractor = new ImageExtractor(
    () => undefined,
    () => null,
    around,
  );
  expect(extractor.take(text, 'Cell 1', new Map([['a.jpg', PHOTO]]))).toContain('../../images/');
  const [image] = extractor.images;
  const bytes = Buffer.from(image?.bytes ?? []);
  expect(PHOTO.includes(POSITION)).toBe(true);
  expect([extractor.images.length, bytes.includes(POSITION)]).toEqual([1, false]);
  // Browsers turn it as its camera was held.
  expect(readOrientation(bytes.subarray(bytes.indexOf('II*\0')))).toBe(6);
});
