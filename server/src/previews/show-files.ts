import type { FastifyReply } from 'fastify';
import { notFound } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { OpenBuild } from './open-build.ts';

/** Characters of a file that are shown. */
const SHOWN = 64 * 1024;
/** A file that is larger is not read for the sake of its beginning. */
const READ_MAX = 64 * 1024 * 1024;

/** Sends an image of a build. What lies behind the address never changes. @throws AppError `not_found` */
export async function sendImage(
  { blobs }: Pick<Platform, 'blobs'>,
  { snapshot }: OpenBuild,
  fileName: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const image = snapshot.images.find(({ file_name }) => file_name === fileName);
  if (!image) throw notFound('image');
  const bytes = await blobs.stream(image.sha256, image.size);
  return reply
    .headers({
      'cache-control': 'private, max-age=31536000, immutable',
      // A picture can hold a program (SVG), which shall do nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-length': image.size,
    })
    .type(image.type)
    .send(bytes);
}

/** The beginning of a file that the screens show; null as text: it is none. @throws AppError `not_found` */
export async function readShownFile(
  { blobs }: Pick<Platform, 'blobs'>,
  { snapshot }: OpenBuild,
  name: string,
): Promise<{ text: string | null; is_cut: boolean }> {
  const file = snapshot.files.find((each) => each.name === name && each.show_in_editor);
  if (!file) throw notFound('file');
  if (file.size > READ_MAX) return { text: null, is_cut: true };
  const bytes = await blobs.get(file.sha256, file.size);
  if (bytes.subarray(0, SHOWN).includes(0)) return { text: null, is_cut: false };
  const text = new TextDecoder().decode(bytes.subarray(0, SHOWN));
  const lines = file.lines === null ? text : text.split('\n').slice(0, file.lines).join('\n');
  return { text: lines, is_cut: lines.length < text.trimEnd().length || bytes.length > SHOWN };
}
