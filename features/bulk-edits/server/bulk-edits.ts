/** Settings of many lessons, and the undo of bulk edits. */

import { getUserNames, requirePeople } from '#features/accounts/server/index.ts';
import type { Undone } from '#features/documents/rules/undo-merge.ts';
import { reconcileDependencies } from '#features/environments/server/index.ts';
import { stateFor, findLesson, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { READ_ONLY_TEXTS, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { TaskBudget } from '#platform/server/text-tasks/task-budget.ts';
import {
  BULK_EDITS_PAGE,
  type BulkEdit,
  type BulkEditResult,
  type bulkEditRoutes,
  type LeftAlone,
  type PreviewedLesson,
  type SettingsEdit,
} from '../contract.ts';
import { setSettings, settingsSummary } from '../rules/set-settings.ts';
import {
  findBulkEdit,
  listBulkEditDocuments,
  listBulkEditRows,
  listOpenDocuments,
  lockBulkEdit,
  markRedone,
  markUndone,
  type BulkEditDocument,
  type StoredBulkEdit,
} from './queries.ts';
import { writeBulkEdit, type Leave, type LessonEdit } from './write-bulk-edit.ts';

export const MESSAGES = {
  stopped: 'Stopped. Nothing was changed.',
  changedSince: 'The same lines were changed since.',
  tooExpensive: 'Comparing it with what was changed since takes too long. Change it by hand, or restore an earlier version.',
  busy: 'The server is busy with other texts. Undo the rest in a minute.',
  outOfTime: 'The undo reached its time limit before this text. Undo the bulk edit again for the rest.',
} as const;

/** What a setting would change in each lesson. Deleted lessons are left out. */
export async function previewSettings(
  { db }: Platform,
  actor: Actor,
  lessonIds: readonly number[],
  edit: SettingsEdit,
): Promise<PreviewedLesson[]> {
  const lessons: PreviewedLesson[] = [];
  for (const id of new Set(lessonIds)) {
    const lesson = await findLesson(db, id);
    if (!lesson) continue;
    const about = { id, sequence: lesson.sequence, title: lesson.fields.title, release_name: lesson.release_name };
    lessons.push({ ...about, ...previewOf(actor, lesson, edit) });
  }
  return lessons;
}

function previewOf(actor: Actor, lesson: StoredLesson, edit: SettingsEdit): Pick<PreviewedLesson, 'state' | 'before' | 'after' | 'reason'> {
  const refused = (reason: string) => ({ state: 'refused' as const, before: '', after: '', reason });
  const reason = readOnlyReason(actor, stateFor(actor, lesson));
  if (reason !== null) return refused(READ_ONLY_TEXTS[reason]);
  const result = setSettings({ fields: lesson.fields, packages: lesson.attached.packages }, edit);
  if ('refused' in result) return refused(result.refused);
  const { before, after } = result;
  const isSame = canonicalJson([lesson.fields, lesson.attached.packages]) === canonicalJson([result.fields, result.packages]);
  return { state: isSame ? 'same' : 'changes', before, after, reason: null };
}

/** Sets a setting of many lessons, on top of what others saved. @throws AppError `refused` if it was stopped, or gives work to nobody who is here */
export async function editSettings(
  platform: Platform,
  actor: Actor,
  input: { lesson_ids: readonly number[]; edit: SettingsEdit; message?: string | undefined; operation_id?: string | undefined },
): Promise<BulkEditResult> {
  const { edit } = input;
  if ('person' in edit) await requirePeople(platform.db, [edit.person]);
  const edits = [...new Set(input.lesson_ids)].map((lessonId): LessonEdit => ({
    lessonId,
    lesson: (lesson, leave) => {
      const result = setSettings({ fields: lesson.fields, packages: lesson.attached.packages }, edit);
      if (!('refused' in result)) return reconcileDependencies(lesson, result);
      leave({ field: null, reason: result.refused });
      return null;
    },
  }));
  const spec = { kind: 'settings' as const, summary: settingsSummary(edit), message: input.message || null };
  return platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped }, async (operation) =>
    toBulkEditResult(platform, await writeBulkEdit(platform, actor, spec, edits, operation)),
  );
}

