import { type AuditAction, recordAudit } from '#features/audit/server/index.ts';
import { type ChangeContent, recordChange } from '#features/changes/server/index.ts';
import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import { lockOpenRelease, lockRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { mergeSave, recordRevision } from '#features/revisions/server/index.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import type { DocumentKind } from '#platform/content/document-kind.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type CurriculumKind, type StoredCurriculum, subjectOf } from './kind.ts';
import { MESSAGES } from './messages.ts';
import {
  findCurriculum,
  findCurriculumForUpdate,
  findDeletedCurriculum,
  findInRelease,
  insertCurriculum,
  markCurriculumRestored,
  updateCurriculumRow,
} from './queries.ts';

/** The row, locked for the transaction. @throws AppError `not_found` */
export async function getCurriculumForUpdate<C extends CurriculumContent>(
  tx: Tx,
  kind: CurriculumKind<C>,
  id: number,
): Promise<StoredCurriculum<C['fields']>> {
  const row = await findCurriculumForUpdate(tx, kind, id);
  if (!row) throw notFound(kind.name);
  return row;
}

interface Folder {
  readonly release: Pick<StoredRelease, 'id' | 'name'>;
  readonly folder: string;
}

/**
 * Inserts a course, or a path with its steps, with its first revision. `actor` null: read from git.
 *
 * @throws AppError `already_exists` when its number or folder is taken; `not_found` when its release was deleted.
 */
export async function addCurriculum<C extends CurriculumContent>(
  tx: Tx,
  kind: CurriculumKind<C>,
  { release, folder }: Folder,
  content: C,
  actor: Actor | null,
): Promise<StoredCurriculum<C['fields']>> {
  await lockRelease(tx, release.id);
  const { uuid, sequence, fields } = content;
  const by = actor?.id ?? null;
  const id = await insertCurriculum(tx, kind, { uuid, sequence, fields, release_id: release.id, folder, updated_by: by });
  if (id === null) throw alreadyExists(MESSAGES.inRelease(kind, { sequence, name: fields.name }, release.name));
  await recordRevision(tx, subjectOf(kind, id), { revision: 1, fields, message: null, saved_by: by });
  await kind.storeItems(tx, { id, release_id: release.id }, content, actor);
  const row = await findCurriculum(tx, kind, id);
  if (!row) throw notFound(kind.name);
  return row;
}

/**
 * Makes the rows agree with a folder in git: adds them, or updates those of the folder, which keep their ids. Returns the id; null, and
 * nothing is stored, when the number belongs to another folder of the release.
 */
export async function upsertCurriculum<C extends CurriculumContent>(
  tx: Tx,
  kind: CurriculumKind<C>,
  { release, folder }: Folder,
  content: C,
): Promise<number | null> {
  const inFolder = await findInRelease(tx, kind, release.id, { folder });
  const withNumber = await findInRelease(tx, kind, release.id, { sequence: content.sequence });
  if (withNumber && withNumber.id !== inFolder?.id) return null;
  const row = inFolder && (await findCurriculumForUpdate(tx, kind, inFolder.id));
  if (!row) return (await addCurriculum(tx, kind, { release, folder }, content, null)).id;
  if (canonicalJson(await kind.contentOf(tx, row)) === canonicalJson(content)) return row.id;
  const { uuid, sequence, fields } = content;
  const isRevised = canonicalJson(row.fields) !== canonicalJson(fields);
  const revision = row.revision + (isRevised ? 1 : 0);
  await updateCurriculumRow(tx, kind, row.id, { uuid, sequence, fields, revision, updated_by: null });
  if (isRevised) await recordRevision(tx, subjectOf(kind, row.id), { revision, fields, message: null, saved_by: null });
  await kind.storeItems(tx, row, content, null);
  return row.id;
}

/**
 * Takes one that was deleted at `since` or later out of the trash.
 *
 * @throws AppError `not_found`; `refused` when its release was deleted; `already_exists` when its number or folder is in use again.
 */
export async function restoreCurriculumRow(tx: Tx, kind: CurriculumKind, actor: Actor, id: number, since: Date): Promise<StoredCurriculum> {
  const deleted = await findDeletedCurriculum(tx, kind, id, since);
  if (!deleted) throw notFound(`deleted ${kind.name}`);
  const { release_id, release_name: release, sequence, folder } = deleted;
  if (deleted.is_release_gone) throw refused(MESSAGES.releaseDeleted(kind, sequence, release));
  await lockOpenRelease(tx, release_id, MESSAGES.mainRelease(kind));
  const inPlace = (await findInRelease(tx, kind, release_id, { sequence })) ?? (await findInRelease(tx, kind, release_id, { folder }));
  if (inPlace) throw alreadyExists(MESSAGES.numberReused(kind, { sequence: inPlace.sequence, name: inPlace.fields.name }, release));
  await markCurriculumRestored(tx, kind, id, actor.id);
  return getCurriculumForUpdate(tx, kind, id);
}

/** A release has each number once. @throws AppError `already_exists` with the name of the one that has it. */
export async function requireCurriculumNotInRelease(
  handle: Handle,
  kind: CurriculumKind,
  release: StoredRelease,
  sequence: number,
): Promise<void> {
  const found = await findInRelease(handle, kind, release.id, { sequence });
  if (found) throw alreadyExists(MESSAGES.inRelease(kind, { sequence, name: found.fields.name }, release.name));
}

/** A save of some fields, the revision that it began from, and the author's commit message. */
export type FieldSave<F> = { readonly [K in keyof F]?: F[K] | undefined } & {
  readonly revision?: number | undefined;
  readonly save_message?: string | undefined;
};

/**
 * The fields after a save: those left out stay, and a stale save is merged. Null: nothing changes.
 *
 * @throws AppError `conflict` with both sides.
 */
export async function mergedFields<F extends object>(
  tx: Tx,
  kind: DocumentKind<F>,
  subject: Parameters<typeof mergeSave>[1],
  { revision, save_message: _message, ...fields }: FieldSave<F>,
  row: { readonly revision: number; readonly fields: F; readonly updated_by: number | null },
): Promise<F | null> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<F>;
  const merged = await mergeSave(tx, subject, kind, revision, given, row);
  return canonicalJson(merged) === canonicalJson(row.fields) ? null : merged;
}

