/** Runs code of a preview's visitor, without storing anything. */

import type { RunProgress } from '#features/runners/server/index.ts';
import type { Circumstances, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { traced } from '#platform/server/tracing.ts';
import type { RunResult } from '../contract/runs.ts';
import { answerOf, type RunServices, sendToRunner, withUnitTests } from './execute-run.ts';
import { storedAnswer, toResult } from './judge.ts';
import type { RunContext } from './run-context.ts';
import { requestedChecks, runnerNeeds, runRequest, withValues } from './run-request.ts';

/** A run of a visitor, on a screen that may differ from the database. */
export interface GuestRunRequest {
  readonly id: string;
  /** Runs of the same owner share a turn in the queue. */
  readonly owner: string;
  readonly context: RunContext;
  readonly code: string;
  /** No user is waiting for it: other runs go first. */
  readonly isBackground?: boolean;
  /** False: the code is run but not judged. */
  readonly isChecked: boolean;
  /** Null: a fresh interpreter, on the least busy runner. */
  readonly session: { readonly runnerName: string; readonly settings: NonNullable<RunnerRunRequest['session']> } | null;
  /** Circumstances that differ from a learner's, and a runner that offers them. */
  readonly where?: { readonly runnerName: string; readonly circumstances: Circumstances } | null;
}

/** No user: ids of users start with 1. */
export const NO_USER = 0;

/**
 * Runs code to its end and judges it like any other run, but stores nothing.
 *
 * @throws AppError `unavailable` with the reason if nothing can run it, or its runner went away.
 */
export function runForGuest(
  platform: RunServices,
  request: GuestRunRequest,
  hooks: { signal: AbortSignal; onEvent: (event: RunProgress) => void },
): Promise<RunResult> {
  const attributes = { 'lessonwright.run': request.id, 'lessonwright.language': request.context.lesson.language };
  return traced('run', { attributes }, () => carryOut(platform, request, hooks));
}

async function carryOut(
  platform: RunServices,
  { id, owner, isBackground = false, context, code: written, isChecked, session, where = null }: GuestRunRequest,
  hooks: { signal: AbortSignal; onEvent: (event: RunProgress) => void },
): Promise<RunResult> {
  const code = withValues(context, written);
  const needs = runnerNeeds(context.lesson);
  const runnerName =
    session?.runnerName ?? where?.runnerName ?? (await platform.runners.pick(needs.language, needs.version, needs.requirements));
  const run = { id, user_id: NO_USER, owner, isBackground, runner_name: runnerName, circumstances: where?.circumstances ?? null };
  const checks = isChecked ? requestedChecks(context.lesson, context.fields) : null;
  const request = {
    // An interpreter that outlives the run has its files from the beginning.
    ...runRequest(run, { context: session ? { ...context, edited: null } : context, session: null, code, isApplication: false }, checks),
    session: session?.settings ?? null,
  };
  const signals = { stop: hooks.signal, leave: new AbortController().signal };
  const ended = await sendToRunner({ platform }, runnerName, request, signals, hooks.onEvent);
  const judged = isChecked ? context : unjudged(context);
  const { outcome, stopped } = await withUnitTests({ platform }, runnerName, { context: judged, code }, request, ended, signals);
  const stored = isChecked ? storedAnswer(context.screen) : { output: null, variables: [], ranking: null };
  const answer = isChecked && !stopped ? await answerOf({ platform }, run, context, outcome, signals) : stored;
  const address = { id, session_id: id, runner_name: runnerName, external_ip: null };
  return traced('judge', {}, () => toResult(address, judged, request, answer, outcome, stopped));
}

/** The same context with every check off. */
function unjudged(context: RunContext): RunContext {
  return {
    ...context,
    fields: { ...context.fields, check_output: false, check_val: null, custom_check_code: '', legacy_check_code: '', unit_test_code: '' },
  };
}
