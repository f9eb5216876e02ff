import { RECOMMENDED_IMAGE, type Image } from '#contract/images.ts';
import { LIMITS } from '#contract/limits.ts';
import { MESSAGES } from './messages.ts';

/** What lessons show; SVG can hold programs and is none of them. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** Why a file is not even sent (A §5); null: it is. A browser that knows no kind of it leaves that to the server. */
export function refusalOf({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (type !== '' && !IMAGE_TYPES.includes(type)) return MESSAGES.unknownKind(name);
  return size > LIMITS.imageBytes ? MESSAGES.tooLarge : null;
}

/** A §5: what is said of an uploaded image that is over 1600 px or 750 KB; null: it is neither. */
export function sizeWarning(image: Image): string | null {
  const isLarge = Math.max(image.width, image.height) > RECOMMENDED_IMAGE.pixels || image.bytes > RECOMMENDED_IMAGE.bytes;
  return isLarge ? MESSAGES.large(image) : null;
}
