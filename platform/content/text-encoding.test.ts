import { expect, it } from 'vitest';
import { foreignEncoding } from './text-encoding.ts';

it.each([
  ['UTF-8', 'name;größe\n', 'utf8', null],
  ['plain letters', 'a,b\r\n1,2\r\n', 'latin1', null],
  ['nothing', '', 'latin1', null],
  ['Windows-1252', 'name;gr\xf6\xdfe;\x80\n', 'latin1', 'Windows-1252'],
  ['UTF-16 with its mark', '\ufeffa,b\n', 'utf16le', 'UTF-16'],
  ['UTF-16 without its mark', 'a,b\nc,d\n', 'utf16le', 'UTF-16'],
  ['Shift JIS', '\x83\x81\x81\x5b\n', 'latin1', 'other'],
  ['no text', '\x89PNG\0\0\x01\x02', 'latin1', 'other'],
] as const)('the encoding of %s', (_, text, encoding, expected) => {
  expect(foreignEncoding(Buffer.from(text, encoding))).toBe(expected);
});
