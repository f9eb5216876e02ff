import { randomUUID } from 'node:crypto';
import type { RunEvent } from '#contract/live.ts';
import { canMoveRun, type RunOutcome, type RunPending, type RunReply, type RunResult } from '#contract/runs.ts';
import type { Actor } from '#contract/roles.ts';
import { ScreenFields } from '#contract/screens.ts';
import type { LessonFields } from '#contract/lessons.ts';
import type { EnvironmentRef, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { filesForScreen } from '#server/data-files/service.ts';
import { environmentOf } from '#server/packages/service.ts';
import { AppError, notFound, refused, unavailable } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getScreenFor, type StoredScreen } from '#server/screens/service.ts';
import { judge, type Answer } from './judge.ts';
import { LIMIT_TEXT, MESSAGES } from './messages.ts';
import { runRequest } from './run-request.ts';
import { storable } from './storable.ts';
import { StreamOwners } from './stream-owners.ts';
import { deleteRunsOlderThan, findRun, finishRun, insertRun, loseOpenRuns, markRunStarted, type StoredRun } from './tables.ts';

/** How long a call waits for its run before it answers what to poll with (product §5). */
const ANSWER_WITHIN_MS = 3_000;
const KEPT_DAYS = 30;

interface RunInput {
  lesson_id: number;
  screen_id: number;
  code: string;
  draft?: { [K in keyof ScreenFields]?: ScreenFields[K] | undefined } | undefined;
  stream_id?: string | undefined;
}

interface Place {
  screen: StoredScreen;
  fields: ScreenFields;
  lesson: LessonFields & { language: NonNullable<LessonFields['language']> };
  files: { name: string; sha256: string }[];
  environment: EnvironmentRef | null;
}

/** A run that this server waits for. */
interface ActiveRun {
  readonly userId: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  queuePosition: number;
}

/** Runs of this server: starts them, tells of them as they happen, judges and keeps what they gave (product §5, §6). */
export class Runs {
  readonly #platform: Platform;
  readonly #active = new Map<string, ActiveRun>();
  readonly #streams = new StreamOwners();

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.live.allow('run', async (actor, streamId) => this.#streams.claim(streamId, actor.id));
  }

