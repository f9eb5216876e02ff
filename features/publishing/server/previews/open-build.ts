import { numbersFrom } from '#features/questions/contract/kinds/shuffled.ts';
import { notFound } from '#platform/server/errors.ts';
import type { StoredDeploy } from '../deploys/queries.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { MESSAGES } from './messages.ts';
import type { StoredLink } from './queries.ts';

/** A build as one of its visitors gets it. */
export interface SeenSnapshot extends Snapshot {
  /** The uuids of screens that don't have the author's values. */
  readonly othersValues?: ReadonlySet<string>;
}

/** A build and the link it was opened by. */
export interface OpenBuild {
  readonly link: Pick<StoredLink, 'id' | 'created_by' | 'expires_at'>;
  readonly deploy: Pick<StoredDeploy, 'lesson_id' | 'build_number' | 'started_at' | 'finished_at'>;
  readonly snapshot: SeenSnapshot;
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

/** A screen by number, from 1. @throws AppError `not_found` */
export function screenAt({ screens }: Snapshot, place: number): SnapshotScreen {
  const screen = screens[place - 1];
  if (!screen) throw notFound(MESSAGES.noScreen);
  return screen;
}
