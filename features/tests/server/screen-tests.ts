/** The tests of screens: stored submissions with the results that are expected of them. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { slug, uniqueName } from '#features/documents/rules/folder-name.ts';
import { type StoredLesson, findLesson, getLessonFor } from '#features/lesson-store/server/index.ts';
import { notifyOfEnd } from '#features/lessons/server/index.ts';
import { LONG_WORK_MS } from '#features/notifications/server/index.ts';
import type { Check } from '#features/runs/contract/runs.ts';
import { type Runs, isCurrent, readFingerprints } from '#features/runs/server/index.ts';
import {
  findScreen,
  getScreenFor,
  listStoredScreens,
  screenSummary,
  writeScreen,
  type StoredScreen,
} from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { CheckResult } from '#platform/contract/run-outcome.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ExpectedResult, ScreenTest, TestState, TestStatus } from '../contract/screen-tests.ts';
import { testState } from '../contract/test-state.ts';
import { MESSAGES } from './messages.ts';
import { type EndedTests, hasPassed, lessonName, notifyOfTests, TestBatches } from './notify-of-tests.ts';
import { ensureTestRows, deleteTestRow, findTestRow, updateTestRow, type TestRow } from './queries.ts';
import { runTest } from './run-test.ts';
import { testFingerprint, testsOfScreen } from './tests-of-screen.ts';

/** How long a call waits for its test before it returns the current state. */
const ANSWER_WITHIN_MS = 3_000;

interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

type ExpectedCheck = Omit<Check, 'results'> & { readonly results: readonly ExpectedResult[] };

interface FoundTest {
  row: TestRow;
  test: ScreenTestContent;
  screen: StoredScreen;
  lesson: StoredLesson;
  /** Hash of everything that its result depends on, as it is now. */
  fingerprint: string;
  /** It was running when its row was read. */
  wasActive: boolean;
}

interface ActiveTest {
  /** The state that is tested. */
  readonly fingerprint: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** A user waits for it: it isn't stopped with the check of a screen that joined it. */
  isAsked: boolean;
}

/** One of several tests that a page runs together. */
interface Batch {
  readonly id: string;
  readonly size: number;
}

/** Stored submissions and their expected results. */
export class ScreenTests {
  readonly #platform: Platform;
  readonly #runs: Runs;
  readonly #longMs: number;
  readonly #active = new Map<number, ActiveTest>();
  readonly #batches = new TestBatches();
  readonly #notifying = new Set<Promise<void>>();

  /** @param options.longMs A test that runs this long is notified at its end. */
  constructor(platform: Platform, runs: Runs, { longMs = LONG_WORK_MS } = {}) {
    this.#longMs = longMs;
    this.#platform = platform;
    this.#runs = runs;
  }

