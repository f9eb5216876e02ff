import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { readersAmong } from '#features/lessons/server/index.ts';
import { notifyUsers } from '#features/notifications/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ScreenTest } from '../contract/screen-tests.ts';

/** Numbers of lessons that a notification names. */
const NAMED_MAX = 20;
/** More open batches than pages that run tests at a time. */
const BATCHES_MAX = 1_000;

interface TestedLesson {
  readonly id: number;
  readonly sequence: number;
  readonly title: string;
}

interface EndedTest {
  readonly lesson: TestedLesson;
  readonly has_failed: boolean;
}

/** Tests that were run together and have all ended. */
export interface EndedTests {
  /** Identifies them, such as `tests:{uuid}`. */
  readonly about: string;
  readonly started_at: Date;
  readonly tests: readonly EndedTest[];
}

export function lessonName({ id, sequence, fields }: Pick<StoredLesson, 'id' | 'sequence' | 'fields'>): TestedLesson {
  return { id, sequence, title: fields.title };
}

/** Whether the last run of a test gave the expected result. */
export function hasPassed({ status, test_result }: Pick<ScreenTest, 'status' | 'test_result'>): boolean {
  return status === 'Done' && test_result?.test_passes === true;
}

/** Tests that pages run one by one and that belong together. A batch whose page was left is forgotten in time. */
export class TestBatches {
  readonly #open = new Map<string, { started_at: Date; tests: EndedTest[] }>();

  /** A test of the batch has started. */
  begin(key: string): void {
    if (!this.#open.has(key)) this.#open.set(key, { started_at: new Date(), tests: [] });
    const [oldest] = this.#open.keys();
    if (this.#open.size > BATCHES_MAX && oldest !== undefined) this.#open.delete(oldest);
  }

  /** A test of the batch has ended. Returns all of them with the last one. */
  end(key: string, size: number, test: EndedTest): Omit<EndedTests, 'about'> | null {
    const batch = this.#open.get(key);
    batch?.tests.push(test);
    if (!batch || batch.tests.length < size) return null;
    this.#open.delete(key);
    return batch;
  }
}

/** Notifies the user who ran several tests that all have ended, if they took long: once, with a summary. */
export async function notifyOfTests(
  platform: Platform,
  actor: Actor,
  { about, started_at, tests, longMs }: EndedTests & { longMs: number },
): Promise<void> {
  const failed = tests.filter(({ has_failed }) => has_failed);
  const lesson = (failed[0] ?? tests[0])?.lesson;
  if (lesson === undefined || Date.now() - started_at.getTime() < longMs) return;
  const lessons = new Set(tests.map((test) => test.lesson.id));
  const failedIn = [...new Set(failed.map((test) => test.lesson.sequence))].toSorted((a, b) => a - b);
  await platform.db.transaction().execute(async (tx) =>
    notifyUsers(tx, platform, {
      kind: 'finished',
      about,
      actor: null,
      to: await readersAmong(tx, lesson.id, [actor.id]),
      details: {
        work: 'tests',
        has_failed: failed.length > 0,
        lesson: lessons.size === 1 ? { sequence: lesson.sequence, title: lesson.title } : null,
        tests: { total: tests.length, failed: failed.length, lessons: lessons.size, failed_in: failedIn.slice(0, NAMED_MAX) },
      },
      target: { lesson_id: lesson.id },
    }),
  );
}
