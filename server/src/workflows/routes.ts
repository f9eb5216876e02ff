import type { dataFileRoutes } from '#contract/data-files.ts';
import { IMPORT_LIMITS, ImportForm, type importFileRoutes } from '#contract/import-file.ts';
import type { lessonRoutes } from '#contract/lessons.ts';
import type { screenRoutes } from '#contract/screens.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import { readForm } from '#server/platform/http/read-form.ts';
import type { Platform } from '#server/platform/platform.ts';
import { cloneLesson } from './clone-lesson.ts';
import { describeLesson } from './describe-lesson.ts';
import { saveLessonWithScreens } from './save-lesson-with-screens.ts';
import { exportLesson } from './export-lesson.ts';
import { importFile } from './import-file/import-file.ts';
import { MESSAGES as IMPORT_MESSAGES } from './import-file/messages.ts';
import { saveScreenWithQuestions } from './save-screen-with-questions.ts';

/** The routes of lessons that need several modules. */
export const lessonWorkflowHandlers = (
  platform: Platform,
): Pick<Handlers<typeof lessonRoutes>, 'getLesson' | 'cloneLesson' | 'saveLesson'> => ({
  getLesson: ({ actor, params }) => describeLesson(platform, actor, params.id),
  cloneLesson: ({ actor, params }) => cloneLesson(platform, actor, params.id),
  saveLesson: ({ actor, params, body }) => saveLessonWithScreens(platform, actor, params.id, body),
});

/** Exports read from git: files, screens, and files unknown to the product. */
export const exportHandlers = (platform: Platform): Pick<Handlers<typeof dataFileRoutes>, 'exportLesson'> => ({
  exportLesson: ({ actor, params, reply }) => exportLesson(platform, actor, params.id, reply),
});

/** Saving a screen saves its questions too. */
export const screenWorkflowHandlers = (platform: Platform): Pick<Handlers<typeof screenRoutes>, 'saveScreen'> => ({
  saveScreen: ({ actor, params, body }) => saveScreenWithQuestions(platform, actor, params, body),
});

/** The routes that turn a file into a lesson. */
export const importFileHandlers = (platform: Platform): Handlers<typeof importFileRoutes> => ({
  importFile: async ({ actor, request }) => {
    const limits = { fileBytes: IMPORT_LIMITS.fileBytes, files: 1, tooLarge: IMPORT_MESSAGES.tooLarge };
    await using form = await readForm(request, ImportForm, limits);
    return await importFile(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
});
