/**
 * Texts as files. The rule for the end of the file: a text file is its text plus one line ending, and reading takes one
 * away if it is there. So any text comes back as it was, files end as editors want them to, and a file written by hand
 * without a final line ending means the same as one with it. The added ending is CRLF where the text uses CRLF, or where
 * the text ends with a lone CR that would otherwise be taken for half of one.
 */
export function textToFile(text: string): Uint8Array {
  const isCrlf = text.endsWith('\r') || /^[^\n]*\r\n/.test(text);
  return encodeUtf8(text + (isCrlf ? '\r\n' : '\n'));
}

/** The text of a file: see {@link textToFile}. Bytes that are no UTF-8 become U+FFFD. */
export function fileToText(bytes: Uint8Array): string {
  return decodeUtf8(bytes).replace(/\r?\n$/, '');
}

/** True for bytes that are UTF-8 throughout. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A byte order mark stays part of the text, so that it is written again. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
