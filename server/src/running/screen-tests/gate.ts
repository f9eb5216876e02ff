/** Checks a saved screen: its answer must pass, its initial code must fail. */

import { editsFile } from '#contract/data-files.policy.ts';
import type { Actor } from '#contract/roles.ts';
import { didPass, type RunResult } from '#contract/runs.ts';
import type { ScreenGate } from '#contract/screen-tests.ts';
import {
  getLessonFor,
  type StoredLesson,
  findStoredScreen,
  getScreenFor,
  screenSavedQueue,
  type StoredScreen,
} from '#server/lessons/index.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Runs } from '#server/running/runs/runs.ts';
import { getUser, toActor } from '#server/accounts/index.ts';
import { firstFailure } from './compare-results.ts';
import { MESSAGES } from './messages.ts';
import { findGate, putGate } from './queries.ts';
import type { ScreenTests } from './screen-tests.ts';
import { startOf } from './start-of.ts';

/** What was found, and how long the answer ran. */
interface JudgedGate {
  readonly gate: ScreenGate;
  readonly answerMs: number | null;
}

const UNKNOWN: ScreenGate = { answer_passes: null, initial_fails: null, warnings: [], revision: 0 };

/**
 * After every save of a code screen, runs the answer, which must pass the screen's checks, and the initial code, which
 * must fail them. Tests of the screen that had run are run again. Problems are shown as warnings on the screen; they never block a save.
 */
export class GateKeeper {
  readonly #platform: Platform;
  readonly #runs: Runs;
  readonly #tests: ScreenTests;

  constructor(platform: Platform, runs: Runs, tests: ScreenTests) {
    this.#tests = tests;
    this.#platform = platform;
    this.#runs = runs;
  }

  /** Starts processing saved screens. */
  async start(): Promise<void> {
    await this.#platform.jobs.work(screenSavedQueue, ({ screen_id }, signal) => this.#check(screen_id, signal));
  }

  /** The last findings; none if the screen was saved since. */
  async gateOf(actor: Actor, lessonId: number, screenId: number): Promise<ScreenGate> {
    const { screen } = await getScreenFor(this.#platform.db, actor, lessonId, screenId);
    const gate = await findGate(this.#platform.db, screenId);
    return gate?.revision === screen.revision ? gate : { ...UNKNOWN, revision: screen.revision };
  }

  async #check(screenId: number, signal: AbortSignal): Promise<void> {
    const { db, live, log } = this.#platform;
    const screen = await findStoredScreen(db, screenId);
    if (!screen || screen.updated_by === null) return;
    const known = await findGate(db, screenId);
    if (known && known.revision >= screen.revision) return;
    try {
      const actor = toActor(await getUser(db, screen.updated_by));
      const lesson = await getLessonFor(db, actor, screen.lesson_id);
      const { gate, answerMs } = await this.#judge(actor, lesson, screen, signal);
      await putGate(db, screenId, gate, answerMs);
      live.publish(`lesson:${lesson.id}`, { type: 'gate', screen_id: screenId, gate });
      await this.#judgeBank(actor, screen, { gate, answerMs }, signal);
    } catch (error) {
      // Without a runner, or if its author may no longer see the lesson, nothing is known and nothing is reported.
      if (!(error instanceof AppError)) log.error({ err: error, screen: screenId }, 'could not check a saved screen');
    }
  }

  /** Adds to the gate how many tests fail, unless the screen was saved again meanwhile. */
  async #judgeBank(actor: Actor, { id, lesson_id }: StoredScreen, { gate, answerMs }: JudgedGate, signal: AbortSignal): Promise<void> {
    const { db, live } = this.#platform;
    const failing = await this.#tests.judgeAgain(actor, { lessonId: lesson_id, screenId: id }, signal);
    if (failing === 0 || (await findStoredScreen(db, id))?.revision !== gate.revision) return;
    const warned = { ...gate, warnings: [...gate.warnings, MESSAGES.bankFails(failing)] };
    await putGate(db, id, warned, answerMs);
    live.publish(`lesson:${lesson_id}`, { type: 'gate', screen_id: id, gate: warned });
  }

  async #judge(actor: Actor, lesson: StoredLesson, screen: StoredScreen, signal: AbortSignal): Promise<JudgedGate> {
    const { fields } = screen;
    const nothing = { gate: { ...UNKNOWN, revision: screen.revision }, answerMs: null };
    if (lesson.fields.language === null || fields.answer_code.trim() === '' || fields.is_experimental) return nothing;
    const run = (code: string): Promise<RunResult> =>
      this.#runs.complete(actor, { lesson_id: lesson.id, screen_id: screen.id, code }, signal);
    const answer = await run(fields.answer_code);
    // Nothing is checked here.
    if (answer.check_summary === null) return nothing;
    const answer_passes = didPass(answer);
    const initial_fails = fields.initially_passing ? null : !didPass(await run(await startOf(this.#platform, lesson, screen)));
    const warnings = [
      ...(answer_passes ? [] : [MESSAGES.answerFails(firstFailure(answer))]),
      ...(initial_fails === false ? [editsFile(lesson.fields) ? MESSAGES.filePasses : MESSAGES.initialPasses] : []),
    ];
    return { gate: { answer_passes, initial_fails, warnings, revision: screen.revision }, answerMs: answer.duration_ms };
  }
}
