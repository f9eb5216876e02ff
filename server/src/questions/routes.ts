import type { questionRoutes } from '#contract/questions.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createQuestion, deleteQuestion, listQuestions, saveQuestion } from './service.ts';

export const questionHandlers = (platform: Platform): Handlers<typeof questionRoutes> => ({
  listQuestions: ({ actor, params }) => listQuestions(platform, actor, params),
  createQuestion: ({ actor, params, body }) => createQuestion(platform, actor, params, body),
  saveQuestion: ({ actor, params, body }) => saveQuestion(platform, actor, params, body),
  deleteQuestion: ({ actor, params, body }) => deleteQuestion(platform, actor, params, body.questionId),
});
