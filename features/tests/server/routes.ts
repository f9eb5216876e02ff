import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { screenTestRoutes } from '../contract/screen-tests.ts';
import type { GateKeeper } from './gate.ts';
import { runLessonTests } from './run-lesson-tests.ts';
import type { ScreenTests } from './screen-tests.ts';

export const screenTestHandlers = (platform: Platform, tests: ScreenTests, gates: GateKeeper): Handlers<typeof screenTestRoutes> => ({
  loadScreenTests: ({ actor, params }) => tests.listOfScreen(actor, params),
  saveScreenTest: ({ actor, params, body }) => tests.save(actor, params, body),
  updateScreenTest: ({ actor, body: { testId, ...changes } }) => tests.update(actor, testId, changes),
  deleteScreenTest: ({ actor, body }) => tests.remove(actor, body.testId),
  runScreenTest: ({ actor, body }) => tests.run(actor, body.screenTestId, body.batch),
  runLessonTests: ({ actor, body }) => runLessonTests(platform, tests, actor, body),
  stopScreenTest: ({ actor, body }) => tests.stop(actor, body.screenTestId),
  listLessonTests: ({ actor, params }) => tests.listOfLesson(actor, params.id),
  listTestStates: ({ actor, params }) => tests.listStatesOfLesson(actor, params.id),
  getScreenGate: ({ actor, params }) => gates.gateOf(actor, params.lessonId, params.screenId),
});
