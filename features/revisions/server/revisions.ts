import { getUserNames } from '#features/accounts/server/index.ts';
import { mergeWithinLimits } from '#features/documents/server/index.ts';
import type { DocumentKind } from '#platform/content/document-kind.ts';
import { canReplaceList } from '#platform/content/ordered-list.ts';
import type { ConflictDetails } from '#platform/contract/errors.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { conflict, invalid } from '#platform/server/errors.ts';
import { findRevisionRow, insertFirstRevisions, revisionInsert, type RevisionSubject } from './revision-queries.ts';

/** Stores the result of a save, as the base of later three-way merges and as history. */
export async function recordRevision(
  tx: Tx,
  subject: RevisionSubject,
  revision: { revision: number; fields: object; message: string | null; saved_by: number | null },
): Promise<void> {
  await revisionInsert(tx, subject, revision).execute();
}

/** Stores the current state of newly inserted lessons and their screens as the base of later saves. */
export async function recordFirstRevisions(tx: Tx, lessonIds: readonly number[]): Promise<void> {
  if (lessonIds.length > 0) await insertFirstRevisions(tx, lessonIds);
}

interface Current<F> {
  readonly revision: number;
  readonly fields: F;
  /** The user who saved last; null if unknown. */
  readonly updated_by: number | null;
}

/**
 * The result of saving `input`, edited from revision `from` (undefined: from the current one), when `current` is
 * stored: fields and lines that only one side changed are merged.
 *
 * @throws AppError `conflict` with both sides, if both changed the same field or line.
 * @throws AppError `invalid` if this subject never had the revision `from`, or a merged text is too long.
 */
export async function mergeSave<F extends object>(
  handle: Handle,
  subject: RevisionSubject,
  kind: DocumentKind<F>,
  from: number | undefined,
  input: Partial<F>,
  current: Current<F>,
): Promise<F> {
  const base = await baseOf(handle, subject, kind, from, current);
  const { merged, conflicts } = await mergeWithinLimits<F>(base, { ...base, ...input }, current.fields);
  if (conflicts.length === 0) {
    requireValid(kind, merged, current.fields);
    return merged;
  }
  const sides = { base: {}, mine: {}, theirs: {}, merged: { ...merged } } as Pick<ConflictDetails, 'base' | 'mine' | 'theirs' | 'merged'>;
  for (const { field, base: before, mine, theirs } of conflicts) {
    sides.base[field] = before;
    sides.mine[field] = mine;
    sides.theirs[field] = theirs;
    delete sides.merged[field];
  }
  throw conflict({ ...sides, ...(await lastSaveOf(handle, current)) });
}

/**
 * Checks that a list edited from `before` may replace `current.list`.
 *
 * @param field Name of the list in the details.
 * @throws AppError `conflict` with both sides, if another user changed it in the meantime.
 */
export async function requireUnchangedList<T>(
  handle: Handle,
  field: string,
  { before, wanted }: { before: readonly T[]; wanted: readonly T[] },
  current: Pick<Current<object>, 'revision' | 'updated_by'> & { list: readonly T[] },
): Promise<void> {
  if (canReplaceList(current.list, { before, wanted })) return;
  const sides = { base: { [field]: before }, mine: { [field]: wanted }, theirs: { [field]: current.list }, merged: {} };
  throw conflict({ ...sides, ...(await lastSaveOf(handle, current)) });
}

async function lastSaveOf(
  handle: Handle,
  { revision, updated_by }: Pick<Current<object>, 'revision' | 'updated_by'>,
): Promise<Pick<ConflictDetails, 'revision' | 'changed_by'>> {
  const names = updated_by === null ? null : await getUserNames(handle, [updated_by]);
  return { revision, changed_by: names?.get(updated_by ?? 0) ?? null };
}

/** Two texts that are valid may be too long together. What the save leaves as it is stays, whatever today's limits are. */
function requireValid<F extends object>({ schema }: DocumentKind<F>, merged: F, stored: F): void {
  const changed = Object.fromEntries(Object.entries(merged).filter(([field, value]) => value !== stored[field as keyof F]));
  const checked = schema.partial().safeParse(changed);
  if (!checked.success) throw invalid(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

async function baseOf<F extends object>(
  handle: Handle,
  subject: RevisionSubject,
  kind: DocumentKind<F>,
  from: number | undefined,
  current: Current<F>,
): Promise<F> {
  if (from === undefined || from === current.revision) return current.fields;
  const row = await findRevisionRow(handle, subject, from);
  if (row) return kind.read(row.fields);
  if (from < 1 || from > current.revision) throw invalid([{ path: 'revision', message: `Revision ${from} not found.` }]);
  return unknownBase(current.fields);
}

/** For a revision that housekeeping removed: whatever differs from the stored fields is a conflict. */
function unknownBase<F extends object>(fields: F): F {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? '' : null])) as F;
}
