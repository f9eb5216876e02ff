import { PassThrough, type Readable } from 'node:stream';

/**
 * Returns a stream that ends at a mark, which is left out, although processes may keep the underlying stream open. Without a mark
 * it ends with the underlying stream.
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

/** Number of bytes at the end that may be the start of the mark. */
function startOfMark(bytes: Buffer, mark: Buffer): number {
  for (let length = Math.min(mark.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(mark.subarray(0, length))) return length;
  }
  return 0;
}
