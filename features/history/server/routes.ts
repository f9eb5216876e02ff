import type { FastifyReply } from 'fastify';
import { imageContentType } from '#features/lessons/rules/image-size.ts';
import { readCleanImage } from '#features/lessons/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import { attachment } from '#platform/server/http/attachment.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { historyRoutes } from '../contract/history.ts';
import { getCommitDiff, listEarlierCommits, restoreCommit, showCommitImage } from './earlier-commits.ts';
import { getLessonNews, listLessonNews, listVersions, requireSeen, visitLesson } from './list-versions.ts';
import { findVersionRow, type Owner } from './queries.ts';
import { restoreVersion } from './restore-version.ts';
import { getVersionDiff } from './version-diff.ts';
import { listWrittenLines } from './written-lines.ts';

/** The handlers of all routes of this module. */
export const historyModule = (platform: Platform): Handlers<typeof historyRoutes> => ({
  listVersions: ({ actor, params, query }) => listVersions(platform.db, actor, params, query),
  getVersionDiff: ({ actor, params, query }) => getVersionDiff(platform, actor, params, params.version, query),
  listEarlierCommits: ({ actor, params }) => listEarlierCommits(platform, actor, params),
  getCommitDiff: ({ actor, params: { sha, ...owner }, query }) => getCommitDiff(platform, actor, owner, sha, query.against),
  restoreCommit: ({ actor, params: { sha, ...owner }, body }) => restoreCommit(platform, actor, owner, sha, body.screen),
  showCommitImage: ({ actor, params, query, reply }) => showCommitImage(platform, actor, params, query, reply),
  restoreVersion: ({ actor, params, body }) => restoreVersion(platform, actor, params, params.version, body),
  listWrittenLines: ({ actor, params, query }) => listWrittenLines(platform.db, actor, params, query),
  showVersionFile: ({ actor, params, reply }) => showVersionFile(platform, actor, params, reply),
  listLessonNews: ({ actor }) => listLessonNews(platform.db, actor),
  getLessonNews: ({ actor, params }) => getLessonNews(platform.db, actor, params.id),
  visitLesson: async ({ actor, params, body }) => {
    await visitLesson(platform.db, actor, params.id, body.last);
    return { ok: true };
  },
});

/** Sends a file as a version has it. @throws AppError `not_found`; `unavailable` if its bytes are not stored. */
async function showVersionFile(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  actor: Actor,
  { version, ...owner }: Owner & { version: number },
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireSeen(db, actor, owner);
  const row = await findVersionRow(db, owner, version);
  if (!row || row.sha256 === null || row.size === null) throw notFound('file');
  const isImage = row.part.startsWith('image:');
  const blob = { sha256: row.sha256, size: row.size };
  const bytes = isImage ? await readCleanImage(blobs, blob) : Buffer.from(await blobs.get(blob.sha256, blob.size));
  const type = isImage ? imageContentType(row.title, bytes) : null;
  return reply
    .headers({
      // A version never changes.
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      ...(type === null && { 'content-disposition': attachment(row.title) }),
    })
    .type(type ?? 'application/octet-stream')
    .send(bytes);
}
