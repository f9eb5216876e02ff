import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#contract/roles.ts';
import { getFileNamedFor } from './find-file.ts';
import type { Platform } from '#server/platform/platform.ts';
import { imageVersion, lookAtStored } from './image-reply.ts';

/** What git brings of other kinds is shown as well: in a sandbox it can do nothing. */
const SVG = 'image/svg+xml';
const UNKNOWN = 'application/octet-stream';

/**
 * Sends the bytes of an image. Those of the address in `s3_url`, which says their hash, may be kept for good; without it a browser
 * asks whether they are still the same.
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
  // Somewhere on the way it may have been marked as weak.
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).headers(headers).send();
  const look = await lookAtStored(blobs, file);
  const type = look ? `image/${look.type}` : /\.svg$/i.test(fileName) ? SVG : UNKNOWN;
  const bytes = await blobs.stream(file.sha256, file.size);
  return reply.headers(headers).type(type).header('content-length', file.size).send(bytes);
}
