import type { dataFileRoutes } from '#contract/data-files.ts';
import type { lessonRoutes } from '#contract/lessons.ts';
import type { screenRoutes } from '#contract/screens.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cloneLesson } from './clone-lesson.ts';
import { describeLesson } from './describe-lesson.ts';
import { saveLessonWithScreens } from './save-lesson-with-screens.ts';
import { exportLesson } from './export-lesson.ts';
import { saveScreenWithQuestions } from './save-screen-with-questions.ts';

/** The calls on lessons that need several nouns at once. */
export const lessonWorkflowHandlers = (
  platform: Platform,
): Pick<Handlers<typeof lessonRoutes>, 'getLesson' | 'cloneLesson' | 'saveLesson'> => ({
  getLesson: ({ actor, params }) => describeLesson(platform, actor, params.id),
  cloneLesson: ({ actor, params }) => cloneLesson(platform, actor, params.id),
  saveLesson: ({ actor, params, body }) => saveLessonWithScreens(platform, actor, params.id, body),
});

/** What a lesson is lies in git: its files, its screens, and what the product does not know. */
export const exportHandlers = (platform: Platform): Pick<Handlers<typeof dataFileRoutes>, 'exportLesson'> => ({
  exportLesson: ({ actor, params, reply }) => exportLesson(platform, actor, params.id, reply),
});

/** Saving a screen saves its questions too. */
export const screenWorkflowHandlers = (platform: Platform): Pick<Handlers<typeof screenRoutes>, 'saveScreen'> => ({
  saveScreen: ({ actor, params, body }) => saveScreenWithQuestions(platform, actor, params, body),
});
