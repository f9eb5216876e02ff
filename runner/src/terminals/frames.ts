/**
 * Messages from the runner to the first process of a terminal's sandbox (runner/languages/python/lessonwright_run/terminal.py):
 * one byte for the kind, four for the length, then the payload.
 */
const KINDS = { fileName: 'f', fileBytes: 'b', start: 's', data: 'd', resize: 'r', check: 'c' } as const;

const HEADER_BYTES = 5;

/** Encodes one frame. Objects are sent as JSON, strings as UTF-8. */
export function frame(kind: keyof typeof KINDS, payload: Uint8Array | string | object): Buffer {
  const bytes = payload instanceof Uint8Array ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const whole = Buffer.allocUnsafe(HEADER_BYTES + bytes.length);
  whole.write(KINDS[kind], 0, 'latin1');
  whole.writeUInt32BE(bytes.length, 1);
  whole.set(bytes, HEADER_BYTES);
  return whole;
}
