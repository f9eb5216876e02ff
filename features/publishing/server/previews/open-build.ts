import { getUsers } from '#features/accounts/server/index.ts';
import { numbersFrom } from '#features/questions/contract/kinds/shuffled.ts';
import { AppError, notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashSecret } from '#platform/server/secrets.ts';
import { findStoredBuild } from '../deploys/deploys.ts';
import type { StoredDeploy } from '../deploys/queries.ts';
import { readSnapshot } from '../deploys/read-snapshot.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { MESSAGES } from './messages.ts';
import { findLinkByHash, type StoredLink } from './queries.ts';

/** A build as one of its visitors gets it. */
export interface SeenSnapshot extends Snapshot {
  /** The uuids of screens that don't have the author's values. */
  readonly othersValues?: ReadonlySet<string>;
}

/** A build and the link it was opened by. */
export interface OpenBuild {
  readonly link: StoredLink;
  readonly deploy: StoredDeploy;
  readonly snapshot: SeenSnapshot;
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

/**
 * A build as one of its visitors gets it: each screen that has values with the draw that is this visitor's, at each visit. Without a visitor,
 * with the first.
 */
export function drawnFor(snapshot: Snapshot, visitor: string | undefined): SeenSnapshot {
  const othersValues = new Set<string>();
  const drawn = ({ draws = [], ...first }: SnapshotScreen): SnapshotScreen => {
    if (draws.length === 0 || visitor === undefined) return first;
    const random = numbersFrom(`${visitor}/${first.uuid ?? first.folder}`);
    const other = draws[Math.floor(random() * (draws.length + 1)) - 1];
    if (other) othersValues.add(first.uuid ?? '');
    return other ?? first;
  };
  return { ...snapshot, screens: snapshot.screens.map(drawn), othersValues };
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
