import { crc32 } from 'node:zlib';

/** What a photograph says about its place. */
export const POSITION = 'GPS 47.3769 N 8.5417 E';

const bytes = (...parts: readonly (string | number | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(typeof part === 'number' ? [part] : part))),
  );

/** Exif data in the form of TIFF with an orientation and a position. */
function exif(orientation: number, isLittle = true): Buffer {
  const tags = Buffer.alloc(8 + 2 + 12 + 4);
  const [short, long] = isLittle ? (['writeUInt16LE', 'writeUInt32LE'] as const) : (['writeUInt16BE', 'writeUInt32BE'] as const);
  tags.write(isLittle ? 'II' : 'MM', 0, 'latin1');
  tags[short](42, 2);
  tags[long](8, 4);
  tags[short](1, 8);
  tags[short](0x0112, 10);
  tags[short](3, 12);
  tags[long](1, 14);
  tags[short](orientation, 18);
  return bytes(tags, POSITION);
}

function segment(marker: number, data: Uint8Array | string): Buffer {
  const content = bytes(data);
  return bytes(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, content);
}

/** A JPEG as cameras write it, of 40 × 30 pixels: Exif, XMP, IPTC, a comment, two scans, and a video behind it. */
export function jpegPhoto({ orientation = 6, isLittle = true } = {}): Buffer {
  return bytes(
    '\xff\xd8',
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment(0xe1, bytes('Exif\0\0', exif(orientation, isLittle))),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${POSITION}`),
    segment(0xed, `Photoshop 3.0\0${POSITION}`),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01colors'),
    segment(0xe2, `MPF\0${POSITION}`),
    segment(0xfe, POSITION),
    segment(0xdb, bytes(0, Buffer.alloc(64, 1))),
    segment(0xc2, bytes(8, 0, 30, 0, 40, 1, 1, 0x11, 0)),
    segment(0xda, bytes(1, 1, 0, 0, 63, 0)),
    bytes(1, 2, '\xff\0', 3, '\xff\xd0', 4),
    segment(0xda, bytes(1, 1, 0, 0, 63, 0)),
    bytes(5, 6, '\xff\xd9'),
    `ftypmp4 ${POSITION}`,
  );
}

function pngChunk(name: string, data: Uint8Array | string): Buffer {
  const named = bytes(name, data);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(named.length - 4);
  sum.writeUInt32BE(crc32(named));
  return bytes(length, named, sum);
}

/** The same as a PNG. */
export function pngPhoto(image: Uint8Array, orientation = 6): Buffer {
  const header = 8 + 25;
  return bytes(
    image.subarray(0, header),
    pngChunk('eXIf', exif(orientation)),
    pngChunk('tEXt', `Comment\0${POSITION}`),
    pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${POSITION}`),
    image.subarray(header),
    POSITION,
  );
}

function webpChunk(name: string, data: Uint8Array | string): Buffer {
  const content = bytes(data);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return bytes(name, length, content, ...(content.length % 2 === 1 ? [0] : []));
}

/** The same as a WebP. */
export function webpPhoto(orientation = 6): Buffer {
  const chunks = bytes(
    'WEBP',
    webpChunk('VP8X', bytes(0x0c, 0, 0, 0, 39, 0, 0, 29, 0, 0)),
    webpChunk('VP8L', 'pixels'),
    webpChunk('EXIF', exif(orientation)),
    webpChunk('XMP ', POSITION),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(chunks.length);
  return bytes('RIFF', length, chunks, POSITION);
}

/** The same as an animated GIF. */
export function gifPhoto(): Buffer {
  const block = (data: string) => bytes(data.length, data);
  return bytes(
    'GIF89a\x28\0\x1e\0\x80\0\0',
    Buffer.alloc(6),
    bytes('!\xff', block('NETSCAPE2.0'), block('\x01\0\0'), 0),
    bytes('!\xff', block('XMP DataXMP'), block(POSITION), 0),
    bytes('!\xfe', block(POSITION), 0),
    bytes(',', Buffer.alloc(9), 2, block('pixels'), 0),
    `;${POSITION}`,
  );
}

function box(name: string, ...parts: readonly (string | number | Uint8Array)[]): Buffer {
  const content = bytes(...parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return bytes(length, name, content);
}

/** The same as an AVIF, with the Exif data among the other data. */
export function avifPhoto(): Buffer {
  const data = bytes('\0\0\0\0', exif(6));
  const start = box('ftyp', 'avif\0\0\0\0avif');
  const meta = (at: number) =>
    box(
      'meta',
      '\0\0\0\0',
      box('iinf', '\0\0\0\0', 0, 1, box('infe', '\x02\0\0\0', 0, 2, 0, 0, 'Exif\0')),
      box('iloc', '\0\0\0\0', 0x44, 0, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, at, 0, 0, 0, data.length),
      box('iprp', box('ipco', box('ispe', '\0\0\0\0', 0, 0, 0, 40, 0, 0, 0, 30))),
    );
  const at = start.length + meta(0).length + 8 + 'pixels'.length;
  return bytes(start, meta(at), box('mdat', 'pixels', data), box('uuid', POSITION));
}
