/** Sends a run to its runner, publishes its events, has the result judged, and stores it. */

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunDetachedError, RunnerLost, type RunProgress } from '#features/runners/server/index.ts';
import { isQuery, isTerminal } from '#platform/contract/languages.ts';
import type { InsideCheck, RunOutcome } from '#platform/contract/run-outcome.ts';
import type { Circumstances, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import { AppError, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { traced, type Span } from '#platform/server/tracing.ts';
import { readResultTable } from '../contract/result-table.ts';
import type { RunEvent } from '../contract/runs.ts';
import { engineOf } from '../engine.policy.ts';
import type { ActiveRuns, Ended, Signals } from './active-runs.ts';
import { rankingNeeded } from './check-result-table.ts';
import { storedAnswer, toResult, type Answer } from './judge.ts';
import { MESSAGES } from './messages.ts';
import { countStart, type NewRun } from './queries.ts';
import { readRowOrder } from './row-order.ts';
import type { RunContext } from './run-context.ts';
import type { RunRecord } from './run-record.ts';
import { requestedChecks, runRequest, sha256Of, unitTestRequest, type Submission } from './run-request.ts';
import { addressOfPort } from './sessions.ts';

/** How often a run that survives its runner is started, and how long to wait for an unavailable runner. */
const MOST_STARTS = 4;
const MOST_ATTEMPTS = 20;
const ATTEMPT_PAUSE_MS = 1_000;

/**
 * Runs code to its end, publishes its events, then judges and stores the result. Never throws: a failure is an
 * `error` of the end.
 */
export async function executeRun(
  runs: ActiveRuns,
  run: NewRun,
  record: RunRecord,
  submission: Submission,
  signals: Signals,
  span: Span | null = null,
): Promise<Ended> {
  const { live, log } = runs.platform;
  const topic = run.stream_id === null ? null : `run:${run.stream_id}`;
  const onEvent = (event: RunProgress) => {
    const active = runs.active.get(run.id);
    if (active && event.type === 'queued') active.queuePosition = event.position;
    if (active && event.type === 'started') active.queuePosition = 0;
    if (event.type === 'started') record.start();
    if (topic !== null) live.publish(topic, toRunEvent(run.id, event));
  };
  try {
    const { result, stopped } = await judgedResult(runs, run, submission, signals, onEvent);
    // Its user has not stopped it.
    if (stopped && runs.closing.signal.aborted) throw unavailable(MESSAGES.restarted);
    span?.set({ 'lessonwright.ended': stopped ? 'stopped' : 'done' });
    const written = record
      .finish({ state: stopped ? 'stopped' : 'done', result, error: null })
      .then(() => runs.quota.note(run.user_id, JSON.stringify(result).length));
    if (run.input === null) runs.writeLater(run.id, written);
    else await written;
    if (topic !== null) live.publish(topic, { type: 'finished', code_run_id: run.id, reply: result });
    return { result };
  } catch (error) {
    if (error instanceof RunDetachedError) {
      await record.leave();
      return 'left';
    }
    span?.set({ 'lessonwright.ended': 'lost' });
    const text = error instanceof AppError ? error.message : MESSAGES.lost;
    if (!(error instanceof AppError)) log.error({ err: error, run: run.id }, 'a run failed');
    await record.finish({ state: 'lost', result: null, error: text }).catch((failure: unknown) => {
      log.error({ err: failure, run: run.id }, 'could not record the end of a run');
    });
    if (topic !== null) live.publish(topic, { type: 'failed', code_run_id: run.id, error: text });
    return { error: text };
  } finally {
    runs.active.delete(run.id);
  }
}

async function judgedResult(
  runs: ActiveRuns,
  run: NewRun,
  submission: Submission,
  signals: Signals,
  onEvent: (event: RunProgress) => void,
) {
  const { context, session, isApplication } = submission;
  const request = runRequest(run, submission, isApplication ? null : requestedChecks(context.lesson, context.fields));
  const ended = await outcomeOf(runs, run, request, signals, onEvent);
  const { outcome, stopped } = await withUnitTests(runs, run.runner_name, submission, request, ended, signals);
  const answer = stopped || isApplication ? storedAnswer(context.screen) : await answerOf(runs, run, context, outcome, signals);
  const [port] = outcome.listening;
  const external_ip = session && port !== undefined ? addressOfPort(runs.platform.config, session, port) : null;
  const result = await traced('judge', {}, () => toResult({ ...run, external_ip }, context, request, answer, outcome, stopped));
  return { result, stopped };
}

/** If the runner goes away, a kept run is joined again or restarted. */
async function outcomeOf(
  runs: ActiveRuns,
  run: NewRun,
  request: RunnerRunRequest,
  signals: Signals,
  onEvent: (event: RunProgress) => void,
) {
  const { db, log } = runs.platform;
  const onStart = async () => {
    if ((await countStart(db, run.id)) > MOST_STARTS) throw unavailable(MESSAGES.startedTooOften);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendToRunner(runs, run.runner_name, request, signals, onEvent, onStart);
    } catch (error) {
      if (!(error instanceof RunnerLost) || request.keep_seconds === 0 || attempt === MOST_ATTEMPTS) throw error;
      log.warn({ err: error, run: run.id }, 'a long run lost its runner; it is joined again or restarted');
      await sleep(ATTEMPT_PAUSE_MS, undefined, { signal: signals.leave }).catch(() => undefined);
    }
  }
}

/** What running code needs: no database. Files are read by their hashes. */
export type RunServices = Pick<Platform, 'runners'> & { readonly blobs: Pick<BlobStore, 'get' | 'stream'> };

/** Runs code on a runner and returns its outcome in a form that the database can store. */
export async function sendToRunner(
  { platform: { runners, blobs } }: { readonly platform: RunServices },
  runnerName: string,
  request: RunnerRunRequest,
  { stop, leave }: Signals,
  onEvent: (event: RunProgress) => void,
  onStart: () => Promise<void> = () => Promise.resolve(),
): Promise<{ outcome: RunOutcome; stopped: boolean }> {
  const hooks = { signal: stop, leave, onEvent, onStart, readBlob: blobReader({ blobs }, request.code) };
  const { outcome, stopped } = await runners.run(runnerName, request, hooks);
  return { outcome: toStorable(outcome), stopped };
}

/** Reads the files of a run. The submitted file isn't stored: it is the code of the run. */
export function blobReader({ blobs }: Pick<RunServices, 'blobs'>, code: string): (sha256: string) => Promise<Readable> {
  const submitted = sha256Of(code);
  return (sha256) => (sha256 === submitted ? Promise.resolve(Readable.from([Buffer.from(code)])) : blobs.stream(sha256));
}

/**
 * A run's result in a form that the database can store: PostgreSQL's jsonb accepts neither NUL nor unpaired surrogates,
 * and code may print both. They become `␀` and `�`, in answers and submissions alike.
 */
export function toStorable<T>(result: T): T {
  return JSON.parse(JSON.stringify(result), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '␀').toWellFormed() : value,
  ) as T;
}