/** A bulk edit as it is sent to the page, with what was left alone. */
export async function toBulkEditResult(
  platform: Platform,
  { id, left }: { id: number | null; left: readonly LeftAlone[] },
): Promise<BulkEditResult> {
  const edit = id === null ? null : ((await toReplies(platform, [await requireBulkEdit(platform, id)]))[0] ?? null);
  return { edit, left: [...left] };
}

/** Newest first. */
export async function listBulkEdits(platform: Platform, before: number | null): Promise<RouteReply<typeof bulkEditRoutes.listBulkEdits>> {
  const rows = await listBulkEditRows(platform.db, { before, limit: BULK_EDITS_PAGE + 1 });
  const edits = await toReplies(platform, rows.slice(0, BULK_EDITS_PAGE));
  return { edits, next: rows.length > BULK_EDITS_PAGE ? (edits.at(-1)?.id ?? null) : null };
}

/** @throws AppError `not_found` */
export async function getBulkEdit(platform: Platform, id: number): Promise<RouteReply<typeof bulkEditRoutes.getBulkEdit>> {
  const [edit] = await toReplies(platform, [await requireBulkEdit(platform, id)]);
  if (!edit) throw notFound('bulk edit');
  const documents = await listBulkEditDocuments(platform.db, id);
  const byLesson = Map.groupBy(documents, ({ lesson_id, sequence, release_name }) => `${lesson_id}/${sequence}/${release_name}`);
  const lessons = [...byLesson.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const screens = all.flatMap(({ screen_sequence }) => screen_sequence ?? []).toSorted((one, other) => one - other);
    return [{ id: first.lesson_id, sequence: first.sequence, title: first.title, release_name: first.release_name, screens }];
  });
  return { edit, lessons };
}

/** Ends the transaction of an undo that would leave something, without having changed anything. */
class LeavesSomethingError extends Error {
  readonly left: readonly LeftAlone[];
  constructor(left: readonly LeftAlone[]) {
    super('The undo leaves something alone.');
    this.left = left;
  }
}

/**
 * Undoes what is left of a bulk edit. What was changed since, in the same lines, stays; without `leave_changed`, nothing is undone then.
 *
 * @throws AppError `not_found`; `refused` if it was stopped
 */
export async function undoBulkEdit(
  platform: Platform,
  actor: Actor,
  id: number,
  { leave_changed, operation_id }: { leave_changed: boolean; operation_id?: string | undefined },
): Promise<BulkEditResult> {
  const known = await requireBulkEdit(platform, id);
  return platform.operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
    try {
      return await toBulkEditResult(platform, await writeUndo(platform, actor, known, { leave_changed, operation }));
    } catch (error) {
      if (!(error instanceof LeavesSomethingError)) throw error;
      return { edit: null, left: [...error.left] };
    }
  });
}

async function writeUndo(
  platform: Platform,
  actor: Actor,
  known: StoredBulkEdit,
  { leave_changed, operation }: { leave_changed: boolean; operation: Operation },
) {
  const documents = await listOpenDocuments(platform.db, known.id);
  const budget = new TaskBudget();
  // Documents of which something stays are not undone, so that the rest can be undone later.
  const leaving = new Set<number>();
  const gone = documents.filter((each) => each.lesson_id === null || (each.screen_sequence !== null && each.screen_id === null));
  const byLesson = Map.groupBy(documents, ({ lesson_id }) => lesson_id);
  const edits = [...byLesson].flatMap(([lessonId, own]) => (lessonId === null ? [] : [undoOf(lessonId, own, { leaving, budget })]));
  return writeBulkEdit(
    platform,
    actor,
    {
      kind: 'undo',
      summary: `Undo: ${known.message?.split('\n')[0] ?? known.summary}`,
      message: null,
      undoes: known.id,
      finish: async (tx, { left, skipped }) => {
        const all = [...gone.map(leftOfGone), ...left];
        if (all.length > 0 && !leave_changed) throw new LeavesSomethingError(all);
        await lockBulkEdit(tx, known.id);
        const isLeft = ({ lesson_id, screen_id }: BulkEditDocument) =>
          (lesson_id !== null && skipped.has(lesson_id)) ||
          (screen_id !== null && left.some((each) => each.field === null && each.screen_id === screen_id));
        const undone = documents.filter((each) => !leaving.has(each.id) && !gone.includes(each) && !isLeft(each));
        await markUndone(
          tx,
          undone.map((each) => each.id),
        );
        if (known.undoes !== null) await markRedone(tx, known.undoes, undone);
      },
    },
    edits,
    operation,
  );
}

