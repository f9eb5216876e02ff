/** The byte order mark that some editors of Windows write before a text. */
const MARK = '\uFEFF';
const MARK_BYTES = 3;
const MARK_AT_START = /^\uFEFF+/;

/**
 * Texts as files. A text file is its text plus one line end; reading removes one if there is one. So every text survives a round
 * trip, files end as editors expect, and a file without a final line end means the same as one with it. The added line end is
 * CRLF if the text uses CRLF, or if the text ends with a lone CR that would otherwise become half of one. A byte order mark is not part of
 * the text: it is kept where the file had one.
 *
 * @param before the file that this one replaces
 */
export function textToFile(text: string, before?: Uint8Array): Uint8Array {
  const isCrlf = text.endsWith('\r') || /^[^\n]*\r\n/.test(text);
  const mark = before && decodeUtf8(before.subarray(0, MARK_BYTES)) === MARK ? MARK : '';
  return encodeUtf8(mark + text.replace(MARK_AT_START, '') + (isCrlf ? '\r\n' : '\n'));
}

/** The text of a file: see {@link textToFile}. Invalid UTF-8 becomes U+FFFD. */
export function fileToText(bytes: Uint8Array): string {
  return decodeUtf8(bytes)
    .replace(MARK_AT_START, '')
    .replace(/\r?\n$/, '');
}

/** Whether bytes are valid UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a byte order mark, for files that are written again as they were. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
