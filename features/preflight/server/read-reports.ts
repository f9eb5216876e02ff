import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { findLesson, lessonContentOf, type ReleaseLesson } from '#features/lesson-store/server/index.ts';
import { listScreenContents } from '#features/screens/server/index.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { LessonReport } from '../rules/check-lesson.ts';
import { findReports, markUsed, storeReport } from './queries.ts';
import { checkWords } from './spelling/check-words.ts';
import { storedReport, type StoredReport } from './stored-report.ts';
import { uncheckedReport } from './unchecked-report.ts';

/** A lesson without its documents. */
type Listed = Pick<ReleaseLesson, 'id' | 'sequence' | 'content_hash' | 'is_shallow_import'>;

/** Reports by lesson id. Lessons that were not checked yet have none. */
export type Reports = ReadonlyMap<number, StoredReport>;

/** Up to this many lessons are checked without confirmation: a save changes one, a copied branch thousands. */
const AT_MOST_UNASKED = 25;

/**
 * The reports of lessons. Those that changed are checked now, unless they are too many to wait for without `operation`. Stopped, what
 * was checked until then is kept.
 */
export async function readReports(
  { db }: Pick<Platform, 'db'>,
  lessons: readonly Listed[],
  operation: Operation | null = null,
): Promise<Reports> {
  const checkable = lessons.filter(({ is_shallow_import }) => !is_shallow_import);
  const known = await findReports(
    db,
    checkable.map(({ content_hash }) => content_hash),
  );
  await markUsed(db, [...known.keys()]);
  const missing = checkable.filter(({ content_hash }) => !known.has(content_hash));
  const reports = new Map<number, StoredReport>();
  for (const { id, content_hash } of checkable) {
    const report = known.get(content_hash);
    if (report) reports.set(id, report);
  }
  if (operation === null && missing.length > AT_MOST_UNASKED) return reports;
  for (const [index, lesson] of missing.entries()) {
    operation?.signal.throwIfAborted();
    operation?.progress(`Looking at lesson ${lesson.sequence}`, index, missing.length);
    const report = await lookAt(db, lesson);
    if (report) reports.set(lesson.id, report);
  }
  return reports;
}

/** Null: the lesson was deleted or changed in between. */
async function lookAt(db: Platform['db'], { id }: Listed): Promise<StoredReport | null> {
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const lesson = await findLesson(tx, id);
      if (!lesson) return null;
      return { hash: lesson.content_hash, content: { ...(await lessonContentOf(tx, lesson)), screens: await listScreenContents(tx, id) } };
    });
  if (!read) return null;
  const { report, isWhole } = await checkWithinLimits(read.content);
  const stored = storedReport(read.content, report);
  if (isWhole) await storeReport(db, read.hash, stored);
  return stored;
}

/** Not whole: the dictionary or the rules had no time, and another attempt may succeed. */
export async function checkWithinLimits(content: LessonContent): Promise<{ report: LessonReport; isWhole: boolean }> {
  const words = await runTextTask('listWords', [content]);
  if (typeof words === 'string') return { report: uncheckedReport(content), isWhole: words === 'too expensive' };
  const unknown = await checkWords(words.result);
  const checked = await runTextTask('checkContent', [content, unknown ?? new Map()]);
  if (typeof checked === 'string') return { report: uncheckedReport(content), isWhole: checked === 'too expensive' };
  return { report: checked.result, isWhole: unknown !== null };
}
