import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineTooLongError, readJsonLines, readLines } from './json-lines.ts';

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const each of values) read.push(each);
  return read;
}

/** Values with characters that other parsers treat as line ends, and with multibyte characters. */
const text = fc.string({ unit: fc.oneof(fc.constantFrom('\u2028', '\u2029', '\u0085', '\r', '\n', '\v', 'ä', '😀'), fc.string()) });
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(tie('value')), tie('object')),
  object: fc.dictionary(text, tie('value')),
})).value;

describe('lines of JSON', () => {
  it('are the values that were written, however the bytes are chunked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        async (values, sizes) => {
          const sent = values.map((each) => `${JSON.stringify(each)}\n`).join('');
          const read = await all(readJsonLines(inPieces(Buffer.from(sent), sizes)));
          expect(read).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
    );
  });

  it('need no line end after the last one, and may be empty', async () => {
    const read = (sent: string) => all(readJsonLines(inPieces(Buffer.from(sent), [3])));
    expect(await read('1\n\n"two"')).toEqual([1, 'two']);
    expect(await read('')).toEqual([]);
    await expect(read('1\n{"a":')).rejects.toThrow(SyntaxError);
  });

  it.each([
    ['in one piece', 100],
    ['byte by byte', 1],
  ])('that do not end are rejected at the limit, %s', async (_, size) => {
    const read = (line: string) => all(readLines(inPieces(Buffer.from(line), [size]), 8));
    expect(await read('12345678\nabc')).toEqual(['12345678', 'abc']);
    await expect(read('abc\n123456789\n')).rejects.toThrow(LineTooLongError);
    await expect(read('123456789')).rejects.toThrow(LineTooLongError);
  });

  it('fail with the error of the stream', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('"a"\n"b');
      throw new Error('aborted');
    };
    const lines = readJsonLines(broken());
    expect((await lines.next()).value).toBe('a');
    await expect(lines.next()).rejects.toThrow('aborted');
  });
});
