/**
 * Newline-delimited JSON between server, runner and sandboxes.
 *
 * A line ends only at the byte `\n`. JSON may contain U+2028 and U+2029 unescaped, which `node:readline` treats as line ends.
 */

/** Larger than any message: the largest is the result of a run, whose output and values are limited far below this. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A line is longer than the reader allows. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';

  constructor(maxBytes: number) {
    super(`A line is longer than ${maxBytes} bytes.`);
  }
}

const NEWLINE = 0x0a;

/**
 * Yields the lines of a byte stream without their ends; the last one needs none. Stops reading when the caller stops.
 *
 * @throws LineTooLongError, and whatever the stream throws
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number = MAX_LINE_BYTES): AsyncGenerator<string, void> {
  // Join once per line, so that a long line in many chunks stays linear.
  let parts: Uint8Array[] = [];
  let length = 0;
  const keep = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) throw new LineTooLongError(maxBytes);
    if (part.length > 0) parts.push(part);
  };
  const take = (): string => {
    const line = decode(parts, length);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    keep(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

/**
 * Yields the values of a stream of JSON lines; empty lines are skipped.
 *
 * @throws SyntaxError for a line that isn't JSON; otherwise like {@link readLines}
 */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>, maxBytes?: number): AsyncGenerator<unknown, void> {
  for await (const line of readLines(chunks, maxBytes)) if (line.trim() !== '') yield JSON.parse(line) as unknown;
}

/** Decode the whole line at once: a character may be split between two chunks. */
function decode(parts: readonly Uint8Array[], length: number): string {
  const [only] = parts;
  if (parts.length === 1 && only) return new TextDecoder().decode(only);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(joined);
}
