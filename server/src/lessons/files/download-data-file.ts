import type { FastifyReply } from 'fastify';
import type { Actor } from '#contract/roles.ts';
import { getFileFor } from './find-file.ts';
import { attachment } from '#server/platform/http/attachment.ts';
import type { Platform } from '#server/platform/platform.ts';

/** Sends a data file for download. @throws AppError `not_found`; `unavailable` if its bytes are not stored. */
export async function downloadDataFile(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  actor: Actor,
  id: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file_name, sha256, size } = await getFileFor(db, actor, id, 'data');
  const bytes = await blobs.stream(sha256, size);
  return reply
    .type('application/octet-stream')
    .header('content-disposition', attachment(file_name))
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}
