import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readCleanImage } from './clean-image.ts';
import { getFileNamedFor } from './find-file.ts';
import { imageVersion, detectStoredImage } from './image-reply.ts';

/** Other kinds of image that git brings are shown too: sandboxed, they are harmless. */
const SVG = 'image/svg+xml';
const UNKNOWN = 'application/octet-stream';

/**
 * Sends an image. Addresses with a hash, as in `s3_url`, may be cached forever; without one the browser revalidates.
 *
 * @throws AppError `not_found`
 */
export async function showImage(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  actor: Actor,
  { id, fileName, version }: { id: number; fileName: string; version: string | undefined },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const file = await getFileNamedFor(db, actor, { id, fileName, kind: 'image' });
  const etag = `"${file.sha256}"`;
  const headers = {
    etag,
    'cache-control': version === imageVersion(file.sha256) ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  // A proxy may have marked it as weak.
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).headers(headers).send();
  const look = await detectStoredImage(blobs, file);
  const type = look ? `image/${look.type}` : /\.svg$/i.test(fileName) ? SVG : UNKNOWN;
  const bytes = await readCleanImage(blobs, file);
  return reply.headers(headers).type(type).header('content-length', bytes.length).send(bytes);
}
