import { rewriteImages } from '#features/imports/rules/extract-images.ts';
import { uniqueImageName } from '#features/imports/rules/image-names.ts';
import { imageNameOf } from '#platform/content/image-path.ts';

/** The names that a lesson's images have in an exported document: such that every tool and an import keep them. */
export function exportedImageNames(images: readonly { readonly file_name: string }[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { file_name } of images) {
    const name = uniqueImageName(file_name, taken);
    taken.add(name);
    names.set(file_name, name);
  }
  return names;
}

/** The text with other addresses for the lesson's images. */
export function withImages(text: string, addressOf: (fileName: string) => string | null): string {
  return rewriteImages(text, (address) => {
    const name = imageNameOf(address);
    return name === null ? null : addressOf(name);
  });
}

/** The names of the lesson's images that a text shows. */
export function shownImages(text: string): string[] {
  const names: string[] = [];
  withImages(text, (fileName) => {
    names.push(fileName);
    return null;
  });
  return names;
}