type VerbOf<Action> = Action extends `course.${infer Verb}` | `path.${infer Verb}` ? Verb : never;
/** For the audit trail: `save`, `add-lesson`. */
export type EditAction = VerbOf<AuditAction>;

interface Edit {
  readonly actor: Actor;
  readonly action: EditAction;
  /** For the commit message; `Update` when left out. */
  readonly verb?: 'Create' | 'Delete' | 'Copy' | 'Restore';
  /** The release that it was copied from. */
  readonly from?: string;
  /** The author's own commit message. */
  readonly message?: string | null;
  readonly content?: Pick<ChangeContent, 'deleted' | 'or_mains' | 'copied_from'>;
  readonly details?: Record<string, unknown>;
}

/**
 * Records an edit for git and the audit trail, with the lessons or steps as they are stored now. Call {@link publishCurriculumChanged}
 * after the transaction.
 */
export async function recordEdit<C extends CurriculumContent>(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  kind: CurriculumKind<C>,
  row: Pick<StoredCurriculum<C['fields']>, 'id' | 'uuid' | 'release_id' | 'sequence' | 'folder' | 'fields'>,
  { actor, action, verb, from, message = null, content = {}, details }: Edit,
): Promise<void> {
  const { id, release_id, folder, sequence } = row;
  const whole = content.deleted ? {} : { [kind.name]: await kind.contentOf(tx, row) };
  await recordChange(tx, platform, {
    release_id,
    ...subjectOf(kind, id),
    actor,
    message,
    // `Update course 3: First Steps`, `Copy path 5 from Spring: Nature`
    summary: [`${verb ?? 'Update'} ${kind.name} ${sequence}${from ? ` from ${from}` : ''}`, row.fields.name].filter(Boolean).join(': '),
    content: { kind: kind.name, folder, ...whole, ...content },
  });
  // Courses have no steps, and paths no lessons of their own.
  const audited = `${kind.name}.${action}` as AuditAction;
  await recordAudit(tx, { actor, action: audited, subject: `${kind.name}:${id}`, details: { sequence, ...details } });
}

/** Notifies the pages that show courses or paths, once the transaction is committed. `id` null: several changed. */
export function publishCurriculumChanged(
  { live }: Pick<Platform, 'live'>,
  { name }: Pick<CurriculumKind, 'name'>,
  id: number | null,
): void {
  if (name === 'course') live.publish('courses:all', { type: 'course-changed', course_id: id });
  else live.publish('paths:all', { type: 'path-changed', path_id: id });
}
