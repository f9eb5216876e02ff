import { RECOMMENDED_IMAGE, type Image } from '#features/lesson-files/contract/images.ts';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';

export const MESSAGES = {
  tooLarge: 'Selected image exceeds the maximum recommended size of 5 MB.',
  uploadFailed: 'Error: Failed to upload image',
  attachFailed: 'Couldn’t attach the file. Try again.',
  loadFailed: 'Couldn’t load the images. Try again.',
  deleteFailed: 'Couldn’t delete the image. It is still in the lesson; try again later.',
  restoreFailed: 'Couldn’t restore the image. Look for it in the trash.',
  none: 'This lesson has no images yet. Upload one, or paste or drop it into a text.',
  noMatch: 'No images match.',
  noAlt: 'Without alt text, people who can’t see the image miss its content. Leave it empty only if the image is decorative.',
  unknownKind: (name: string) => `“${name}” is not a supported image. Use PNG, JPEG, GIF, WebP or AVIF.`,
  overwrite: (name: string) =>
    `This lesson already has an image named “${name}”. Overwrite it? Every text that shows it will show the new one.`,
  large: ({ file_name, width, height, bytes }: Image) =>
    `“${file_name}” was uploaded, but it is large: ${width} × ${height} px and ${fileSizeText(bytes)}. At most ` +
    `${RECOMMENDED_IMAGE.pixels} × ${RECOMMENDED_IMAGE.pixels} px and ${RECOMMENDED_IMAGE.bytes / 1024} KB are recommended.`,
  shrunk: (
    name: string,
    before: { width: number; height: number; bytes: number },
    after: { width: number; height: number; bytes: number },
  ) =>
    `“${name}” was made smaller: from ${before.width} × ${before.height} px and ${fileSizeText(before.bytes)} to ` +
    `${after.width} × ${after.height} px and ${fileSizeText(after.bytes)}.`,
  deleted: (name: string) => `“${name}” deleted.`,
  notInTrash: (name: string) => `“${name}” is no longer in the trash: someone else restored it.`,
  restored: (name: string) => `“${name}” restored.`,
} as const;

/** The question before an image is deleted, with the screens that show it. */
export function deleteQuestion(name: string, screens: readonly string[]): string {
  const kept = 'You can restore it for 30 days.';
  if (screens.length === 0) return `Delete “${name}”? No saved text shows it. ${kept}`;
  return `Delete “${name}”? It will be missing on ${screens.join(', ')}. ${kept}`;
}
