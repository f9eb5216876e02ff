import { setTimeout as sleep } from 'node:timers/promises';
import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { AppError, unavailable } from '#server/platform/errors.ts';
import { RunDetachedError, RunnerLost, type RunProgress } from '#server/platform/runners.ts';
import type { Answer } from './judge.ts';
import { MESSAGES } from './messages.ts';
import type { RunRecord } from './run-record.ts';
import { insideChecks } from './run-request.ts';
import { toResult } from './run-result.ts';
import { addressOfPort } from './sessions.ts';
import { storable } from './storable.ts';
import { storedAnswer, submissionRequest, type Submission } from './submission.ts';
import { countStart, type NewRun } from './queries.ts';
import { tellRun } from './tell-run.ts';
import type { Ended, RunsUnderWay, Signals } from './under-way.ts';

/** How often a run that survives its runner is started, and how long to wait for an unavailable runner. */
const MOST_STARTS = 4;
const MOST_ATTEMPTS = 20;
const ATTEMPT_PAUSE_MS = 1_000;

/**
 * Runs code to its end, publishes its events, then judges and stores the result. Never throws: the end says what went
 * wrong.
 */
export async function executeRun(runs: RunsUnderWay, run: NewRun, record: RunRecord, what: Submission, signals: Signals): Promise<Ended> {
  const { live, log } = runs.platform;
  const topic = run.stream_id === null ? null : `run:${run.stream_id}`;
  const hear = (event: RunProgress) => {
    const active = runs.active.get(run.id);
    if (active && event.type === 'queued') active.queuePosition = event.position;
    if (active && event.type === 'started') active.queuePosition = 0;
    if (event.type === 'started') record.start();
    if (topic !== null) live.publish(topic, tellRun(run.id, event));
  };
  try {
    const { result, stopped } = await judgedResult(runs, run, what, signals, hear);
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
    const text = error instanceof AppError ? error.message : MESSAGES.lost;
    if (!(error instanceof AppError)) log.error({ err: error, run: run.id }, 'a run failed');
    await record.finish({ state: 'lost', result: null, error: text });
    if (topic !== null) live.publish(topic, { type: 'failed', code_run_id: run.id, error: text });
    return { error: text };
  } finally {
    runs.active.delete(run.id);
  }
}

async function judgedResult(runs: RunsUnderWay, run: NewRun, what: Submission, signals: Signals, hear: (event: RunProgress) => void) {
  const { place, session } = what;
  const checks = what.isApplication ? null : insideChecks(place.lesson, place.fields);
  const submission = submissionRequest(run, what, checks);
  const { outcome: raw, stopped } = await outcomeOf(runs, run, submission, signals, hear);
  const outcome = storable(raw);
  const isJudged = !stopped && !what.isApplication;
  const answer = isJudged ? await answerOf(runs, run, what, signals) : storedAnswer(place.screen);
  const [port] = outcome.listening;
  const external_ip = session && port !== undefined ? addressOfPort(runs.platform.config, session, port) : null;
  return { result: await toResult({ ...run, external_ip }, place, submission, answer, outcome, stopped), stopped };
}

/** If the runner goes away, a kept run is joined again or restarted. */
async function outcomeOf(
  runs: RunsUnderWay,
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
      return await onRunner(runs, run.runner_name, request, signals, onEvent, onStart);
    } catch (error) {
      if (!(error instanceof RunnerLost) || request.keep_seconds === 0 || attempt === MOST_ATTEMPTS) throw error;
      log.warn({ err: error, run: run.id }, 'a long run lost its runner; it is joined again or restarted');
      await sleep(ATTEMPT_PAUSE_MS, undefined, { signal: signals.leave }).catch(() => undefined);
    }
  }
}

/** The answer that a submission is compared with; a dynamic answer is run as well. */
export async function answerOf(
  runs: Pick<RunsUnderWay, 'platform'>,
  run: Pick<NewRun, 'id' | 'user_id' | 'runner_name'> & { readonly owner?: string },
  { place }: Pick<Submission, 'place'>,
  signals: Signals,
): Promise<Answer> {
  const stored = storedAnswer(place.screen);
  if (!place.fields.dynamic_answer || (!place.fields.check_output && stored.variables.length === 0)) return stored;
  const answer = { place, session: null, code: place.fields.answer_code, isApplication: false };
  const request = submissionRequest({ ...run, id: `${run.id}-answer` }, answer, null);
  const { outcome: raw } = await onRunner(runs, run.runner_name, { ...request, keep_seconds: 0 }, signals, () => undefined);
  const outcome = storable(raw);
  const fresh = new Map(outcome.vars.map((variable) => [variable.name, variable]));
  return {
    output: { stdout: outcome.output, stderr: outcome.stderr, images: outcome.images },
    variables: stored.variables.map((variable) => fresh.get(variable.name) ?? { name: variable.name }),
  };
}

function onRunner(
  { platform: { runners, blobs } }: Pick<RunsUnderWay, 'platform'>,
  runnerName: string,
  request: RunnerRunRequest,
  { stop, leave }: Signals,
  onEvent: (event: RunProgress) => void,
  onStart: () => Promise<void> = () => Promise.resolve(),
) {
  return runners.run(runnerName, request, { signal: stop, leave, onEvent, onStart, readBlob: (sha256) => blobs.stream(sha256) });
}
