import { expect, it } from 'vitest';
import { fileSizeText } from './file-size-text.ts';

it.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_536, '1.5 KB'],
  [200 * 1_024, '200 KB'],
  [3.4 * 1_024 * 1_024, '3.4 MB'],
  [5_000 * 1_024 ** 3, '5000 GB'],
])('%d bytes are %s', (bytes, told) => {
  expect(fileSizeText(bytes)).toBe(told);
});
