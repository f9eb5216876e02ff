import type { FastifyReply } from 'fastify';
import { notFound } from '#platform/server/errors.ts';
import { sendZip } from '#platform/server/http/send-zip.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import type { NewZipEntry } from '#platform/server/zip/write-zip.ts';
import { findDeployByBundle, storeBundle } from './queries.ts';
import { readSnapshot } from './read-snapshot.ts';

/** How long the target environment may fetch a build. */
const BUNDLE_MS = 2 * 60 * 60_000;

/** Returns a temporary address for fetching a deploy's build; an earlier one expires. */
export async function newBundle(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  deployId: number,
): Promise<{ bundle_url: string; bundle_expires_at: string }> {
  const secret = newSecret();
  const until = new Date(Date.now() + BUNDLE_MS);
  await storeBundle(db, deployId, hashSecret(secret), until);
  return { bundle_url: `${config.publicUrl}/api/deploy-bundle/${secret}`, bundle_expires_at: until.toISOString() };
}

/**
 * Sends a build: `lesson.json` (snapshot.ts, including answers and checks, which the environment needs for judging),
 * and the bytes of its files and images.
 *
 * @throws AppError `not_found` also for an expired address.
 */
export async function sendBundle(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  secret: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const deploy = await findDeployByBundle(db, hashSecret(secret));
  if (!deploy || deploy.snapshot === null) throw notFound('build');
  const snapshot = await readSnapshot(blobs, deploy.snapshot);
  const open = (sha256: string, size?: number) => () => blobs.stream(sha256, size);
  const entries: NewZipEntry[] = [
    { path: 'lesson.json', bytes: Buffer.from(`${JSON.stringify(snapshot, null, 2)}\n`) },
    ...distinct(snapshot.files).map(({ name, sha256, size }) => ({ path: `files/${name}`, size, open: open(sha256, size) })),
    ...snapshot.images.map(({ file_name, sha256, size }) => ({ path: `images/${file_name}`, size, open: open(sha256, size) })),
    ...snapshot.datasets.map(({ name, sha256 }) => ({ path: `datasets/${name}`, open: open(sha256) })),
  ];
  return sendZip(reply, `${snapshot.sequence}-build-${deploy.build_number}.zip`, entries);
}

/**
 * Files of different screens may share a name; `lesson.json` distinguishes them by hash, and only the first is sent.
 */
function distinct<F extends { readonly name: string }>(files: readonly F[]): F[] {
  return [...new Map(files.toReversed().map((file) => [file.name, file])).values()];
}
