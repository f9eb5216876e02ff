import type { FastifyReply } from 'fastify';
import { nameOfData } from '#features/lesson-files/rules/data-path.ts';
import type { StoredFile } from '#features/lesson-files/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { attachment } from '#platform/server/http/attachment.ts';
import type { Platform } from '#platform/server/platform.ts';
import { getFileFor, getFileNamedFor } from './find-file.ts';

/** Sends a data file for download. @throws AppError `not_found`; `unavailable` if its bytes are not stored. */
export async function downloadDataFile(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  actor: Actor,
  id: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(blobs, await getFileFor(db, actor, id, 'data'), reply);
}

/** The same for a file by its name in a lesson. */
export async function downloadNamedDataFile(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  actor: Actor,
  { id, fileName }: { id: number; fileName: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(blobs, await getFileNamedFor(db, actor, { id, fileName, kind: 'data' }), reply);
}

async function send(blobs: Platform['blobs'], { file_name, sha256, size }: StoredFile, reply: FastifyReply): Promise<FastifyReply> {
  const bytes = await blobs.stream(sha256, size);
  return reply
    .type('application/octet-stream')
    .header('content-disposition', attachment(nameOfData(file_name)))
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}
