/** What an image's first bytes contain. */
export interface ImageInfo {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';
  /** In pixels; 0 if the header is truncated or damaged. */
  readonly width: number;
  readonly height: number;
}

/** Largest side in pixels: browsers fail to render larger images, or need gigabytes of memory. */
export const IMAGE_SIDE_MAX = 16_384;

type Size = Pick<ImageInfo, 'width' | 'height'>;

const NO_SIZE: Size = { width: 0, height: 0 };

/**
 * Detects the type and size of one of the five supported kinds of image; null for anything else. File names are
 * ignored.
 */
export function detectImage(content: Uint8Array): ImageInfo | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const is = (at: number, sign: string) => bytes.subarray(at, at + sign.length).equals(Buffer.from(sign, 'latin1'));
  if (is(0, '\x89PNG\r\n\x1a\n')) return { type: 'png', ...orEmpty(() => sizeAt(bytes, 16, 'UInt32BE')) };
  if (is(0, '\xff\xd8\xff')) return { type: 'jpeg', ...orEmpty(() => jpegSize(bytes)) };
  if (is(0, 'GIF87a') || is(0, 'GIF89a')) return { type: 'gif', ...orEmpty(() => sizeAt(bytes, 6, 'UInt16LE')) };
  if (is(0, 'RIFF') && is(8, 'WEBP')) return { type: 'webp', ...orEmpty(() => webpSize(bytes)) };
  if (is(4, 'ftyp') && isAvif(bytes)) return { type: 'avif', ...orEmpty(() => avifSize(bytes)) };
  return null;
}

/** The content type of an image that the browser may show; null for anything else. SVG is recognized by its name. */
export function imageContentType(fileName: string, content: Uint8Array): string | null {
  const look = detectImage(content);
  if (look !== null) return `image/${look.type}`;
  return /\.svg$/i.test(fileName) ? 'image/svg+xml' : null;
}

/** Why an image can't be shown; null if its header and end are fine. */
export function imageProblem({ type, width, height }: ImageInfo, content: Uint8Array): 'damaged' | 'tooManyPixels' | null {
  if (width === 0 || height === 0) return 'damaged';
  if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX) return 'tooManyPixels';
  return type === 'png' && !Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('IEND') ? 'damaged' : null;
}

/** Returns an empty size if the file is truncated. */
function orEmpty(read: () => Size): Size {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return NO_SIZE;
    throw error;
  }
}

function sizeAt(bytes: Buffer, at: number, as: 'UInt32BE' | 'UInt16LE'): Size {
  return as === 'UInt32BE'
    ? { width: bytes.readUInt32BE(at), height: bytes.readUInt32BE(at + 4) }
    : { width: bytes.readUInt16LE(at), height: bytes.readUInt16LE(at + 2) };
}

/** Skips segments until one that begins a frame: 0xC0 to 0xCF except for tables and comments (C4, C8, CC). */
function jpegSize(bytes: Buffer): Size {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return NO_SIZE;
    const marker = bytes.readUInt8(at + 1);
    // Any number of 0xff may precede a marker.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}

function webpSize(bytes: Buffer): Size {
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return NO_SIZE;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

interface Box {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Boxes of the ISO base media format: a size, a name, the content. */
function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const head = isLong ? 16 : 8;
    if (size < head) return;
    yield { name: bytes.toString('latin1', at + 4, at + 8), from: at + head, to: Math.min(at + size, to) };
    at += size;
  }
}

function isAvif(bytes: Buffer): boolean {
  const [type] = boxes(bytes, 0, bytes.length);
  if (!type) return false;
  const brands = bytes.toString('latin1', type.from, type.to);
  return brands.includes('avif') || brands.includes('avis');
}

/** The largest size found: others are those of thumbnails and tiles. */
function avifSize(bytes: Buffer): Size {
  let largest = NO_SIZE;
  const search = (from: number, to: number) => {
    for (const box of boxes(bytes, from, to)) {
      // `meta` and `ispe` begin with a version and flags.
      if (box.name === 'meta') search(box.from + 4, box.to);
      if (box.name === 'iprp' || box.name === 'ipco') search(box.from, box.to);
      if (box.name !== 'ispe') continue;
      const size = sizeAt(bytes, box.from + 4, 'UInt32BE');
      if (size.width * size.height > largest.width * largest.height) largest = size;
    }
  };
  search(0, bytes.length);
  return largest;
}