  /** Once, at start: runs that an earlier process waited for are lost, old ones are forgotten. */
  async recover(): Promise<void> {
    await loseOpenRuns(this.#platform.db, MESSAGES.restarted);
    await deleteRunsOlderThan(this.#platform.db, KEPT_DAYS);
  }

  /** Stops every run that this server waits for, and waits until their ends are stored. */
  async close(): Promise<void> {
    const active = [...this.#active.values()];
    for (const run of active) run.stop.abort();
    await Promise.all(active.map((run) => run.ended));
  }

  /**
   * Runs and checks code on a screen. Answers the result if it is there within a few seconds.
   *
   * @throws AppError `refused` for a lesson without code; `unavailable` when nothing can run it.
   */
  async start(actor: Actor, input: RunInput): Promise<RunReply> {
    const { id, ended } = await this.#begin(actor, input);
    await raceWithTimer(ended, ANSWER_WITHIN_MS);
    return this.#replyOf(id, actor);
  }

  /**
   * Runs and checks code to its end, however long it takes; for screen tests and gates.
   *
   * @throws AppError as {@link start}; `unavailable` with the reason when it ended without a result.
   */
  async complete(actor: Actor, input: RunInput, signal: AbortSignal): Promise<RunResult> {
    const { id, ended, stop } = await this.#begin(actor, input);
    const onAbort = () => stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    await ended;
    signal.removeEventListener('abort', onAbort);
    const reply = await this.#replyOf(id, actor);
    if (reply.status !== 'done') throw unavailable(MESSAGES.lost);
    return reply;
  }

  async #begin(actor: Actor, input: RunInput): Promise<{ id: string; ended: Promise<void>; stop: AbortController }> {
    const place = await this.#place(actor, input);
    const runnerName = await this.#platform.runners.pick(place.lesson.language, place.lesson.language_version);
    const id = randomUUID();
    const stream = input.stream_id ?? null;
    if (stream !== null && !this.#streams.claim(stream, actor.id)) throw refused(MESSAGES.streamTaken);
    const run = { id, user_id: actor.id, lesson_id: input.lesson_id, screen_id: input.screen_id, stream_id: stream };
    await insertRun(this.#platform.db, { ...run, runner_name: runnerName, session_id: id });
    const stop = new AbortController();
    const ended = this.#execute(run, runnerName, place, input.code, stop.signal);
    this.#active.set(id, { userId: actor.id, stop, queuePosition: 0, ended });
    return { id, ended, stop };
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
    return this.#replyOf(run.id, actor);
  }

  /** Stops a run of one's own. One that has ended already is left as it is. */
  async stop(actor: Actor, id: string): Promise<void> {
    await this.#ownRun(actor, id);
    const active = this.#active.get(id);
    active?.stop.abort();
    await active?.ended;
  }

  async #place(actor: Actor, input: RunInput): Promise<Place> {
    const { screen, lesson } = await getScreenFor(this.#platform.db, actor, input.lesson_id, input.screen_id);
    const { language } = lesson.fields;
    if (language === null) throw refused(MESSAGES.noCode);
    const draft = Object.fromEntries(Object.entries(input.draft ?? {}).filter(([, value]) => value !== undefined));
    return {
      screen,
      fields: ScreenFields.parse({ ...screen.fields, ...draft }),
      lesson: { ...lesson.fields, language },
      files: await filesForScreen(this.#platform.db, lesson.id, screen.folder),
      environment: await environmentOf(this.#platform.db, lesson.id),
    };
  }

  async #execute(
    run: { id: string; user_id: number; stream_id: string | null },
    runnerName: string,
    place: Place,
    code: string,
    signal: AbortSignal,
  ): Promise<void> {
    const publish = (event: RunEvent) => {
      if (run.stream_id !== null) this.#platform.live.publish(`run:${run.stream_id}`, event);
    };
    const { db, log } = this.#platform;
    // Noted beside the run, not before it; but before its end, so that the states stay in their order.
    let noted: Promise<void> = Promise.resolve();
    const hear = (event: RunProgress) => {
      if (event.type === 'started')
        noted = markRunStarted(db, run.id).catch((error: unknown) => log.error({ err: error, run: run.id }, 'a start was not noted'));
      this.#tell(run.id, event, publish);
    };
    try {
      const submission = this.#request(run, place, code);
      const { outcome: raw, stopped } = await this.#run(runnerName, submission, signal, hear);
      await noted;
      const outcome = storable(raw);
      const answer = stopped ? storedAnswer(place.screen) : await this.#answer(run, runnerName, place, signal);
      const result = toResult(run.id, runnerName, place.fields, answer, outcome, stopped);
      await finishRun(db, run.id, { state: stopped ? 'stopped' : 'done', result, error: null });
      publish({ type: 'finished', code_run_id: run.id, reply: result });
    } catch (error) {
      const text = error instanceof AppError ? error.message : MESSAGES.lost;
      if (!(error instanceof AppError)) log.error({ err: error, run: run.id }, 'a run failed');
      await finishRun(db, run.id, { state: 'lost', result: null, error: text });
      publish({ type: 'failed', code_run_id: run.id, error: text });
    } finally {
      this.#active.delete(run.id);
    }
  }

  /** What a submission is held against; a dynamic answer is run afresh beside it (product §6). */
  async #answer(run: { id: string; user_id: number }, runnerName: string, place: Place, signal: AbortSignal): Promise<Answer> {
    const stored = storedAnswer(place.screen);
    if (!place.fields.dynamic_answer || (!place.fields.check_output && stored.variables.length === 0)) return stored;
    const request = this.#request({ ...run, id: `${run.id}-answer` }, place, place.fields.answer_code);
    const { outcome: raw } = await this.#run(runnerName, request, signal, () => undefined);
    const outcome = storable(raw);
    const fresh = new Map(outcome.vars.map((variable) => [variable.name, variable]));
    return {
      output: { stdout: outcome.output, stderr: outcome.stderr, images: outcome.images },
      variables: stored.variables.map((variable) => fresh.get(variable.name) ?? { name: variable.name }),
    };
  }

  #request(run: { id: string; user_id: number }, place: Place, code: string): RunnerRunRequest {
    return runRequest({
      id: run.id,
      userId: run.user_id,
      lesson: place.lesson,
      environment: place.environment,
      screen: place.fields,
      code,
      files: place.files,
      values: 'all',
    });
  }

  #run(runnerName: string, request: RunnerRunRequest, signal: AbortSignal, onEvent: (event: RunProgress) => void) {
    const { runners, blobs } = this.#platform;
    return runners.run(runnerName, request, { signal, onEvent, readBlob: (sha256) => blobs.get(sha256) });
  }

  #tell(id: string, event: RunProgress, publish: (event: RunEvent) => void): void {
    const active = this.#active.get(id);
    if (event.type === 'queued') {
      if (active) active.queuePosition = event.position;
      publish({ type: 'queued', code_run_id: id, queue_position: event.position });
      return;
    }
    if (event.type === 'preparing') {
      publish({ type: 'preparing', code_run_id: id, text: event.text });
      return;
    }
    if (event.type === 'started') {
      if (active) active.queuePosition = 0;
      publish({ type: 'started', code_run_id: id });
      return;
    }
    publish({ type: event.type, code_run_id: id, text: event.text });
  }

  async #ownRun(actor: Actor, id: string): Promise<StoredRun> {
    const run = isUuid(id) ? await findRun(this.#platform.db, id) : undefined;
    if (!run || run.user_id !== actor.id) throw notFound('run');
    return run;
  }

  async #replyOf(id: string, actor: Actor): Promise<RunReply> {
    const run = await this.#ownRun(actor, id);
    if (run.result) return run.result;
    if (!canMoveRun(run.state, 'stopped')) throw unavailable(run.error ?? MESSAGES.lost);
    return {
      status: 'pending',
      code_run_id: run.id,
      session_id: run.session_id,
      runner_name: run.runner_name,
      queue_position: this.#active.get(id)?.queuePosition ?? 0,
    } satisfies RunPending;
  }
}

