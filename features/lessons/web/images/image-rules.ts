import { RECOMMENDED_IMAGE, type Image } from '#features/lesson-files/contract/images.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { MESSAGES } from './messages.ts';

/** Accepted types; not SVG, which can contain scripts. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** Why a file is rejected before upload; null: accepted. If the browser reports no type, the server decides. */
export function refusalOf({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (type !== '' && !IMAGE_TYPES.includes(type)) return MESSAGES.unknownKind(name);
  return size > LIMITS.imageBytes ? MESSAGES.tooLarge : null;
}

/** The warning for an uploaded image over 1600 px or 750 KB; null: none. */
export function sizeWarning(image: Image): string | null {
  const isLarge = Math.max(image.width, image.height) > RECOMMENDED_IMAGE.pixels || image.bytes > RECOMMENDED_IMAGE.bytes;
  return isLarge ? MESSAGES.large(image) : null;
}