interface Undoing {
  /** Documents of which something stays as it is. */
  readonly leaving: Set<number>;
  readonly budget: TaskBudget;
}

function undoOf(lessonId: number, documents: readonly (BulkEditDocument & { id: number })[], { leaving, budget }: Undoing): LessonEdit {
  const settings = documents.find(({ screen_sequence }) => screen_sequence === null);
  const screens = documents.flatMap((each) => (each.screen_id === null ? [] : [[each.screen_id, each] as const]));
  const [first] = documents;
  const undo = async <S extends StoredLesson | StoredScreen>(stored: S, document: BulkEditDocument & { id: number }, leave: Leave) => {
    const all = { ...stored.fields, ...stored.attached };
    const { fields, kept, reason } = await undoWithinLimits(document, all, budget);
    for (const field of kept) leave({ field, reason });
    if (kept.length > 0) leaving.add(document.id);
    return splitLike(stored, fields);
  };
  return {
    lessonId,
    ...(first ? { named: { sequence: first.sequence, title: first.title } } : {}),
    ...(settings ? { lesson: (stored: StoredLesson, leave: Leave) => undo(stored, settings, leave) } : {}),
    screens: new Map(screens.map(([id, document]) => [id, (stored: StoredScreen, leave: Leave) => undo(stored, document, leave)])),
  };
}

const REASONS = { 'too expensive': MESSAGES.tooExpensive, busy: MESSAGES.busy, 'out of time': MESSAGES.outOfTime } as const;

/** What takes too long to undo stays as it is. `reason`: why something is kept. */
async function undoWithinLimits(
  { before, after }: BulkEditDocument,
  now: object,
  budget: TaskBudget,
): Promise<Undone<object> & { readonly reason: string }> {
  const undone = await budget.run('undoFields', [before, after, now]);
  if (typeof undone === 'object') return { ...undone.result, reason: MESSAGES.changedSince };
  return { fields: now, kept: Object.keys(after), reason: REASONS[undone] };
}

/** Sorts fields into what a lesson or screen has as fields and what beside them. */
function splitLike<S extends { readonly fields: object; readonly attached: object }>(
  stored: S,
  all: object,
): { fields: S['fields']; attached: S['attached'] } {
  const entries = Object.entries(all);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => !(name in stored.attached))),
    attached: Object.fromEntries(entries.filter(([name]) => name in stored.attached)),
  };
}

function leftOfGone({ lesson_id, sequence, title, screen_sequence }: BulkEditDocument): LeftAlone {
  return { lesson_id, sequence, title, screen_id: null, screen_sequence, field: null, reason: 'It was permanently deleted.' };
}

async function requireBulkEdit({ db }: Pick<Platform, 'db'>, id: number): Promise<StoredBulkEdit> {
  const edit = await findBulkEdit(db, id);
  if (!edit) throw notFound('bulk edit');
  return edit;
}

async function toReplies({ db }: Pick<Platform, 'db'>, edits: readonly StoredBulkEdit[]): Promise<BulkEdit[]> {
  const names = await getUserNames(db, [...new Set(edits.flatMap(({ user_id }) => user_id ?? []))]);
  return edits.map(({ user_id, created_at, undone, ...edit }) => ({
    ...edit,
    at: created_at.toISOString(),
    by: user_id === null ? null : (names.get(user_id) ?? null),
    state: undone === 0 ? 'done' : undone === edit.documents ? 'undone' : 'partly_undone',
  }));
}
