import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Actor } from '#contract/roles.ts';
import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { canMoveRun, type LastRun, type RunPending, type RunReply, type RunResult } from '#contract/runs.ts';
import { ScreenFields } from '#contract/screens.ts';
import { filesForLesson } from '#server/data-files/service.ts';
import { AppError, notFound, refused, unavailable } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { RunLeft, RunnerLost } from '#server/platform/runners.ts';
import { getScreenFor } from '#server/screens/service.ts';
import { getUser, toActor } from '#server/users/service.ts';
import type { Answer } from './judge.ts';
import { MESSAGES } from './messages.ts';
import { getPlace, type Place, type RunInput } from './place.ts';
import { RunRecord } from './run-record.ts';
import { insideChecks, isLongRunning } from './run-request.ts';
import { toResult } from './run-result.ts';
import { addressOfPort, ensureRunSession, forgetOldSessions, type RunSession } from './sessions.ts';
import { storable } from './storable.ts';
import { StreamOwners } from './stream-owners.ts';
import { needsOf, storedAnswer, submissionRequest, type Submission } from './submission.ts';
import {
  countStart,
  deleteRunsOlderThan,
  findLastRun,
  findRun,
  finishRun,
  listSurvivingRuns,
  loseOpenRuns,
  type NewRun,
  type StoredRun,
} from './tables.ts';
import { tellRun, type RunProgress } from './tell-run.ts';

export { checkValue } from './check-value.ts';
export { requirementsOf, runLimits } from './run-request.ts';
export * from './sessions.ts';

/** How long a call waits for its run before it answers what to poll with (product §5). */
const ANSWER_WITHIN_MS = 3_000;
const KEPT_DAYS = 30;
/** How often a run that survives its runner is begun from the beginning, and how long a runner that is away is waited for. */
const MOST_STARTS = 4;
const MOST_ATTEMPTS = 20;
const ATTEMPT_PAUSE_MS = 1_000;

/** What is kept of a run that survives the server. */
const KeptInput = z.object({ code: z.string(), draft: ScreenFields.partial().optional() });

/** How the wait for a run ended; `left`: it goes on without this server. */
type Ended = { readonly result: RunResult } | { readonly error: string } | 'left';

interface Signals {
  readonly stop: AbortSignal;
  readonly leave: AbortSignal;
}

/** A run that this server waits for. */
interface ActiveRun {
  readonly pending: Omit<RunPending, 'queue_position'>;
  readonly userId: number;
  readonly isLong: boolean;
  readonly stop: AbortController;
  readonly leave: AbortController;
  readonly ended: Promise<Ended>;
  queuePosition: number;
}

