import type { PastedImage } from '../paste/pasted-markdown.ts';

/** An image of pasted text; its file is null if it isn't on the clipboard. */
interface PastedFile {
  readonly at: number;
  readonly file: File | null;
}

/** The files of pasted images: those in the text itself, and pictures beside it if there is one for each of the others. */
export function filesOfPasted(images: readonly PastedImage[], pictures: readonly File[]): PastedFile[] {
  const isBeside = ({ src }: PastedImage) => !src.startsWith('data:');
  const left = images.filter(isBeside).length === pictures.length ? [...pictures] : [];
  return images.map((image) => ({ at: image.at, file: isBeside(image) ? (left.shift() ?? null) : fileOfData(image.src) }));
}

/** The file that a data address contains. Pages may not fetch one. */
function fileOfData(address: string): File | null {
  const type = /^data:(image\/[\w+.-]+);base64,/i.exec(address)?.[1]?.toLowerCase();
  if (type === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
    return new File([bytes], `image.${type.slice('image/'.length)}`, { type });
  } catch {
    return null;
  }
}
