/** Starts a run: reads its context, picks its session or runner, and hands it to execute-run.ts. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { getUser, toActor } from '#features/accounts/server/index.ts';
import { withDatasetFiles } from '#features/datasets/server/index.ts';
import { filesForLesson } from '#features/lesson-files/server/index.ts';
import { isStateful } from '#features/lessons/lessons.policy.ts';
import { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { readTraceparent, toTraceparent } from '#platform/contract/trace-context.ts';
import { AppError, refused, unavailable } from '#platform/server/errors.ts';
import { currentTrace, inSpan, traced } from '#platform/server/tracing.ts';
import type { ActiveRun, ActiveRuns } from './active-runs.ts';
import { executeRun } from './execute-run.ts';
import { MESSAGES } from './messages.ts';
import { type RunSession, finishRun, type NewRun } from './queries.ts';
import { getRunContext, type RunContext, type RunInput } from './run-context.ts';
import { RunRecord } from './run-record.ts';
import { isLongRunning, runnerNeeds, type Submission, withValues } from './run-request.ts';
import { ensureRunSession } from './sessions.ts';

/** The stored input of a run that survives the server. */
const KeptInput = z.object({ code: z.string(), draft: ScreenFields.partial().optional(), traceparent: z.string().nullish() });

/**
 * Starts a run.
 *
 * @param how.inSession False: always in a fresh interpreter.
 * @throws AppError `refused` for a lesson without code; `too_many` for a user with too many runs; `unavailable` if
 * nothing can run it.
 */
export async function beginRun(runs: ActiveRuns, actor: Actor, input: RunInput, how: { inSession: boolean }): Promise<ActiveRun> {
  const release = runs.shares.take(actor.id, JSON.stringify(input).length);
  try {
    const run = await startRun(runs, actor, input, how);
    void run.ended.finally(release);
    return run;
  } catch (error) {
    release();
    throw error;
  }
}

async function startRun(runs: ActiveRuns, actor: Actor, input: RunInput, how: { inSession: boolean }): Promise<ActiveRun> {
  const { db } = runs.platform;
  const context = await traced('prepare run', {}, () => getRunContext(runs.platform, actor, input));
  const session = how.inSession ? await sessionFor(runs, actor, input, context) : null;
  // A session outlives the screen, so it has the files of all screens.
  if (session) context.files = await withDatasetFiles(db, context.datasets, await filesForLesson(db, input.lesson_id));
  const runner_name = session?.runner_name ?? (await pickRunner(runs, context));
  const stream_id = input.stream_id ?? null;
  if (stream_id !== null && !runs.streams.claim(stream_id, actor.id)) throw refused(MESSAGES.streamTaken);
  const id = randomUUID();
  const trace = currentTrace();
  const isLong = isLongRunning(context.lesson) && input.deploy_code !== true;
  const run: NewRun = {
    id,
    user_id: actor.id,
    lesson_id: input.lesson_id,
    screen_id: input.screen_id,
    stream_id,
    runner_name,
    session_id: session?.id ?? id,
    input: isLong ? { code: input.code, draft: input.draft, traceparent: trace && toTraceparent(trace) } : null,
    server_id: runs.serverId,
  };
  const record = new RunRecord(db, run, logFailure(runs, id), { closing: runs.closing.signal });
  if (isLong) await record.write();
  return activate(runs, run, record, { context, session, code: input.code, isApplication: input.deploy_code === true });
}

/** Waits again for a run that survived the server. If that fails, the run is lost, with the reason. */
export async function resumeRun(runs: ActiveRuns, run: NewRun): Promise<void> {
  const { db } = runs.platform;
  try {
    const { code, draft, traceparent } = KeptInput.parse(run.input);
    const user = await getUser(db, run.user_id);
    if (user.revoked_at !== null) throw unavailable(MESSAGES.restarted);
    const context = await getRunContext(runs.platform, toActor(user), { ...run, draft });
    if (run.stream_id !== null) runs.streams.claim(run.stream_id, run.user_id);
    const record = new RunRecord(db, run, logFailure(runs, run.id), { isWritten: true, closing: runs.closing.signal });
    const trace = readTraceparent(traceparent);
    inSpan(trace && { context: trace }, () => activate(runs, run, record, { context, session: null, code, isApplication: false }));
  } catch (error) {
    const text = error instanceof AppError ? error.message : MESSAGES.restarted;
    await finishRun(db, run.id, { state: 'lost', result: null, error: text });
  }
}

function activate(runs: ActiveRuns, run: NewRun, record: RunRecord, written: Submission): ActiveRun {
  const submission = { ...written, code: withValues(written.context, written.code) };
  const [stop, leave] = [new AbortController(), new AbortController()];
  const active: ActiveRun = {
    pending: { status: 'pending', code_run_id: run.id, session_id: run.session_id, runner_name: run.runner_name },
    userId: run.user_id,
    screenId: run.screen_id,
    isLong: run.input !== null,
    stop,
    leave,
    ended: traced(
      'run',
      { attributes: { 'lessonwright.run': run.id, 'lessonwright.language': submission.context.lesson.language } },
      (span) => executeRun(runs, run, record, submission, { stop: stop.signal, leave: leave.signal }, span),
    ),
    queuePosition: 0,
  };
  runs.active.set(run.id, active);
  return active;
}

/** @throws AppError `refused` for an application of a lesson without ports. */
async function sessionFor({ platform }: ActiveRuns, actor: Actor, input: RunInput, { lesson }: RunContext): Promise<RunSession | null> {
  if (input.deploy_code === true && lesson.app_ports.length === 0) throw refused(MESSAGES.noPort);
  const keepsInterpreter = isStateful(lesson) && !isLongRunning(lesson);
  if (input.deploy_code !== true && !keepsInterpreter) return null;
  const owner = { user_id: actor.id, lesson_id: input.lesson_id, program: 'interpreter' as const };
  return ensureRunSession(platform, owner, runnerNeeds(lesson));
}

function pickRunner({ platform }: ActiveRuns, { lesson }: RunContext): Promise<string> {
  const { language, version, requirements } = runnerNeeds(lesson);
  return platform.runners.pick(language, version, requirements);
}

function logFailure({ platform }: ActiveRuns, run: string) {
  return (error: unknown) => platform.log.error({ err: error, run }, 'could not record a run');
}
