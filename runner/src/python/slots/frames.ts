/** Keep in sync with runner/languages/python/lessonwright_run/frames.py. */
export type FrameKind = 'stdout' | 'stderr' | 'report' | 'warm' | 'ended';

const KINDS: Readonly<Record<string, FrameKind>> = { o: 'stdout', e: 'stderr', r: 'report', w: 'warm', x: 'ended' };
const HEADER_BYTES = 3;

/** Splits a slot's output into frames, however it is chunked. */
export class FrameReader {
  readonly #onFrame: (kind: FrameKind, data: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onFrame: (kind: FrameKind, data: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  /** @throws Error for an invalid frame; nothing after it can be parsed */
  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const kind = KINDS[String.fromCharCode(bytes.readUInt8(at))];
      if (!kind) throw new Error('A slot wrote an invalid frame.');
      const end = at + HEADER_BYTES + bytes.readUInt16BE(at + 1);
      if (bytes.length < end) break;
      this.#onFrame(kind, bytes.subarray(at + HEADER_BYTES, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }
}
