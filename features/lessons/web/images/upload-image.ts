import type { QueryClient } from '@tanstack/react-query';
import type { Image } from '#features/lesson-files/contract/images.ts';
import { ApiError } from '#platform/contract/client.ts';
import { errorText } from '#platform/web/error-text.ts';
import type { UploadedImage, UploadOptions } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { imagesQuery, sendImage } from './api.ts';
import { refusalOf, sizeWarning } from './image-rules.ts';
import { MESSAGES } from './messages.ts';
import { shrinkImage, type ShrunkImage } from './shrink-image.ts';

/** Name that browsers give to a pasted picture. */
const CLIPBOARD_NAME = /^image\.\w+$/i;

export function isNameless(name: string): boolean {
  return name === '' || CLIPBOARD_NAME.test(name);
}

/** `pasted-2026-11-21-1.png`: the day and the first number not in `taken`, ignoring case. */
export function pastedName(day: Date, type: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((name) => name.toLowerCase()));
  const date = [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-');
  const extension = type === 'image/jpeg' ? 'jpg' : (/^image\/(\w+)/.exec(type)?.[1] ?? 'png');
  for (let number = 1; ; number++) {
    const name = `pasted-${date}-${number}.${extension}`;
    if (!names.has(name)) return name;
  }
}

/** Alt text suggested by a file name: `sales-chart_2.png` gives `sales chart 2`. */
export function altFromName(name: string): string {
  return name
    .replace(/\.\w+$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/** Options of an upload besides the file. */
export interface UploadPlace {
  client: QueryClient;
  lessonId: number;
  /** Asks whether the image with this name may be overwritten. */
  askOverwrite: (fileName: string, signal: AbortSignal) => Promise<boolean>;
  /** Called when an image replaced another one. */
  onOverwritten: () => void;
}

/** Numbers of pasted pictures whose upload is running, not yet in any list. */
const pendingNames = new Set<string>();

/**
 * Uploads an image, in the recommended size if it is larger. Null: the name was taken and the author kept the existing image.
 *
 * @throws DOMException `AbortError` after a stop.
 * @throws Error with the text for the author: what is wrong with the file, or the server's reason.
 */
export async function uploadImage(place: UploadPlace, file: File, options: UploadOptions): Promise<UploadedImage | null> {
  const shrunk = await shrinkImage(file);
  const sent = shrunk?.file ?? file;
  const refusal = refusalOf(sent);
  if (refusal !== null) throw new Error(refusal);
  try {
    const isNamed = !(options.isPasted && isNameless(file.name));
    const image = isNamed ? await sendNamed(place, sent, options) : await sendPasted(place, sent, options);
    if (!image) return null;
    void place.client.invalidateQueries({ queryKey: imagesQuery(place.lessonId).queryKey });
    return {
      path: image.markdown_path,
      alt: isNamed ? altFromName(image.file_name) : '',
      fileName: image.file_name,
      warning: sizeWarning(image),
      shrunk: shrunk && shrinking(place, { original: file, shrunk, image }),
    };
  } catch (error) {
    if (options.signal.aborted) throw error;
    const reason = errorText(error, '');
    throw new Error(reason === '' ? MESSAGES.uploadFailed : `${MESSAGES.uploadFailed}. ${reason}`, { cause: error });
  }
}

function shrinking(place: UploadPlace, { original, shrunk, image }: { original: File; shrunk: ShrunkImage; image: Image }) {
  const text = MESSAGES.shrunk(image.file_name, { ...shrunk.before, bytes: original.size }, { ...shrunk.after, bytes: shrunk.file.size });
  const keepOriginal = async () => {
    const named = new File([original], image.file_name, { type: original.type });
    try {
      await sendImage(place.lessonId, named, { overwrite: true, signal: new AbortController().signal, onProgress: () => undefined });
    } catch (error) {
      throw new Error(errorText(error, MESSAGES.uploadFailed), { cause: error });
    }
    place.onOverwritten();
    void place.client.invalidateQueries({ queryKey: imagesQuery(place.lessonId).queryKey });
  };
  return { text, keepOriginal: refusalOf(original) === null ? keepOriginal : null };
}

async function sendNamed(place: UploadPlace, file: File, { signal, onProgress }: UploadOptions): Promise<Image | null> {
  try {
    return await sendImage(place.lessonId, file, { overwrite: false, signal, onProgress });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  if (!(await place.askOverwrite(file.name, signal))) return null;
  onProgress(0);
  const image = await sendImage(place.lessonId, file, { overwrite: true, signal, onProgress });
  place.onOverwritten();
  return image;
}

/** Names a nameless picture; tries the next number when someone else took it. */
async function sendPasted(place: UploadPlace, file: File, { signal, onProgress }: UploadOptions): Promise<Image> {
  const known = await place.client.query({ ...imagesQuery(place.lessonId), staleTime: 'static' });
  const taken = new Set(known.map((image) => image.file_name));
  for (;;) {
    const name = pastedName(new Date(), file.type, [...taken, ...pendingNames]);
    pendingNames.add(name);
    try {
      const named = new File([file], name, { type: file.type });
      return await sendImage(place.lessonId, named, { overwrite: false, signal, onProgress });
    } catch (error) {
      if (!isTaken(error)) throw error;
      taken.add(name);
    } finally {
      pendingNames.delete(name);
    }
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