type RunProgress =
  | { type: 'queued'; position: number }
  | { type: 'preparing'; text: string }
  | { type: 'started' }
  | { type: 'stdout'; text: string }
  | { type: 'stderr'; text: string };

function storedAnswer(screen: StoredScreen): Answer {
  return { output: screen.attached.answer_output, variables: screen.attached.answer_variables };
}

function toResult(id: string, runnerName: string, fields: ScreenFields, answer: Answer, outcome: RunOutcome, stopped: boolean): RunResult {
  const { checks, summary } = judge(fields, answer, outcome);
  return {
    status: 'done',
    code_run_id: id,
    session_id: id,
    runner_name: runnerName,
    output: outcome.output,
    stderr: outcome.stderr,
    error: errorText(outcome, stopped),
    error_line: outcome.error?.line ?? null,
    error_column: outcome.error?.column ?? null,
    images: outcome.images,
    vars: outcome.vars,
    checks,
    check_summary: stopped ? null : summary,
    limit: outcome.limit,
    cut: outcome.cut,
    duration_ms: outcome.duration_ms,
    grader: null,
    check_error: null,
    external_ip: null,
  };
}

function errorText(outcome: RunOutcome, stopped: boolean): string | null {
  if (stopped) return MESSAGES.stopped;
  if (outcome.limit) return LIMIT_TEXT[outcome.limit];
  return outcome.error?.traceback ?? null;
}

async function raceWithTimer(ended: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([ended, promise]);
  clearTimeout(timer);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
