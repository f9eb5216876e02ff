/** Bytes as base64, on one line. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // In pieces: a call can't have millions of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}
