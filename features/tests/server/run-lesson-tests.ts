import { randomUUID } from 'node:crypto';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { FailedTest, LessonsTested, ScreenTest } from '../contract/screen-tests.ts';
import { MESSAGES } from './messages.ts';
import { hasPassed, lessonName } from './notify-of-tests.ts';
import type { ScreenTests } from './screen-tests.ts';

/** Tests of many lessons that run at once: their author may want to run code, too. */
const AT_ONCE = 2;

interface TestOfLesson {
  readonly test: ScreenTest;
  readonly lesson: LessonsTested['lessons'][number];
}

/** Runs all tests of several lessons. Lessons that don't exist anymore are left out. Stopped, it returns what has run until then. */
export async function runLessonTests(
  platform: Platform,
  tests: ScreenTests,
  actor: Actor,
  { lesson_ids, operation_id }: { lesson_ids: readonly number[]; operation_id?: string | undefined },
): Promise<LessonsTested> {
  return platform.operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
    const started_at = new Date();
    const lessons = await listLessons(platform, actor, lesson_ids);
    const all: TestOfLesson[] = [];
    for (const lesson of lessons) {
      if (operation.signal.aborted) break;
      const own = await tests.listOfLesson(actor, lesson.id);
      lesson.tests = own.length;
      all.push(...own.map((test) => ({ test, lesson })));
    }
    const ended = await runAll(tests, actor, all, operation);
    const failed = ended.filter(({ test }) => !hasPassed(test));
    const results = ended.map(({ test, lesson }) => ({ lesson, has_failed: !hasPassed(test) }));
    // Who stops the tests is watching them.
    if (!operation.signal.aborted) {
      const notified = tests.notifyOfTests(actor, { about: `tests:${randomUUID()}`, started_at, tests: results });
      await notified.catch((error: unknown) => platform.log.error({ err: error }, 'could not notify of screen tests'));
    }
    return { lessons, run: ended.length, failed: failed.map(({ test }) => withoutCode(test)) };
  });
}

async function listLessons(platform: Platform, actor: Actor, ids: readonly number[]): Promise<LessonsTested['lessons']> {
  const lessons: LessonsTested['lessons'] = [];
  for (const id of new Set(ids)) {
    const lesson = await getLessonFor(platform.db, actor, id).catch(nullIfGone);
    if (lesson) lessons.push({ ...lessonName(lesson), tests: 0 });
  }
  return lessons;
}

/** Returns the tests that have ended, in their order. */
async function runAll(tests: ScreenTests, actor: Actor, all: readonly TestOfLesson[], operation: Operation): Promise<TestOfLesson[]> {
  const ended = new Map<number, TestOfLesson>();
  const waiting = [...all];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !operation.signal.aborted; next = waiting.shift()) {
      const { test, lesson } = next;
      operation.progress(`Testing lesson ${lesson.sequence}, screen ${test.screen_sequence}`, ended.size, all.length);
      const ran = await tests.runToEnd(actor, test.id, operation.signal).catch(nullIfGone);
      if (ran && !operation.signal.aborted) ended.set(test.id, { test: ran, lesson });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return all.flatMap(({ test }) => ended.get(test.id) ?? []);
}

function withoutCode({ code: _code, results: _results, ...test }: ScreenTest): FailedTest {
  return test;
}

/** A lesson or a test may be deleted before its turn comes. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}
