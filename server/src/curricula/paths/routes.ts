import type { pathRoutes } from '#contract/paths.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createPath } from './create-path.ts';
import { deletePath } from './delete-path.ts';
import { getOutline, getPath, listSteps } from './path-reply.ts';
import { savePath } from './save-path.ts';
import { listPaths } from './paths.ts';
import { createStep } from './add-step.ts';
import { addStepCourse, listStepCourses, removeStepCourse, setStepCourses, swapStepCourse } from './arrange-courses.ts';
import { attachStep, removeStep, setSteps, swapStep } from './arrange-steps.ts';
import { saveStep } from './save-step.ts';

/** Importing, copying and restoring touch git and releases as well: `workflows/courses/routes.ts` has them. */
export const pathHandlers = (platform: Platform): Omit<Handlers<typeof pathRoutes>, 'importPaths' | 'copyPath' | 'restorePath'> => ({
  listPaths: () => listPaths(platform.db),
  createPath: ({ actor, body }) => createPath(platform, actor, body),
  getPath: ({ params }) => getPath(platform.db, params.trackId),
  updatePath: ({ actor, params, body }) => savePath(platform, actor, params.id, body),
  deletePath: ({ actor, params }) => deletePath(platform, actor, params.id),
  listSteps: ({ params }) => listSteps(platform.db, params.trackId),
  getPathOutline: ({ params }) => getOutline(platform.db, params.trackId),
  createStep: ({ actor, body }) => createStep(platform, actor, body),
  attachStep: ({ actor, params }) => attachStep(platform, actor, params),
  removeStep: ({ actor, params }) => removeStep(platform, actor, params),
  swapStep: ({ actor, params, body }) => swapStep(platform, actor, params, body.swap_with_previous),
  setSteps: ({ actor, params, body }) => setSteps(platform, actor, params.trackId, body),
  updateStep: ({ actor, params, body }) => saveStep(platform, actor, params.stepId, body),
  listStepCourses: ({ params }) => listStepCourses(platform.db, params.stepId),
  addStepCourse: ({ actor, params }) => addStepCourse(platform, actor, params),
  removeStepCourse: ({ actor, params }) => removeStepCourse(platform, actor, params),
  swapStepCourse: ({ actor, params, body }) => swapStepCourse(platform, actor, params, body.swap_with_previous),
  setStepCourses: ({ actor, params, body }) => setStepCourses(platform, actor, params.stepId, body),
});
