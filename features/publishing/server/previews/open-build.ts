import { getUsers } from '#features/accounts/server/index.ts';
import { AppError, notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret } from '#platform/server/secrets.ts';
import { findStoredBuild } from '../deploys/deploys.ts';
import type { StoredDeploy } from '../deploys/queries.ts';
import { readSnapshot } from '../deploys/read-snapshot.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { MESSAGES } from './messages.ts';
import { findLinkByHash, type StoredLink } from './queries.ts';

/** A build and the link it was opened by. */
export interface OpenBuild {
  readonly link: StoredLink;
  readonly deploy: StoredDeploy;
  readonly snapshot: Snapshot;
}

/** Returns what a token opens. @throws AppError `not_found` with a text that says why the link is invalid. */
export async function openBuild({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, token: string): Promise<OpenBuild> {
  const link = await findLinkByHash(db, hashSecret(token));
  if (!link) throw new AppError('not_found', MESSAGES.unknown);
  const ended = await endOf({ db }, link);
  if (ended !== null) throw new AppError('not_found', ended);
  const deploy = await findStoredBuild(db, link.deploy_id);
  if (!deploy) throw new AppError('not_found', MESSAGES.removed);
  return { link, deploy, snapshot: await readSnapshot(blobs, deploy.snapshot) };
}

/** Whether a link is still valid. */
export async function isOpen({ db }: Pick<Platform, 'db'>, token: string): Promise<boolean> {
  const link = await findLinkByHash(db, hashSecret(token));
  return link !== undefined && (await endOf({ db }, link)) === null;
}

/** Why a link is no longer valid; null if it is. A user's links end with their access. */
async function endOf({ db }: Pick<Platform, 'db'>, link: StoredLink): Promise<string | null> {
  if (link.revoked_at !== null) return MESSAGES.revoked;
  if (link.expires_at.getTime() <= Date.now()) return MESSAGES.expired;
  const author = (await getUsers(db, [link.created_by])).get(link.created_by);
  return author?.revoked_at === null ? null : MESSAGES.revoked;
}

/** A screen by number, from 1. @throws AppError `not_found` */
export function screenAt({ screens }: Snapshot, place: number): SnapshotScreen {
  const screen = screens[place - 1];
  if (!screen) throw notFound(MESSAGES.noScreen);
  return screen;
}
