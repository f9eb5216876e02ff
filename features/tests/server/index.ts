export { judgeAnswers, judgeTests } from './failing-tests.ts';
export { GateKeeper } from './gate.ts';
export { judgeDraft } from './judge-draft.ts';
export { type JudgedScreen, type ScreenWarning, listJudgedScreens } from './judged-screens.ts';
export { deleteTestsOfScreens } from './queries.ts';
export { screenTestHandlers } from './routes.ts';
export { runAnswers } from './run-answers.ts';
export { ScreenTests } from './screen-tests.ts';
export { testsOfScreen } from './tests-of-screen.ts';
