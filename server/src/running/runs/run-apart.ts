import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunResult } from '#contract/runs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { answerOf } from './execute-run.ts';
import type { Place } from './place.ts';
import { insideChecks } from './run-request.ts';
import { toResult } from './run-result.ts';
import { storable } from './storable.ts';
import { needsOf, storedAnswer, submissionRequest } from './submission.ts';
import type { RunProgress } from '#server/platform/runners.ts';

/** A run of a visitor, on a screen that may differ from the database. */
export interface ApartRun {
  readonly id: string;
  /** Runs of the same owner share a turn in the queue. */
  readonly owner: string;
  readonly place: Place;
  readonly code: string;
  /** False: the code is run but not judged. */
  readonly isChecked: boolean;
  /** Null: a fresh interpreter, on the least busy runner. */
  readonly session: { readonly runnerName: string; readonly settings: NonNullable<RunnerRunRequest['session']> } | null;
}

/** No user: ids of users start with 1. */
const NO_USER = 0;

/**
 * Runs code to its end and judges it like any other run, but stores nothing.
 *
 * @throws AppError `unavailable` with the reason if nothing can run it, or its runner went away.
 */
export async function runApart(
  platform: Platform,
  { id, owner, place, code, isChecked, session }: ApartRun,
  hooks: { signal: AbortSignal; onEvent: (event: RunProgress) => void },
): Promise<RunResult> {
  const { runners, blobs } = platform;
  const needs = needsOf(place.lesson);
  const runnerName = session?.runnerName ?? (await runners.pick(needs.language, needs.version, needs.requirements));
  const run = { id, user_id: NO_USER, owner, runner_name: runnerName };
  const checks = isChecked ? insideChecks(place.lesson, place.fields) : null;
  const submission = { place, session: null, code, isApplication: false };
  const request = { ...submissionRequest(run, submission, checks), session: session?.settings ?? null };
  const signals = { stop: hooks.signal, leave: new AbortController().signal };
  const { outcome: raw, stopped } = await runners.run(runnerName, request, { ...hooks, readBlob: (sha256) => blobs.stream(sha256) });
  const stored = isChecked ? storedAnswer(place.screen) : { output: null, variables: [] };
  const answer = isChecked && !stopped ? await answerOf({ platform }, run, submission, signals) : stored;
  const address = { id, session_id: id, runner_name: runnerName, external_ip: null };
  return toResult(address, isChecked ? place : unjudged(place), request, answer, storable(raw), stopped);
}

/** The same context with every check off. */
function unjudged(place: Place): Place {
  return { ...place, fields: { ...place.fields, check_output: false, check_val: null, custom_check_code: '', legacy_check_code: '' } };
}
