import type { screenTestRoutes } from '#contract/screen-tests.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { GateKeeper, ScreenTests } from './service.ts';

export const screenTestHandlers = (tests: ScreenTests, gates: GateKeeper): Handlers<typeof screenTestRoutes> => ({
  loadScreenTests: ({ actor, params }) => tests.listOfScreen(actor, params),
  saveScreenTest: ({ actor, params, body }) => tests.save(actor, params, body),
  updateScreenTest: ({ actor, body: { testId, ...changes } }) => tests.update(actor, testId, changes),
  deleteScreenTest: ({ actor, body }) => tests.remove(actor, body.testId),
  runScreenTest: ({ actor, body }) => tests.run(actor, body.screenTestId),
  stopScreenTest: ({ actor, body }) => tests.stop(actor, body.screenTestId),
  listLessonTests: ({ actor, params }) => tests.listOfLesson(actor, params.id),
  getScreenGate: ({ actor, params }) => gates.gateOf(actor, params.lessonId, params.screenId),
});
