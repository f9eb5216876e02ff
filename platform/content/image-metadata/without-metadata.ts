import { asciiAt, isSameBytes } from './bytes.ts';
import { cleanAvif } from './clean-avif.ts';
import { cleanGif } from './clean-gif.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';

/**
 * An image without what it says about where, when and with which camera it was taken. How a photograph is to be turned stays, so that it
 * is shown upright. Nothing is decoded: parts of the file are left out. Other files, and images without metadata, stay as they are, and
 * are returned as the same object.
 */
export function withoutMetadata(bytes: Uint8Array): Uint8Array {
  const clean = cleaner(bytes)?.(bytes);
  return clean === undefined || isSameBytes(clean, bytes) ? bytes : clean;
}

function cleaner(bytes: Uint8Array): ((bytes: Uint8Array) => Uint8Array) | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return cleanJpeg;
  const start = asciiAt(bytes, 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return cleanPng;
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return cleanGif;
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return cleanWebp;
  return start.slice(4, 8) === 'ftyp' ? cleanAvif : null;
}
