import { DELETED_ITEM_HEADER } from '#contract/deleted-item.ts';
import type { questionRoutes } from '#contract/questions.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createQuestion, deleteQuestion, listQuestions, saveQuestion } from './service.ts';

export const questionHandlers = (platform: Platform): Handlers<typeof questionRoutes> => ({
  listQuestions: ({ actor, params }) => listQuestions(platform, actor, params),
  createQuestion: ({ actor, params, body }) => createQuestion(platform, actor, params, body),
  saveQuestion: ({ actor, params, body }) => saveQuestion(platform, actor, params, body),
  deleteQuestion: async ({ actor, params, body, reply }) => {
    const { remaining, deletedItem } = await deleteQuestion(platform, actor, params, body.questionId);
    void reply.header(DELETED_ITEM_HEADER, deletedItem);
    return remaining;
  },
});
