import type { lessonRoutes } from '#contract/lessons.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cloneLesson } from './clone-lesson.ts';

/** The calls on lessons that need several nouns at once. */
export const lessonWorkflowHandlers = (platform: Platform): Pick<Handlers<typeof lessonRoutes>, 'cloneLesson'> => ({
  cloneLesson: ({ actor, params }) => cloneLesson(platform, actor, params.id),
});