  /** The tests of all screens of a lesson, by id. */
  async listOfLesson(actor: Actor, lessonId: number): Promise<ScreenTest[]> {
    const lesson = await getLessonFor(this.#platform.db, actor, lessonId);
    return this.#replies(lesson, await listStoredScreens(this.#platform.db, lessonId));
  }

  /** How the last run of each test of a lesson ended. */
  async listStatesOfLesson(actor: Actor, lessonId: number): Promise<TestState[]> {
    return (await this.listOfLesson(actor, lessonId)).map(testState);
  }

  /** The tests of one screen, by id. */
  async listOfScreen(actor: Actor, address: ScreenAddress): Promise<ScreenTest[]> {
    const { screen, lesson } = await getScreenFor(this.#platform.db, actor, address.lessonId, address.screenId);
    return this.#replies(lesson, [screen]);
  }

  /**
   * Stores a submission with the verdict of the whole run, as runs of the test are judged, and the custom check's
   * result.
   * @throws AppError `refused` without a custom check, or for a read-only lesson.
   */
  async save(
    actor: Actor,
    address: ScreenAddress,
    input: { code: string; checkOutput: ExpectedCheck; test_pass?: boolean | undefined; description: string; is_boolean_test: boolean },
  ): Promise<ScreenTest> {
    if (!input.checkOutput.enabled) throw refused(MESSAGES.noCheckOutput);
    let newSlug = '';
    const screen = await writeScreen(this.#platform, actor, address, async (_tx, stored, lesson) => {
      newSlug = uniqueName(
        slug(input.description, 'test'),
        testsOfScreen(stored).map((test) => test.slug),
      );
      const test: ScreenTestContent = {
        slug: newSlug,
        description: input.description,
        code: input.code,
        is_default: false,
        is_boolean_test: input.is_boolean_test,
        inputs: '',
        expect: { test_pass: input.test_pass ?? input.checkOutput.pass, results: input.checkOutput.results.map(toContent) },
      };
      return edited(stored, [...stored.attached.tests, test], screenSummary('Add a test to', stored, lesson));
    });
    const tests = await this.#replies(await getLessonFor(this.#platform.db, actor, address.lessonId), [screen], newSlug);
    return only(tests);
  }

  /**
   * Changes a test's description, input and expected result.
   * @throws AppError `not_found`; `refused` for a default test that should fail, or a read-only lesson.
   */
  async update(
    actor: Actor,
    id: number,
    input: {
      description?: string | undefined;
      is_boolean_test?: boolean | undefined;
      inputs?: string | undefined;
      runResult?: { test_pass: boolean; results: ExpectedResult[] } | undefined;
    },
  ): Promise<ScreenTest> {
    const found = await this.#find(actor, id);
    if (found.test.is_default && input.runResult?.test_pass === false) throw refused(MESSAGES.defaultPasses);
    const address = { lessonId: found.lesson.id, screenId: found.screen.id };
    const screen = await writeScreen(this.#platform, actor, address, async (_tx, stored, lesson) => {
      const test = testsOfScreen(stored).find(({ slug: name }) => name === found.row.slug);
      if (!test) throw notFound('test');
      const { description = test.description, is_boolean_test = test.is_boolean_test, inputs = test.inputs, runResult } = input;
      const expect = runResult ? { test_pass: runResult.test_pass, results: runResult.results.map(toContent) } : test.expect;
      const next = { ...test, description, is_boolean_test, inputs, expect };
      const isStored = stored.attached.tests.some(({ slug: name }) => name === test.slug);
      const tests = isStored
        ? stored.attached.tests.map((other) => (other.slug === test.slug ? next : other))
        : [next, ...stored.attached.tests];
      return edited(stored, tests, screenSummary('Change a test of', stored, lesson));
    });
    return only(await this.#replies(found.lesson, [screen], found.row.slug));
  }

  /**
   * Deletes a test. Returns the remaining ones of its screen.
   * @throws AppError `not_found`; `refused` for the default test, or a read-only lesson.
   */
  async remove(actor: Actor, id: number): Promise<ScreenTest[]> {
    const found = await this.#find(actor, id);
    if (found.test.is_default) throw refused(MESSAGES.defaultStays);
    this.#active.get(id)?.stop.abort();
    const address = { lessonId: found.lesson.id, screenId: found.screen.id };
    const screen = await writeScreen(this.#platform, actor, address, async (_tx, stored, lesson) => {
      const tests = stored.attached.tests.filter((test) => test.slug !== found.row.slug);
      return edited(stored, tests, screenSummary('Delete a test of', stored, lesson));
    });
    await deleteTestRow(this.#platform.db, id);
    return this.#replies(found.lesson, [screen]);
  }

  /**
   * Runs a test, or joins its run. Returns it finished, or in its current state after a few seconds.
   * @param batch Its end is notified together with the others of the batch.
   */
  async run(actor: Actor, id: number, batch?: Batch): Promise<ScreenTest> {
    const active = await this.#startOrJoin(actor, id, { isQuiet: batch !== undefined });
    active.isAsked = true;
    if (batch) this.#notifyLater(this.#endInBatch(actor, id, batch, active));
    const waiting = new AbortController();
    await Promise.race([active.ended, sleep(ANSWER_WITHIN_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    return this.#replyOf(actor, id);
  }

  /** Runs a test, or joins its run, until it has ended or `signal` stops it, unless {@link run} asked for it too. Its end isn't notified. */
  async runToEnd(actor: Actor, id: number, signal: AbortSignal): Promise<ScreenTest> {
    const active = await this.#startOrJoin(actor, id, { isQuiet: true });
    const onAbort = () => {
      if (!active.isAsked) active.stop.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    await active.ended;
    signal.removeEventListener('abort', onAbort);
    return this.#replyOf(actor, id);
  }

  /**
   * Runs the saved tests of a screen again whose results are outdated. The test of the answer is left out: the gate runs the answer.
   * Returns how many of the saved tests that have run don't give what they should.
   */
  async judgeAgain(actor: Actor, address: ScreenAddress, signal: AbortSignal): Promise<number> {
    const outdated = (await this.listOfScreen(actor, address)).filter(
      ({ is_default, status, test_result }) => !is_default && status === 'Not scheduled' && test_result !== null,
    );
    for (const { id } of outdated) await this.runToEnd(actor, id, signal);
    signal.throwIfAborted();
    const tests = (await this.listOfScreen(actor, address)).filter(({ is_default }) => !is_default);
    return tests.filter(({ status, test_result }) => status === 'Done' && test_result?.test_passes === false).length;
  }

  /** Notifies the user who ran tests that all of them have ended, if they took long. */
  async notifyOfTests(actor: Actor, ended: EndedTests): Promise<void> {
    await notifyOfTests(this.#platform, actor, { ...ended, longMs: this.#longMs });
  }

  /** Stops the run of a test, if there is one. */
  async stop(actor: Actor, id: number): Promise<ScreenTest> {
    await this.#find(actor, id);
    const active = this.#active.get(id);
    active?.stop.abort();
    await active?.ended;
    return this.#replyOf(actor, id);
  }

  /** Stops every run, and waits until their ends are stored. */
  async close(): Promise<void> {
    const active = [...this.#active.values()];
    for (const test of active) test.stop.abort();
    await Promise.all(active.map((test) => test.ended));
    await Promise.all(this.#notifying);
  }

  /** The run of an earlier state is stopped: it says nothing about this one. */
  async #startOrJoin(actor: Actor, id: number, { isQuiet }: { isQuiet: boolean }): Promise<ActiveTest> {
    for (;;) {
      const found = await this.#find(actor, id);
      const active = this.#active.get(id);
      if (!active) return this.#start(actor, found, isQuiet);
      if (isCurrent(active.fingerprint, found.fingerprint)) return active;
      active.stop.abort();
      await active.ended;
    }
  }

  #start(actor: Actor, found: FoundTest, isQuiet: boolean): ActiveTest {
    const stop = new AbortController();
    const ended = this.#execute(actor, found, { signal: stop.signal, isQuiet });
    const active = { fingerprint: found.fingerprint, stop, ended, isAsked: false };
    this.#active.set(found.row.id, active);
    this.#publish(found);
    return active;
  }

  /** A test that was stopped leaves its batch unfinished: who stops it knows. */
  async #endInBatch(actor: Actor, id: number, { id: batch, size }: Batch, active: ActiveTest): Promise<void> {
    const key = `${actor.id} ${batch}`;
    this.#batches.begin(key);
    await active.ended;
    if (active.stop.signal.aborted) return;
    const { test, lesson } = await this.#find(actor, id).then((found) => ({ test: this.#toReply(found), lesson: found.lesson }));
    const all = this.#batches.end(key, size, { lesson: lessonName(lesson), has_failed: !hasPassed(test) });
    if (all) await this.notifyOfTests(actor, { about: `tests:${batch}`, ...all });
  }

  #notifyLater(notifying: Promise<void>): void {
    const noted = notifying
      .catch((error: unknown) => this.#platform.log.error({ err: error }, 'could not notify of screen tests'))
      .finally(() => this.#notifying.delete(noted));
    this.#notifying.add(noted);
  }

  async #execute(actor: Actor, found: FoundTest, { signal, isQuiet }: { signal: AbortSignal; isQuiet: boolean }): Promise<void> {
    const { row, test, screen, lesson } = found;
    const started_at = new Date();
    const draft = test.inputs === '' ? {} : { inputs: test.inputs };
    const run = () => this.#runs.complete(actor, { lesson_id: lesson.id, screen_id: screen.id, code: test.code, draft }, signal);
    const end = await runTest(test, run, signal, (error) =>
      this.#platform.log.error({ err: error, test: row.id }, 'could not judge a screen test'),
    );
    const result = { ...end, fingerprint: found.fingerprint };
    const has_failed = end.status !== 'Done' || !end.result.test_passes;
    const about = `test:${row.id}:${started_at.getTime()}`;
    const storing = this.#platform.db.transaction().execute(async (tx) => {
      await updateTestRow(tx, row.id, result);
      if (signal.aborted || isQuiet) return;
      const ended = { work: 'tests', about, user_id: actor.id, started_at, has_failed, screen, longMs: this.#longMs } as const;
      await notifyOfEnd(tx, this.#platform, lesson, ended);
    });
    await storing.catch((error: unknown) =>
      this.#platform.log.error({ err: error, test: row.id }, 'could not store the result of a screen test'),
    );
    this.#active.delete(row.id);
    // As it is now: an author may have changed what it expects while it ran.
    const current = await this.#findRow(row.id).catch(() => null);
    if (current) this.#publish(current);
  }

  #publish(found: FoundTest): void {
    this.#platform.live.publish(`lesson:${found.lesson.id}`, { type: 'test', test: this.#toReply(found) });
  }

  async #replyOf(actor: Actor, id: number): Promise<ScreenTest> {
    return this.#toReply(await this.#find(actor, id));
  }

  async #find(actor: Actor, id: number): Promise<FoundTest> {
    const found = await this.#findRow(id);
    await getScreenFor(this.#platform.db, actor, found.lesson.id, found.screen.id);
    return found;
  }

  /** Whether or not anyone may see it. */
  async #findRow(id: number): Promise<FoundTest> {
    const { db } = this.#platform;
    const wasActive = this.#active.has(id);
    const row = await findTestRow(db, id);
    const screen = row && (await findScreen(db, row.screen_id));
    const lesson = screen && (await findLesson(db, screen.lesson_id));
    const test = screen && testsOfScreen(screen).find(({ slug: name }) => name === row?.slug);
    if (!row || !screen || !lesson || !test) throw notFound('test');
    return { row, test, screen, lesson, fingerprint: testFingerprint(await readFingerprints(db, lesson), screen, test), wasActive };
  }

  /** @param slugOnly The slug of the only test to return; omitted: all. */
  async #replies(lesson: StoredLesson, screens: readonly StoredScreen[], slugOnly?: string): Promise<ScreenTest[]> {
    const all = screens.flatMap((screen) => testsOfScreen(screen).map((test) => ({ screen, test })));
    const wanted = all.filter(({ test }) => slugOnly === undefined || test.slug === slugOnly);
    const active = new Set(this.#active.keys());
    const rows = await ensureTestRows(
      this.#platform.db,
      wanted.map(({ screen, test }) => ({ screen_id: screen.id, slug: test.slug })),
    );
    if (rows.length === 0) return [];
    const fingerprints = await readFingerprints(this.#platform.db, lesson);
    return rows.flatMap((row) => {
      const found = wanted.find(({ screen, test }) => screen.id === row.screen_id && test.slug === row.slug);
      if (!found) return [];
      const fingerprint = testFingerprint(fingerprints, found.screen, found.test);
      return [this.#toReply({ ...found, row, lesson, fingerprint, wasActive: active.has(row.id) })];
    });
  }

  #toReply({ row, test, screen, lesson, fingerprint, wasActive }: FoundTest): ScreenTest {
    return {
      id: row.id,
      description: test.description,
      code: test.code,
      is_default: test.is_default,
      is_boolean_test: test.is_boolean_test,
      inputs: test.inputs,
      screen_id: screen.id,
      screen_sequence: screen.sequence,
      lesson_id: lesson.id,
      test_pass: test.expect.test_pass,
      results: test.expect.results.map((result) => fromContent(result, test.expect.test_pass)),
      test_result: row.result,
      status: this.#statusOf(row, fingerprint, wasActive),
    };
  }

  /**
   * A result is outdated once anything it depends on has changed: the test has to be run again. A row that was read before the run ended does
   * not have its result yet.
   */
  #statusOf(row: TestRow, now: string, wasActive: boolean): TestStatus {
    if (wasActive || this.#active.has(row.id)) return 'Running';
    return isCurrent(row.fingerprint, now) && row.status !== null ? row.status : 'Not scheduled';
  }
}

function edited(stored: StoredScreen, tests: ScreenTestContent[], summary: string) {
  return { fields: stored.fields, attached: { ...stored.attached, tests }, message: null, summary };
}

function toContent(result: ExpectedResult): ScreenTestContent['expect']['results'][number] {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null && value !== undefined));
}

/** A checker's result in files may have fewer fields than one of a run. Without its own verdict it has that of the test. */
function fromContent(stored: ScreenTestContent['expect']['results'][number], pass: boolean): CheckResult {
  const result = CheckResult.partial().catch({}).parse(stored);
  return {
    pass,
    expected: null,
    actual: null,
    feedback: null,
    hint: null,
    tag_id: null,
    hints: [],
    ...result,
    name: result.name ?? result.checker_id ?? '',
  };
}

function only(tests: readonly ScreenTest[]): ScreenTest {
  const [test] = tests;
  if (!test) throw new Error('A requested test was not returned.');
  return test;
}