/**
 * Adds the results of a screen's unit tests to the outcome of its code. Code that met a limit isn't tested.
 */
export async function withUnitTests(
  runs: { readonly platform: RunServices },
  runnerName: string,
  { context, code }: { readonly context: RunContext; readonly code: string },
  request: RunnerRunRequest,
  ended: { readonly outcome: RunOutcome; readonly stopped: boolean },
  signals: Signals,
): Promise<{ outcome: RunOutcome; stopped: boolean }> {
  const wanted = ended.stopped || request.deploy ? null : await unitTestRequest(runs.platform.blobs, context, code, request);
  if (wanted === null || ended.outcome.limit !== null) return ended;
  if (typeof wanted === 'string') return { ...ended, outcome: { ...ended.outcome, unit: unitError(wanted) } };
  const tested = await sendToRunner(runs, runnerName, wanted, signals, () => undefined);
  // A script that the tests run with arguments may fail without them.
  const error = isTerminal(context.lesson.language) && ended.outcome.error?.name === 'ExitCode' ? null : ended.outcome.error;
  return { outcome: { ...ended.outcome, error, unit: tested.outcome.unit }, stopped: tested.stopped };
}

function unitError(message: string): InsideCheck {
  const name = 'Unit tests';
  return { results: [], error: { name, message, line: null, column: null, traceback: `${name}: ${message}` } };
}

/** A run that is compared with the answer. */
type ComparedRun = Pick<NewRun, 'id' | 'user_id' | 'runner_name'> & {
  readonly owner?: string;
  readonly isBackground?: boolean;
  readonly circumstances?: Circumstances | null;
};

/**
 * The answer that a submission is compared with; a dynamic answer is run as well. If the rows of a query differ, another query may be
 * needed to know whether they are as right as those of the answer.
 */
export async function answerOf(
  runs: { readonly platform: RunServices },
  run: ComparedRun,
  context: RunContext,
  outcome: RunOutcome,
  signals: Signals,
): Promise<Answer> {
  const answer = await currentAnswer(runs, run, context, signals);
  const { fields, lesson } = context;
  if (!isQuery(lesson.language) || !fields.check_output || answer.output === null) return answer;
  const order = readRowOrder(fields.answer_code, engineOf(lesson));
  const query = rankingNeeded(answer.output.stdout, outcome.output, fields.answer_code, order);
  if (query === null) return answer;
  const ranked = await runAnswer(runs, { ...run, id: `${run.id}-ranking` }, context, query.code, signals);
  const table = ranked.error === null ? readResultTable(ranked.output) : null;
  return { ...answer, ranking: table && { query, table } };
}

async function runAnswer(runs: { readonly platform: RunServices }, run: ComparedRun, context: RunContext, code: string, signals: Signals) {
  const request = runRequest(run, { context, session: null, code, isApplication: false }, null);
  const { outcome } = await sendToRunner(runs, run.runner_name, { ...request, keep_seconds: 0 }, signals, () => undefined);
  return outcome;
}

async function currentAnswer(
  runs: { readonly platform: RunServices },
  run: ComparedRun,
  context: RunContext,
  signals: Signals,
): Promise<Answer> {
  const stored = storedAnswer(context.screen);
  if (!context.fields.dynamic_answer || (!context.fields.check_output && stored.variables.length === 0)) return stored;
  const outcome = await runAnswer(runs, { ...run, id: `${run.id}-answer` }, context, context.fields.answer_code, signals);
  const fresh = new Map(outcome.vars.map((variable) => [variable.name, variable]));
  return {
    ...stored,
    output: { stdout: outcome.output, stderr: outcome.stderr, images: outcome.images },
    variables: stored.variables.map((variable) => fresh.get(variable.name) ?? { name: variable.name }),
  };
}

/** Converts a runner's event into the event for the run's page. */
function toRunEvent(id: string, event: RunProgress): RunEvent {
  switch (event.type) {
    case 'queued':
      return { type: 'queued', code_run_id: id, queue_position: event.position };
    case 'started':
      return { type: 'started', code_run_id: id };
    case 'preparing':
    case 'stdout':
    case 'stderr':
      return { type: event.type, code_run_id: id, text: event.text };
  }
}
