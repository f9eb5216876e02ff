/** The text of a CSV file: UTF-8 or, as Excel writes "Unicode Text", UTF-16 with a byte order mark. Null: another encoding. */
export function decodeCsv(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
