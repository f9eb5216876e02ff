export { engineOf } from '../engine.policy.ts';
export { startApplications } from './applications/listener.ts';
export { rankedRows } from './check-result-table.ts';
export { checkOutput } from './check-output.ts';
export { checkValue } from './check-value.ts';
export type { RunServices } from './execute-run.ts';
export { keepBuilds } from './interpreter-builds.ts';
export { MESSAGES } from './messages.ts';
export { deleteRunsOf } from './queries.ts';
export { canRepeat, repeatForGuest } from './repeat-run.ts';
export { cutsThroughGroup, findMisplaced } from './result-rows.ts';
export { runsModule } from './routes.ts';
export { rankingQuery, readRowOrder } from './row-order.ts';
export { type LessonInputs, type RunContext, contextOf, getRunContext, setupScriptOf } from './run-context.ts';
export { type GuestRunRequest, runForGuest } from './run-for-guest.ts';
export { codeBefore, earlierCells, helpersOf, requirementsOf, runnerNeeds } from './run-request.ts';
export { Runs, removeRunsBefore } from './runs.ts';
export { startOf } from './start-of.ts';
export {
  type Fingerprints,
  fingerprintsOf,
  hashIn,
  isCurrent,
  readFingerprints,
  readFingerprintsOfLessons,
} from './verdict-fingerprint.ts';
