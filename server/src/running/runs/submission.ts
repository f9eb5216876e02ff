import { versionOf } from '#contract/languages.ts';
import type { RunChecks, RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { Answer } from './judge.ts';
import type { Place } from './place.ts';
import { requirementsOf, runRequest } from './run-request.ts';
import { sessionSettings } from './sessions.ts';
import type { RunSession, NewRun } from './queries.ts';

/** Code to run, with its context. */
export interface Submission {
  readonly place: Place;
  /** Null: a fresh interpreter. */
  readonly session: RunSession | null;
  readonly code: string;
  readonly isApplication: boolean;
}

/** The parts of a lesson that determine its runner. */
export function needsOf(lesson: Place['lesson']) {
  return {
    language: lesson.language,
    version: versionOf(lesson),
    requirements: requirementsOf(lesson),
  };
}

/** The recorded result of the answer. */
export function storedAnswer(screen: Place['screen']): Answer {
  return { output: screen.attached.answer_output, variables: screen.attached.answer_variables };
}

/** A submission as sent to its runner. */
export function submissionRequest(
  run: Pick<NewRun, 'id' | 'user_id'> & { readonly owner?: string },
  { place, session, code, isApplication }: Submission,
  checks: RunChecks | null,
): RunnerRunRequest {
  const request = runRequest({
    id: run.id,
    userId: run.user_id,
    lesson: place.lesson,
    environment: place.environment,
    screen: place.fields,
    code,
    files: place.files,
    setup: place.setup,
    values: 'all',
    checks,
    session: session && sessionSettings(session, place.lesson.app_ports),
    deploy: isApplication,
  });
  return run.owner === undefined ? request : { ...request, owner: run.owner };
}