/** Runs of this server: starts them, tells of them as they happen, judges and keeps what they gave (product §5, §6). */
export class Runs {
  readonly #platform: Platform;
  readonly #active = new Map<string, ActiveRun>();
  readonly #streams = new StreamOwners();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.live.allow('run', async (actor, streamId) => this.#streams.claim(streamId, actor.id));
  }

  /** Once, at start: long runs are waited for again, other runs of an earlier process are lost, old ones are forgotten. */
  async recover(): Promise<void> {
    const { db } = this.#platform;
    await loseOpenRuns(db, MESSAGES.restarted);
    await deleteRunsOlderThan(db, KEPT_DAYS);
    await forgetOldSessions(db);
    for (const run of await listSurvivingRuns(db)) await this.#resume(run);
  }

  /** Stops every run that this server waits for, but for long ones, which are left; waits until that is stored. */
  async close(): Promise<void> {
    const active = [...this.#active.values()];
    for (const run of active) (run.isLong ? run.leave : run.stop).abort();
    await Promise.all(active.map((run) => run.ended));
    await Promise.all(this.#writing.values());
  }

  /**
   * Runs and checks code on a screen. Answers the result if it is there within a few seconds; Long-running code is
   * answered as pending at once.
   *
   * @throws AppError `refused` for a lesson without code; `unavailable` when nothing can run it.
   */
  async start(actor: Actor, input: RunInput): Promise<RunReply> {
    const run = await this.#begin(actor, input, { inSession: true });
    const ended = run.isLong ? null : await withinTime(run.ended, ANSWER_WITHIN_MS);
    return ended === null ? { ...run.pending, queue_position: run.queuePosition } : resultOf(ended);
  }

  /**
   * Runs and checks code to its end in a fresh interpreter, however long it takes; for screen tests and gates.
   *
   * @throws AppError as {@link start}; `unavailable` with the reason when it ended without a result.
   */
  async complete(actor: Actor, input: RunInput, signal: AbortSignal): Promise<RunResult> {
    const { ended, stop } = await this.#begin(actor, input, { inSession: false });
    const onAbort = () => stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    const end = await ended;
    signal.removeEventListener('abort', onAbort);
    return resultOf(end);
  }

  /**
   * A run of one's own that was not finished at once.
   *
   * @throws AppError `not_found`; `unavailable` with the reason when the run ended without a result.
   */
  async result(actor: Actor, address: { screenId: number; runnerName: string; sessionId: string; codeRunId: string }): Promise<RunReply> {
    const run = await this.#ownRun(actor, address.codeRunId);
    if (run.screen_id !== address.screenId || run.runner_name !== address.runnerName || run.session_id !== address.sessionId) {
      throw notFound('run');
    }
    return this.#replyOf(run);
  }

  /** One's last run on a screen, as far as it has or will have a result; null: there is none. @throws AppError `not_found` */
  async last(actor: Actor, lessonId: number, screenId: number): Promise<LastRun | null> {
    await getScreenFor(this.#platform.db, actor, lessonId, screenId);
    await Promise.all(this.#writing.values());
    const run = await findLastRun(this.#platform.db, actor.id, screenId);
    if (!run || (run.result === null && !canMoveRun(run.state, 'stopped'))) return null;
    return { reply: this.#replyOf(run), stream_id: run.stream_id };
  }

  /** Stops a run of one's own. One that has ended already is left as it is. */
  async stop(actor: Actor, id: string): Promise<void> {
    const active = this.#active.get(id);
    if (active?.userId !== actor.id) await this.#ownRun(actor, id);
    active?.stop.abort();
    await active?.ended;
  }

  async #begin(actor: Actor, input: RunInput, { inSession }: { inSession: boolean }): Promise<ActiveRun> {
    const place = await getPlace(this.#platform, actor, input);
    const session = inSession ? await this.#sessionFor(actor, input, place) : null;
    // A session outlives the screen: it has the files of all.
    if (session) place.files = await filesForLesson(this.#platform.db, input.lesson_id);
    const runner_name = session?.runner_name ?? (await this.#pick(place));
    const stream_id = input.stream_id ?? null;
    if (stream_id !== null && !this.#streams.claim(stream_id, actor.id)) throw refused(MESSAGES.streamTaken);
    const id = randomUUID();
    const isLong = isLongRunning(place.lesson) && input.deploy_code !== true;
    const run: NewRun = {
      id,
      user_id: actor.id,
      lesson_id: input.lesson_id,
      screen_id: input.screen_id,
      stream_id,
      runner_name,
      session_id: session?.id ?? id,
      input: isLong ? { code: input.code, draft: input.draft } : null,
    };
    const record = new RunRecord(this.#platform.db, run, (error) =>
      this.#platform.log.error({ err: error, run: id }, 'a run was not noted'),
    );
    if (isLong) await record.write();
    return this.#activate(run, record, { place, session, code: input.code, isApplication: input.deploy_code === true });
  }

  /** Waits again for a run that survived the server. */
  async #resume(run: NewRun): Promise<void> {
    const { db, log } = this.#platform;
    try {
      const { code, draft } = KeptInput.parse(run.input);
      const user = await getUser(db, run.user_id);
      if (user.revoked_at !== null) throw unavailable(MESSAGES.restarted);
      const place = await getPlace(this.#platform, toActor(user), { ...run, draft });
      if (run.stream_id !== null) this.#streams.claim(run.stream_id, run.user_id);
      const record = new RunRecord(db, run, (error) => log.error({ err: error, run: run.id }, 'a run was not noted'), { isWritten: true });
      this.#activate(run, record, { place, session: null, code, isApplication: false });
    } catch (error) {
      const text = error instanceof AppError ? error.message : MESSAGES.restarted;
      await finishRun(db, run.id, { state: 'lost', result: null, error: text });
    }
  }

  #activate(run: NewRun, record: RunRecord, what: Submission): ActiveRun {
    const [stop, leave] = [new AbortController(), new AbortController()];
    const active: ActiveRun = {
      pending: { status: 'pending', code_run_id: run.id, session_id: run.session_id, runner_name: run.runner_name },
      userId: run.user_id,
      isLong: run.input !== null,
      stop,
      leave,
      ended: this.#execute(run, record, what, { stop: stop.signal, leave: leave.signal }),
      queuePosition: 0,
    };
    this.#active.set(run.id, active);
    return active;
  }

  /** @throws AppError `refused` for an application of a lesson without ports. */
  async #sessionFor(actor: Actor, input: RunInput, { lesson }: Place): Promise<RunSession | null> {
    if (input.deploy_code === true && lesson.app_ports.length === 0) throw refused(MESSAGES.noPort);
    const isStateful = lesson.language === 'python' && lesson.enabled_features.includes('Stateful') && !isLongRunning(lesson);
    if (input.deploy_code !== true && !isStateful) return null;
    const owner = { user_id: actor.id, lesson_id: input.lesson_id, program: 'interpreter' as const };
    return ensureRunSession(this.#platform, owner, needsOf(lesson));
  }

  #pick({ lesson }: Place): Promise<string> {
    const { language, version, requirements } = needsOf(lesson);
    return this.#platform.runners.pick(language, version, requirements);
  }

  async #execute(run: NewRun, record: RunRecord, what: Submission, signals: Signals): Promise<Ended> {
    const { live, log, config } = this.#platform;
    const { place, session } = what;
    const topic = run.stream_id === null ? null : `run:${run.stream_id}`;
    const hear = (event: RunProgress) => {
      const active = this.#active.get(run.id);
      if (active && event.type === 'queued') active.queuePosition = event.position;
      if (active && event.type === 'started') active.queuePosition = 0;
      if (event.type === 'started') record.start();
      if (topic !== null) live.publish(topic, tellRun(run.id, event));
    };
    try {
      const checks = what.isApplication ? null : insideChecks(place.lesson, place.fields);
      const submission = submissionRequest(run, what, checks);
      const { outcome: raw, stopped } = await this.#outcomeOf(run, submission, signals, hear);
      const outcome = storable(raw);
      const isJudged = !stopped && !what.isApplication;
      const answer = isJudged ? await this.#answer(run, what, signals) : storedAnswer(place.screen);
      const [port] = outcome.listening;
      const external_ip = session && port !== undefined ? addressOfPort(config, session, port) : null;
      const result = await toResult({ ...run, external_ip }, place, submission, answer, outcome, stopped);
      const written = record.finish({ state: stopped ? 'stopped' : 'done', result, error: null });
      if (run.input === null) this.#writeLater(run.id, written);
      else await written;
      if (topic !== null) live.publish(topic, { type: 'finished', code_run_id: run.id, reply: result });
      return { result };
    } catch (error) {
      if (error instanceof RunLeft) {
        await record.leave();
        return 'left';
      }
      const text = error instanceof AppError ? error.message : MESSAGES.lost;
      if (!(error instanceof AppError)) log.error({ err: error, run: run.id }, 'a run failed');
      await record.finish({ state: 'lost', result: null, error: text });
      if (topic !== null) live.publish(topic, { type: 'failed', code_run_id: run.id, error: text });
      return { error: text };
    } finally {
      this.#active.delete(run.id);
    }
  }

  /** A short run is answered before its end is written; whoever asks for it again waits for that. */
  #writeLater(id: string, written: Promise<void>): void {
    const noted = written
      .catch((error: unknown) => this.#platform.log.error({ err: error, run: id }, 'the end of a run was not noted'))
      .finally(() => this.#writing.delete(id));
    this.#writing.set(id, noted);
  }

  /** A run that is kept by its runner is joined again, or begun again, when the runner went away. */
  async #outcomeOf(run: NewRun, request: RunnerRunRequest, signals: Signals, onEvent: (event: RunProgress) => void) {
    const onStart = async () => {
      if ((await countStart(this.#platform.db, run.id)) > MOST_STARTS) throw unavailable(MESSAGES.startedTooOften);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#run(run.runner_name, request, signals, onEvent, onStart);
      } catch (error) {
        if (!(error instanceof RunnerLost) || request.keep_seconds === 0 || attempt === MOST_ATTEMPTS) throw error;
        this.#platform.log.warn({ err: error, run: run.id }, 'a long run lost its runner; it is joined or begun again');
        await sleep(ATTEMPT_PAUSE_MS, undefined, { signal: signals.leave }).catch(() => undefined);
      }
    }
  }

  /** What a submission is held against; a dynamic answer is run afresh beside it (product §6). */
  async #answer(run: NewRun, { place }: Submission, signals: Signals): Promise<Answer> {
    const stored = storedAnswer(place.screen);
    if (!place.fields.dynamic_answer || (!place.fields.check_output && stored.variables.length === 0)) return stored;
    const answer = { place, session: null, code: place.fields.answer_code, isApplication: false };
    const request = submissionRequest({ ...run, id: `${run.id}-answer` }, answer, null);
    const { outcome: raw } = await this.#run(run.runner_name, { ...request, keep_seconds: 0 }, signals, () => undefined);
    const outcome = storable(raw);
    const fresh = new Map(outcome.vars.map((variable) => [variable.name, variable]));
    return {
      output: { stdout: outcome.output, stderr: outcome.stderr, images: outcome.images },
      variables: stored.variables.map((variable) => fresh.get(variable.name) ?? { name: variable.name }),
    };
  }

  #run(
    runnerName: string,
    request: RunnerRunRequest,
    { stop, leave }: Signals,
    onEvent: (event: RunProgress) => void,
    onStart: () => Promise<void> = () => Promise.resolve(),
  ) {
    const { runners, blobs } = this.#platform;
    return runners.run(runnerName, request, { signal: stop, leave, onEvent, onStart, readBlob: (sha256) => blobs.get(sha256) });
  }

  async #ownRun(actor: Actor, id: string): Promise<StoredRun> {
    await this.#writing.get(id);
    const run = isUuid(id) ? await findRun(this.#platform.db, id) : undefined;
    if (!run || run.user_id !== actor.id) throw notFound('run');
    return run;
  }

  #replyOf(run: StoredRun): RunReply {
    if (run.result) return run.result;
    if (!canMoveRun(run.state, 'stopped')) throw unavailable(run.error ?? MESSAGES.lost);
    return {
      status: 'pending',
      code_run_id: run.id,
      session_id: run.session_id,
      runner_name: run.runner_name,
      queue_position: this.#active.get(run.id)?.queuePosition ?? 0,
    };
  }
}

/** @throws AppError `unavailable` with the reason why there is none. */
function resultOf(ended: Ended): RunResult {
  if (ended === 'left') throw unavailable(MESSAGES.restarted);
  if ('error' in ended) throw unavailable(ended.error);
  return ended.result;
}

/** Null: it takes longer. */
async function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  const first = await Promise.race([promise, over]);
  clearTimeout(timer);
  return first;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
