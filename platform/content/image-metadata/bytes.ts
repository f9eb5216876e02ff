/** A part of an image: views into the file, or bytes that replace them. */
export type Parts = Uint8Array[];

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** A text of one byte per sign, for names of parts. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What metadata of any kind begins with. */
const SIGNATURES = ['Exif', 'EXIF', 'eXIf', 'iTXt', 'tEXt', 'zTXt', 'ns.adobe.com', 'Photoshop 3.0', 'XMP ', 'XMP\0', 'GPS'];

/** The rest of a damaged file: kept, as browsers may show it, unless it may have metadata. */
export function harmlessRest(bytes: Uint8Array, at: number): Uint8Array {
  const rest = bytes.subarray(at);
  const text = new TextDecoder('latin1').decode(rest);
  return SIGNATURES.some((signature) => text.includes(signature)) ? new Uint8Array() : rest;
}
