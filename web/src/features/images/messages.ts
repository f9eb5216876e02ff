import { RECOMMENDED_IMAGE, type Image } from '#contract/images.ts';
import { fileSizeText } from '#web/ui/file-size-text.ts';

/** The texts of images (A §5, A §8). */
export const MESSAGES = {
  tooLarge: 'Selected image exceeds the maximum recommended size of 5 MB.',
  uploadFailed: 'Error: Failed to upload image',
  loadFailed: 'The images could not be loaded. Try again.',
  deleteFailed: 'The image could not be deleted. It is still in the lesson; try again later.',
  restoreFailed: 'The image could not be brought back. Look for it in the trash.',
  none: 'This lesson has no images yet. Upload one, or paste or drop it into a text.',
  noMatch: 'No image has such a name.',
  noAlt: 'Without alt text, those who cannot see the image learn nothing of it. Leave it empty only where it says nothing.',
  unknownKind: (name: string) => `“${name}” is no image that a lesson can show: PNG, JPEG, GIF, WebP or AVIF.`,
  overwrite: (name: string) =>
    `An image of the name “${name}” is in this lesson already. Overwrite it? Every text that shows it will show the new one.`,
  large: ({ file_name, width, height, bytes }: Image) =>
    `“${file_name}” is uploaded, and large: ${width} × ${height} px and ${fileSizeText(bytes)}. At most ` +
    `${RECOMMENDED_IMAGE.pixels} × ${RECOMMENDED_IMAGE.pixels} px and ${RECOMMENDED_IMAGE.bytes / 1024} KB are recommended.`,
  deleted: (name: string) => `“${name}” was deleted.`,
  notInTrash: (name: string) => `“${name}” is not in the trash any more: somebody has restored it.`,
  restored: (name: string) => `“${name}” is in the lesson again.`,
} as const;

/** What is asked before an image is deleted, with the screens that show it. */
export function deleteQuestion(name: string, screens: readonly string[]): string {
  const kept = 'It can be restored for 30 days.';
  if (screens.length === 0) return `Delete “${name}”? No saved text shows it. ${kept}`;
  return `Delete “${name}”? It is shown on ${screens.join(', ')} and will be missing there. ${kept}`;
}
