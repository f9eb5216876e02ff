import type { FastifyReply } from 'fastify';
import { imageContentType } from '#features/lessons/rules/image-size.ts';
import { getReleaseFor } from '#features/releases/server/index.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { pullDiffRoutes, type DiffSide } from '../contract/pull-diffs.ts';
import { compareFromCache } from './branch-state.ts';
import { findFile } from './commit-files.ts';
import { findPull } from './pulls/pull-requests.ts';

/** Images pushed with git may be larger than uploads. In bytes. */
const IMAGE_BYTES_MAX = LIMITS.imageBytes * 4;

/** The address of a lesson's images in a pull request, before their encoded name. */
export function pullImagesAt(releaseId: number, folder: string): string {
  return routeUrl(pullDiffRoutes.showPullImage, { params: { id: releaseId }, query: { folder, path: 'images/' } });
}

/**
 * Sends an image on one side of a pull request; without a side as it is on the branch, else on main.
 * @throws AppError `not_found`, also for a file that is no image; `unavailable` if the branch doesn't exist.
 */
export async function showPullImage(
  platform: Pick<Platform, 'db' | 'git' | 'codeHost'>,
  actor: Actor,
  { id, folder, path, side }: { id: number; folder: string; path: string; side?: DiffSide | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { git } = platform;
  const release = await getReleaseFor(platform.db, actor, id);
  if (folder.includes('/')) throw notFound('image');
  const { base, head } = await compareFromCache(platform, release, await findPull(platform.db, id));
  const commits = side === undefined ? [head, base] : [side === 'after' ? head : base];
  for (const commit of commits) {
    const image = await readImage(git, commit, `lessons/${folder}/${path}`);
    if (image) return sendPullImage(reply, image);
  }
  throw notFound('image');
}

interface CommitImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** An image of a commit; null: it isn't there, or is none. @param path From a user: an unsafe one is no file. */
export async function readImage(git: Platform['git'], commit: string, path: string): Promise<CommitImage | null> {
  const file = await findFile(git, commit, path);
  const bytes = file && (await git.readBlob(file.oid, IMAGE_BYTES_MAX));
  const type = bytes && imageContentType(path, bytes);
  return bytes && type !== null ? { type, bytes: withoutMetadata(bytes) } : null;
}

/** Sends an image that nothing else of the product may be reached from. */
export function sendPullImage(reply: FastifyReply, { type, bytes }: CommitImage): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .type(type)
    .send(bytes);
}
