import type { Readable } from 'node:stream';

/** Pieces that arrive within this time are sent together, so that a program writing single characters doesn't flood the client. */
const SEND_EVERY_MS = 20;

/** The start of a stream, and whether the rest was dropped. */
export interface StreamStart {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Reads a stream to its end and returns its first `maxBytes` as text. The rest is read and dropped so that the writer never
 * blocks.
 *
 * @param onText receives the kept text as it arrives
 * @param onCut called once when the limit is exceeded
 */
export async function readStart(
  stream: Readable,
  maxBytes: number,
  onText: (text: string) => void,
  onCut: () => void,
): Promise<StreamStart> {
  const decoder = new TextDecoder();
  let text = '';
  let unsent = '';
  let bytes = 0;
  let isCut = false;
  let timer: NodeJS.Timeout | null = null;
  const send = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (unsent !== '') onText(unsent);
    unsent = '';
  };
  const add = (decoded: string) => {
    // PostgreSQL text and JSON can't hold NUL.
    const piece = decoded.replaceAll('\0', '␀');
    text += piece;
    unsent += piece;
    timer ??= setTimeout(send, SEND_EVERY_MS);
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
  send();
  return { text, isCut };
}
