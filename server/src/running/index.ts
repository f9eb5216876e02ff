/**
 * Runs of lesson code and what follows from them: judged checks, screen tests, terminals and running applications. The code itself runs
 * in the sandbox of a runner.
 */

export { startApplications } from './applications/listener.ts';
export { deleteRunsOf } from './runs/queries.ts';
export { getRunContext, type RunContext } from './runs/run-context.ts';
export { type GuestRunRequest, runForGuest } from './runs/run-for-guest.ts';
export { keepBuilds } from './runs/interpreter-builds.ts';
export { requirementsOf } from './runs/run-request.ts';
export { removeOldRuns, Runs } from './runs/runs.ts';
export { judgeAnswers, judgeTests } from './screen-tests/failing-tests.ts';
export { runAnswers } from './screen-tests/run-answers.ts';
export { GateKeeper } from './screen-tests/gate.ts';
export { judgeDraft } from './screen-tests/judge-draft.ts';
export { deleteTestsOfScreens } from './screen-tests/queries.ts';
export { testsOfScreen } from './screen-tests/tests-of-screen.ts';
export { ScreenTests } from './screen-tests/screen-tests.ts';
export type { TerminalVerdict } from './terminals/check-terminal.ts';
export { GuestTerminals } from './terminals/guest-terminals.ts';
export { listJudgedScreens, type JudgedScreen, type Judgement } from './judged-screens.ts';
export { runningModule } from './routes.ts';
