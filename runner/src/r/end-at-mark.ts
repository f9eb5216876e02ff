import { PassThrough, type Readable } from 'node:stream';

/**
 * A stream that ends where a mark comes in another, whose writers may live on; the mark itself is left out. Without one it
 * ends with the other.
 */
export function endAtMark(stream: Readable, mark: Buffer): Readable {
  const output = new PassThrough();
  let held: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    if (output.writableEnded) return;
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const at = bytes.indexOf(mark);
    const until = at === -1 ? bytes.length - startOfMark(bytes, mark) : at;
    output.write(bytes.subarray(0, until));
    held = bytes.subarray(until);
    if (at !== -1) output.end();
  });
  stream.on('close', () => {
    if (!output.writableEnded) output.end(held);
  });
  return output;
}

/** How many bytes at the end may be the beginning of the mark. */
function startOfMark(bytes: Buffer, mark: Buffer): number {
  for (let length = Math.min(mark.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length;
  }
  return 0;
}
