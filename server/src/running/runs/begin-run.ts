import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isStateful } from '#contract/lessons.policy.ts';
import type { Actor } from '#contract/roles.ts';
import { ScreenFields } from '#contract/screens.ts';
import { filesForLesson } from '#server/lessons/index.ts';
import { withDatasetFiles } from '#server/datasets/index.ts';
import { AppError, refused, unavailable } from '#server/platform/errors.ts';
import { getUser, toActor } from '#server/accounts/index.ts';
import { executeRun } from './execute-run.ts';
import { MESSAGES } from './messages.ts';
import { getPlace, type Place, type RunInput } from './place.ts';
import { RunRecord } from './run-record.ts';
import { isLongRunning } from './run-request.ts';
import { ensureRunSession } from './sessions.ts';
import { type RunSession, finishRun, type NewRun } from './queries.ts';
import { needsOf, type Submission } from './submission.ts';
import type { ActiveRun, RunsUnderWay } from './under-way.ts';

/** The stored input of a run that survives the server. */
const KeptInput = z.object({ code: z.string(), draft: ScreenFields.partial().optional() });

/**
 * Starts a run.
 *
 * @param how.inSession False: always in a fresh interpreter.
 * @throws AppError `refused` for a lesson without code; `too_many` for a user with too many runs; `unavailable` if
 * nothing can run it.
 */
export async function beginRun(runs: RunsUnderWay, actor: Actor, input: RunInput, how: { inSession: boolean }): Promise<ActiveRun> {
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

async function startRun(runs: RunsUnderWay, actor: Actor, input: RunInput, how: { inSession: boolean }): Promise<ActiveRun> {
  const { db } = runs.platform;
  const place = await getPlace(runs.platform, actor, input);
  const session = how.inSession ? await sessionFor(runs, actor, input, place) : null;
  // A session outlives the screen, so it has the files of all screens.
  if (session) place.files = await withDatasetFiles(db, place.datasets, await filesForLesson(db, input.lesson_id));
  const runner_name = session?.runner_name ?? (await pickRunner(runs, place));
  const stream_id = input.stream_id ?? null;
  if (stream_id !== null && !runs.streams.claim(stream_id, actor.id)) throw refused(MESSAGES.streamTaken);
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
  const record = new RunRecord(db, run, logFailure(runs, id));
  if (isLong) await record.write();
  return activate(runs, run, record, { place, session, code: input.code, isApplication: input.deploy_code === true });
}

/** Waits again for a run that survived the server. If that fails, the run is lost, with the reason. */
export async function resumeRun(runs: RunsUnderWay, run: NewRun): Promise<void> {
  const { db } = runs.platform;
  try {
    const { code, draft } = KeptInput.parse(run.input);
    const user = await getUser(db, run.user_id);
    if (user.revoked_at !== null) throw unavailable(MESSAGES.restarted);
    const place = await getPlace(runs.platform, toActor(user), { ...run, draft });
    if (run.stream_id !== null) runs.streams.claim(run.stream_id, run.user_id);
    const record = new RunRecord(db, run, logFailure(runs, run.id), { isWritten: true });
    activate(runs, run, record, { place, session: null, code, isApplication: false });
  } catch (error) {
    const text = error instanceof AppError ? error.message : MESSAGES.restarted;
    await finishRun(db, run.id, { state: 'lost', result: null, error: text });
  }
}

function activate(runs: RunsUnderWay, run: NewRun, record: RunRecord, what: Submission): ActiveRun {
  const [stop, leave] = [new AbortController(), new AbortController()];
  const active: ActiveRun = {
    pending: { status: 'pending', code_run_id: run.id, session_id: run.session_id, runner_name: run.runner_name },
    userId: run.user_id,
    isLong: run.input !== null,
    stop,
    leave,
    ended: executeRun(runs, run, record, what, { stop: stop.signal, leave: leave.signal }),
    queuePosition: 0,
  };
  runs.active.set(run.id, active);
  return active;
}

/** @throws AppError `refused` for an application of a lesson without ports. */
async function sessionFor({ platform }: RunsUnderWay, actor: Actor, input: RunInput, { lesson }: Place): Promise<RunSession | null> {
  if (input.deploy_code === true && lesson.app_ports.length === 0) throw refused(MESSAGES.noPort);
  const keepsInterpreter = isStateful(lesson) && !isLongRunning(lesson);
  if (input.deploy_code !== true && !keepsInterpreter) return null;
  const owner = { user_id: actor.id, lesson_id: input.lesson_id, program: 'interpreter' as const };
  return ensureRunSession(platform, owner, needsOf(lesson));
}

function pickRunner({ platform }: RunsUnderWay, { lesson }: Place): Promise<string> {
  const { language, version, requirements } = needsOf(lesson);
  return platform.runners.pick(language, version, requirements);
}

function logFailure({ platform }: RunsUnderWay, run: string) {
  return (error: unknown) => platform.log.error({ err: error, run }, 'could not record a run');
}
