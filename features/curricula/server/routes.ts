import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { courseRoutes } from '../contract/courses.ts';
import type { pathRoutes } from '../contract/paths.ts';
import type { useRoutes } from '../contract/uses.ts';
import { editCourseLessons, listCourseLessons } from './course-lessons.ts';
import { COURSES, getCourseFor } from './courses.ts';
import { createCurriculum, deleteCurriculum, saveCurriculum } from './edit-curriculum.ts';
import { listLessonUses } from './lesson-uses.ts';
import { listPathsWithCourse, PATHS } from './paths.ts';
import { createStep, editPathSteps, editStepCourses, getOutline, listStepCourses, listSteps, saveStep } from './steps.ts';

type InGit = 'importCourses' | 'copyCourse' | 'restoreCourse' | 'exportCourse' | 'importPaths' | 'copyPath' | 'restorePath';

/** The handlers of courses and paths. Those that read git are in `sync` and `exports`. */
export const curriculaModule = (platform: Platform): Omit<Handlers<typeof courseRoutes & typeof pathRoutes & typeof useRoutes>, InGit> => ({
  listCourses: ({ actor }) => COURSES.list(platform.db, actor),
  createCourse: async ({ actor, body }) => COURSES.get(platform.db, actor, await createCurriculum(platform, actor, COURSES, body)),
  getCourse: ({ actor, params }) => COURSES.get(platform.db, actor, params.id),
  updateCourse: async ({ actor, params, body }) => {
    await saveCurriculum(platform, actor, COURSES, params.id, body);
    return COURSES.get(platform.db, actor, params.id);
  },
  deleteCourse: async ({ actor, params }) => {
    await deleteCurriculum(platform, actor, COURSES, params.id);
    return COURSES.list(platform.db, actor);
  },
  listCoursePaths: async ({ actor, params }) =>
    listPathsWithCourse(platform.db, (await getCourseFor(platform.db, actor, params.id)).course),
  listCourseLessons: ({ actor, params }) => listCourseLessons(platform.db, actor, params.id),
  addCourseLesson: ({ actor, params }) => editCourseLessons(platform, actor, params.id, { how: 'add', id: params.lessonId }),
  removeCourseLesson: ({ actor, params }) => editCourseLessons(platform, actor, params.id, { how: 'remove', id: params.lessonId }),
  swapCourseLesson: ({ actor, params, body }) =>
    editCourseLessons(platform, actor, params.id, { how: 'swap', id: params.lessonId, withPrevious: body.swap_with_previous }),
  setCourseLessons: ({ actor, params, body }) =>
    editCourseLessons(platform, actor, params.id, { how: 'set', numbers: body.sequences, before: body.before }),

  listLessonUses: ({ params }) => listLessonUses(platform.db, params.id),

  listPaths: ({ actor }) => PATHS.list(platform.db, actor),
  createPath: async ({ actor, body }) => PATHS.get(platform.db, actor, await createCurriculum(platform, actor, PATHS, body)),
  getPath: ({ actor, params }) => PATHS.get(platform.db, actor, params.trackId),
  updatePath: async ({ actor, params, body }) => {
    await saveCurriculum(platform, actor, PATHS, params.id, body);
    return PATHS.get(platform.db, actor, params.id);
  },
  deletePath: async ({ actor, params }) => {
    await deleteCurriculum(platform, actor, PATHS, params.id);
    return PATHS.list(platform.db, actor);
  },
  listSteps: ({ params }) => listSteps(platform.db, params.trackId),
  getPathOutline: ({ params }) => getOutline(platform.db, params.trackId),
  createStep: ({ actor, body }) => createStep(platform, actor, body),
  attachStep: ({ actor, params }) => editPathSteps(platform, actor, params.trackId, { how: 'add', id: params.stepId }),
  removeStep: ({ actor, params }) => editPathSteps(platform, actor, params.trackId, { how: 'remove', id: params.stepId }),
  swapStep: ({ actor, params, body }) =>
    editPathSteps(platform, actor, params.trackId, { how: 'swap', id: params.stepId, withPrevious: body.swap_with_previous }),
  setSteps: ({ actor, params, body }) =>
    editPathSteps(platform, actor, params.trackId, { how: 'set', numbers: body.step_ids, before: body.before }),
  updateStep: ({ actor, params, body }) => saveStep(platform, actor, params.stepId, body),
  listStepCourses: ({ params }) => listStepCourses(platform.db, params.stepId),
  addStepCourse: ({ actor, params }) => editStepCourses(platform, actor, params.stepId, { how: 'add', id: params.courseId }),
  removeStepCourse: ({ actor, params }) => editStepCourses(platform, actor, params.stepId, { how: 'remove', id: params.courseId }),
  swapStepCourse: ({ actor, params, body }) =>
    editStepCourses(platform, actor, params.stepId, { how: 'swap', id: params.courseId, withPrevious: body.swap_with_previous }),
  setStepCourses: ({ actor, params, body }) =>
    editStepCourses(platform, actor, params.stepId, { how: 'set', numbers: body.sequences, before: body.before }),
});
