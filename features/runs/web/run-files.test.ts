import { describe, expect, it } from 'vitest';
import { bytesOf, sizeText, viewOf } from './run-files.ts';

const buildFile = (name: string, content: string | null) => ({ name, size: 1, content });

describe('a file that a run wrote', () => {
  it.each([
    ['a text', buildFile('notes.txt', btoa('a,b')), { kind: 'text', text: 'a,b' }],
    ['a text that is not English', buildFile('x', 'w6Q='), { kind: 'text', text: 'ä' }],
    ['a picture', buildFile('Plot.PNG', 'AAAA'), { kind: 'image', address: 'data:image/png;base64,AAAA' }],
    ['no text', buildFile('data.bin', btoa('\u00ff\u00fe')), { kind: 'none' }],
    ['a text with a NUL', buildFile('data', btoa('a\0')), { kind: 'none' }],
    ['too large', buildFile('big.txt', null), { kind: 'none' }],
  ])('is shown when it is %s', (_, file, view) => {
    expect(viewOf(file)).toEqual(view);
  });

  it('is downloaded byte by byte', () => {
    expect([...(bytesOf(buildFile('x', btoa('\u00ff\0a'))) ?? [])]).toEqual([255, 0, 97]);
  });
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [2_500, '2.5 kB'],
  [54_321, '54 kB'],
  [1_230_000, '1.2 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
