import type { Actor } from '#contract/roles.ts';
import type { PathContent, StepContent } from '#content/course-content.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange } from '#server/releases/index.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listStepRows, type StoredStep } from './step-queries.ts';
import { touchPathRow, type StoredPath } from './queries.ts';

/** A path with its steps, as its file tells it. */
export async function pathContentOf(handle: Handle, { id, uuid, sequence, fields }: StoredPath): Promise<PathContent> {
  return { uuid, sequence, fields, steps: (await listStepRows(handle, id)).map(stepContentOf) };
}

function stepContentOf({ uuid, fields, courses }: StoredStep): StepContent {
  return { uuid, ...fields, courses };
}

/** `Update path 5: Working with Data`, the first line of a commit message (product §4). */
export function pathSummary(verb: string, { sequence, fields }: Pick<StoredPath, 'sequence' | 'fields'>): string {
  return `${verb} path ${sequence}${fields.name === '' ? '' : `: ${fields.name}`}`;
}

interface PathChange {
  /** What the author typed; null: nothing. */
  readonly message?: string | null;
  /** For the audit trail: `save`, `swap-step`. */
  readonly action: string;
  readonly details?: Record<string, unknown>;
}

/** Puts a path, as it is stored by now, on its way into git. Call {@link announcePath} after the transaction. */
export async function recordPath(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  path: StoredPath,
  { message = null, action, details = {} }: PathChange,
): Promise<void> {
  await recordChange(tx, platform, {
    release_id: path.release_id,
    path_id: path.id,
    actor,
    message,
    summary: pathSummary('Update', path),
    content: { kind: 'path', folder: path.folder, path: await pathContentOf(tx, path) },
  });
  await recordAudit(tx, { actor, action: `path.${action}`, subject: `path:${path.id}`, details: { sequence: path.sequence, ...details } });
}

/** {@link recordPath} of one in whose steps something changed; of a step that is in no path nothing is to be recorded. */
export async function recordStep(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  path: StoredPath | null,
  change: PathChange,
): Promise<void> {
  if (!path) return;
  await touchPathRow(tx, path.id, actor.id);
  await recordPath(tx, platform, actor, path, change);
}

/** Notifies the pages that show paths of a change of one, once its transaction is committed; null: of several. */
export function announcePath(platform: Pick<Platform, 'live'>, path_id: number | null): void {
  platform.live.publish('paths:all', { type: 'path-changed', path_id });
}
