import type { FastifyReply } from 'fastify';
import { isShownToLearners, shownText } from '#features/lesson-files/data-files.policy.ts';
import { readCleanImage } from '#features/lessons/server/index.ts';
import { isSameName } from '#platform/content/file-names.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import { notFound } from '#platform/server/errors.ts';
import { firstBytes } from '#platform/server/first-bytes.ts';
import type { OpenBuild } from './open-build.ts';

/** Most bytes of a file that are read and shown. */
const SHOWN = 64 * 1024;

/** Sends an image of a build. The content of an address never changes. @throws AppError `not_found` */
export async function sendImage(
  { blobs }: { readonly blobs: Pick<BlobStore, 'get' | 'stream'> },
  { snapshot }: OpenBuild,
  fileName: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const image = snapshot.images.find(({ file_name }) => isSameName(file_name, fileName));
  if (!image) throw notFound('image');
  const bytes = await readCleanImage(blobs, image);
  return reply
    .headers({
      'cache-control': 'private, max-age=31536000, immutable',
      // An SVG can contain scripts, which must not run.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-length': bytes.length,
    })
    .type(image.type)
    .send(bytes);
}

/** The start of a file that the screens show; null as text if it isn't text. @throws AppError `not_found` */
export async function readShownFile(
  { blobs }: { readonly blobs: Pick<BlobStore, 'get' | 'stream'> },
  { snapshot }: OpenBuild,
  name: string,
): Promise<{ text: string | null; is_cut: boolean }> {
  const file = snapshot.files.find((each) => each.name === name && isShownToGuests(each));
  if (!file) throw notFound('file');
  const bytes = await firstBytes(await blobs.stream(file.sha256, file.size), SHOWN);
  if (bytes.includes(0)) return { text: null, is_cut: false };
  const text = new TextDecoder().decode(bytes);
  const lines = shownText(text, { preview: file.preview ?? true, lines: file.lines });
  return { text: lines, is_cut: lines.length < text.trimEnd().length || file.size > SHOWN };
}

/** Whether learners see a file of a build. */
export function isShownToGuests({ name, show_in_editor, preview = false }: OpenBuild['snapshot']['files'][number]): boolean {
  return isShownToLearners({ alias: name, show_in_editor, preview });
}
