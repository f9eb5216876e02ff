import { RECOMMENDED_IMAGE } from '#features/lesson-files/contract/images.ts';

/** Types that a canvas writes. GIF and AVIF would lose their animation or their type. */
const TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** Photographs look the same as before. */
const QUALITY = 0.88;
/** Fewer bytes saved aren't worth other pixels. */
const SHARE_MAX = 0.9;
/** Of a file, the beginning that says whether it is animated. */
const HEAD_BYTES = 256 * 1024;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size with the recommended number of pixels on its longer side; null: it is no larger. */
export function shrunkSize({ width, height }: Size): Size | null {
  const share = RECOMMENDED_IMAGE.pixels / Math.max(width, height);
  if (share >= 1) return null;
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** Whether the beginning of a file says that it is animated: a chunk of PNG or WebP. */
export function isAnimated(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head);
  // In WebP a bit of the first chunk says so; the chunk itself may be behind a color profile.
  return text.includes('acTL') || (text.startsWith('RIFF') && text.startsWith('VP8X', 12) && ((head[20] ?? 0) & 2) !== 0);
}

export interface ShrunkImage {
  readonly file: File;
  readonly before: Size;
  readonly after: Size;
}

/** The image in the recommended size, upright as its camera was held; null: it stays as it is, or can't be read here. */
export async function shrinkImage(file: File): Promise<ShrunkImage | null> {
  if (!TYPES.has(file.type) || isAnimated(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))) return null;
  // The server says what is wrong with a file that isn't an image.
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!image) return null;
  const before = { width: image.width, height: image.height };
  const after = shrunkSize(before);
  try {
    const blob = after && (await draw(image, after, file.type));
    if (!after || !blob || blob.type !== file.type || blob.size > SHARE_MAX * file.size) return null;
    return { file: new File([blob], file.name, { type: file.type }), before, after };
  } finally {
    image.close();
  }
}

async function draw(image: ImageBitmap, { width, height }: Size, type: string): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return canvas.convertToBlob({ type, quality: QUALITY });
}
