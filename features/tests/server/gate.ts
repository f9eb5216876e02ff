/** Checks a saved screen: its answer must pass, its initial code must fail. */

import { getUser, toActor } from '#features/accounts/server/index.ts';
import { findBuild, keepAnswers } from '#features/environments/server/index.ts';
import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { TriedAnswers } from '#features/packages/contract.ts';
import { packagesChangedQueue, publishBuild } from '#features/packages/server/index.ts';
import { type Runs, isCurrent, readFingerprints } from '#features/runs/server/index.ts';
import { listStoredScreens, findScreen, getScreenFor, screenSavedQueue, type StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ScreenGate } from '../contract/screen-tests.ts';
import { gateReply, judgeScreen, keepGate, NOTHING, type Findings } from './judge-screen.ts';
import { MESSAGES } from './messages.ts';
import { findGate, type StoredGate } from './queries.ts';
import { passedBefore } from './run-answers.ts';
import type { ScreenTests } from './screen-tests.ts';
import { gateFingerprint } from './tests-of-screen.ts';

/**
 * After every save of a code screen, runs the answer, which must pass the screen's checks, and the initial code, which
 * must fail them. Tests of the screen that had run are run again. Problems are shown as warnings on the screen; they never block a save.
 */
export class GateKeeper {
  readonly #platform: Platform;
  readonly #runs: Pick<Runs, 'complete'>;
  readonly #tests: Pick<ScreenTests, 'judgeAgain'>;

  constructor(platform: Platform, runs: Pick<Runs, 'complete'>, tests: Pick<ScreenTests, 'judgeAgain'>) {
    this.#tests = tests;
    this.#platform = platform;
    this.#runs = runs;
  }

  /** Starts processing saved screens. */
  async start(): Promise<void> {
    await this.#platform.jobs.work(screenSavedQueue, ({ screen_id }, signal) => this.#check(screen_id, signal));
    await this.#platform.jobs.work(packagesChangedQueue, ({ build_id }, signal) => this.#tryAnswers(build_id, signal));
  }

  /**
   * The last findings. Nothing is known if the screen was saved since, or if anything else has changed on which they depend: then the
   * screen is checked again.
   */
  async gateOf(actor: Actor, lessonId: number, screenId: number): Promise<ScreenGate> {
    const { db } = this.#platform;
    const { screen, lesson } = await getScreenFor(db, actor, lessonId, screenId);
    const stored = await findGate(db, screenId);
    if (stored && isCurrent(stored.fingerprint, gateFingerprint(await readFingerprints(db, lesson), screen)))
      return gateReply(stored, screen);
    const saysSomething = stored !== undefined && stored.answer_passes !== null;
    const is_outdated = saysSomething && stored.revision >= screen.revision;
    if (is_outdated) await this.#checkAgain(screenId);
    return { ...gateReply(NOTHING, screen), is_outdated };
  }

  async #checkAgain(screenId: number): Promise<void> {
    const { db, jobs } = this.#platform;
    await db.transaction().execute((tx) => jobs.send(tx, screenSavedQueue, { screen_id: screenId }, { singletonKey: String(screenId) }));
  }

  async #check(screenId: number, signal: AbortSignal): Promise<void> {
    const { db, log } = this.#platform;
    const screen = await findScreen(db, screenId);
    if (!screen || screen.updated_by === null) return;
    try {
      const actor = toActor(await getUser(db, screen.updated_by));
      const lesson = await getLessonFor(db, actor, screen.lesson_id);
      const fingerprint = gateFingerprint(await readFingerprints(db, lesson), screen);
      const known = await findGate(db, screenId);
      if (known && known.revision >= screen.revision && isCurrent(known.fingerprint, fingerprint)) return;
      const gate = { ...(await this.#judge(actor, lesson, screen, signal)), revision: screen.revision, fingerprint };
      await keepGate(this.#platform, screen, gate);
      await this.#judgeBank(actor, screen, gate, signal);
    } catch (error) {
      if (this.#platform.jobs.isStopped) throw error;
      // Without a runner, or if its author may no longer see the lesson, nothing is known and nothing is reported.
      if (!(error instanceof AppError)) log.error({ err: error, screen: screenId }, 'could not check a saved screen');
    }
  }

  /** Runs the answers of a lesson with the packages of a build that changed some, and keeps which of them fail. */
  async #tryAnswers(buildId: number, signal: AbortSignal): Promise<void> {
    const { db, log } = this.#platform;
    const build = await findBuild(db, buildId);
    if (build?.state !== 'built' || build.user_id === null) return;
    try {
      const actor = toActor(await getUser(db, build.user_id));
      const lesson = await getLessonFor(db, actor, build.lesson_id);
      const fingerprints = await readFingerprints(db, lesson);
      const tried: TriedAnswers = { total: 0, failing: [] };
      for (const screen of await listStoredScreens(db, lesson.id)) {
        const known = await findGate(db, screen.id);
        const stored = known?.revision === screen.revision ? known.answer_passes : null;
        const found = await this.#judge(actor, lesson, screen, signal);
        if (found.answer_passes === null) continue;
        tried.total += 1;
        if (!found.answer_passes) {
          const passed_before = stored ?? (await passedBefore(this.#platform, { actor, lesson, screen }, buildId, signal));
          tried.failing.push({ screen_id: screen.id, screen_sequence: screen.sequence, passed_before });
        }
        await keepGate(this.#platform, screen, { ...found, revision: screen.revision, fingerprint: gateFingerprint(fingerprints, screen) });
      }
      await keepAnswers(db, buildId, tried);
      await publishBuild(this.#platform, lesson.id);
    } catch (error) {
      if (this.#platform.jobs.isStopped) throw error;
      // As for a saved screen: without a runner, nothing is known.
      if (!(error instanceof AppError)) log.error({ err: error, build: buildId }, 'could not run the answers after a build');
    }
  }

  /** Adds to the gate how many tests fail, unless the screen was saved again meanwhile. */
  async #judgeBank(actor: Actor, screen: StoredScreen, gate: StoredGate, signal: AbortSignal): Promise<void> {
    const { db } = this.#platform;
    const { id, lesson_id } = screen;
    const failing = await this.#tests.judgeAgain(actor, { lessonId: lesson_id, screenId: id }, signal);
    if (failing === 0 || (await findScreen(db, id))?.revision !== gate.revision) return;
    const warned = { ...gate, warnings: [...gate.warnings, MESSAGES.bankFails(failing)] };
    await keepGate(this.#platform, screen, warned);
  }

  #judge(actor: Actor, lesson: StoredLesson, screen: StoredScreen, signal: AbortSignal): Promise<Findings> {
    const run = async (code: string) => {
      const result = await this.#runs.complete(actor, { lesson_id: lesson.id, screen_id: screen.id, code }, signal);
      // A run that the end of the server stopped says nothing: its job runs again.
      if (this.#platform.jobs.isStopped) signal.throwIfAborted();
      return result;
    };
    return judgeScreen(this.#platform, { actor, lesson, screen }, run, signal);
  }
}
