import { describe, expect, it } from 'vitest';
import { FrameReader } from './frames.ts';

const frame = (kind: string, text: string) => {
  const header = Buffer.from([kind.charCodeAt(0), 0, 0]);
  header.writeUInt16BE(Buffer.byteLength(text), 1);
  return Buffer.concat([header, Buffer.from(text)]);
};

function read(...chunks: Buffer[]): string[] {
  const found: string[] = [];
  const reader = new FrameReader((kind, data) => found.push(`${kind} ${data.toString('utf8')}`));
  for (const chunk of chunks) reader.read(chunk);
  return found;
}

describe('frames', () => {
  const bytes = Buffer.concat([frame('o', 'one'), frame('e', ''), frame('r', 'a report'), frame('x', '{}')]);
  const expected = ['stdout one', 'stderr ', 'report a report', 'ended {}'];

  it('are found when they arrive at once', () => {
    expect(read(bytes)).toEqual(expected);
  });

  it.each([1, 2, 3, 7])('are found when they arrive %i bytes at a time', (size) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
    expect(read(...chunks)).toEqual(expected);
  });

  it('that are invalid are rejected', () => {
    expect(() => read(Buffer.from('Traceback'))).toThrow('invalid frame');
  });
});
