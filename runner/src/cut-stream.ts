import type { Readable } from 'node:stream';

/** Pieces that come within this time are told as one, so that a program that writes letter by letter floods nobody. */
const TELL_EVERY_MS = 20;

/** What was kept of a stream. */
export interface Kept {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Reads a stream to its end and keeps its first `maxBytes` as text; the rest is read and dropped, so that its writer
 * never waits.
 *
 * @param onText hears what is kept, as it comes. @param onCut is called once, when there is more than is kept.
 */
export async function keepStart(stream: Readable, maxBytes: number, onText: (text: string) => void, onCut: () => void): Promise<Kept> {
  const decoder = new TextDecoder();
  let text = '';
  let untold = '';
  let bytes = 0;
  let isCut = false;
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (untold !== '') onText(untold);
    untold = '';
  };
  const add = (decoded: string) => {
    // Databases and pages have no place for NUL.
    const piece = decoded.replaceAll('\0', '␀');
    text += piece;
    untold += piece;
    timer ??= setTimeout(tell, TELL_EVERY_MS);
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (isCut) continue;
    add(decoder.decode(chunk.subarray(0, maxBytes - bytes), { stream: true }));
    bytes += chunk.length;
    if (bytes > maxBytes) {
      isCut = true;
      onCut();
    }
  }
  if (!isCut) add(decoder.decode());
  tell();
  return { text, isCut };
}
