import type { questionRoutes } from '#features/questions/contract/questions.ts';
import { DELETED_ITEM_HEADER } from '#features/revisions/contract.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { screenRoutes } from '../contract/screens.ts';
import type { skillRoutes } from '../contract/skills.ts';
import { commitSaves } from './commit-saves.ts';
import { moveScreen } from './move-screen.ts';
import { createQuestion, deleteQuestion, listQuestions, saveQuestion } from './questions.ts';
import { saveOutput, saveScreen, saveVariables } from './save-screen.ts';
import { createScreen, deleteScreen, duplicateScreen } from './screen-order.ts';
import { getScreen, listScreenNames, listScreens, listWordCounts } from './screens.ts';
import { createSkill, deleteSkill, listSkills, saveSkill } from './skills.ts';

/** Later features have the others. */
type OwnRoutes = Exclude<keyof typeof screenRoutes, 'findScreens' | 'listRecentScreens' | 'joinScreens' | 'splitScreen' | 'undoScreens'>;

const screenHandlers = (platform: Platform): Pick<Handlers<typeof screenRoutes>, OwnRoutes> => ({
  listScreens: ({ actor, params }) => listScreens(platform, actor, params.id),
  listScreenNames: ({ actor, params }) => listScreenNames(platform, actor, params.id),
  countWords: ({ actor, params }) => listWordCounts(platform, actor, params.id),
  createScreen: ({ actor, params, query, body }) => createScreen(platform, actor, params.id, body, query),
  getScreen: ({ actor, params }) => getScreen(platform, actor, params.lessonId, params.screenId),
  saveScreen: ({ actor, params, body }) => saveScreen(platform, actor, params, body),
  commitSaves: ({ actor, params, body }) => commitSaves(platform, actor, params.id, body.saveMessage),
  deleteScreen: ({ actor, params, query }) => deleteScreen(platform, actor, params, query),
  duplicateScreen: ({ actor, params, query }) => duplicateScreen(platform, actor, params.id, query),
  moveScreen: ({ actor, params, query, body }) => moveScreen(platform, actor, params, body.sequence, query),
  saveOutput: ({ actor, params, body }) => saveOutput(platform, actor, params, body),
  saveVariables: ({ actor, params, body }) => saveVariables(platform, actor, params, body),
});

const questionHandlers = (platform: Platform): Handlers<typeof questionRoutes> => ({
  listQuestions: ({ actor, params }) => listQuestions(platform, actor, params),
  createQuestion: ({ actor, params, body }) => createQuestion(platform, actor, params, body),
  saveQuestion: ({ actor, params, body }) => saveQuestion(platform, actor, params, body),
  deleteQuestion: async ({ actor, params, body, reply }) => {
    const { remaining, deletedItem } = await deleteQuestion(platform, actor, params, body.questionId);
    void reply.header(DELETED_ITEM_HEADER, deletedItem);
    return remaining;
  },
});

const skillHandlers = (platform: Platform): Handlers<typeof skillRoutes> => ({
  listSkills: ({ actor, params }) => listSkills(platform, actor, params),
  createSkill: ({ actor, params, body }) => createSkill(platform, actor, params, body),
  saveSkill: ({ actor, params, body }) => saveSkill(platform, actor, params, body),
  deleteSkill: ({ actor, params, body }) => deleteSkill(platform, actor, params, body.skillId),
});

/** The calls on screens, their questions and their skills. */
export const screensModule = (platform: Platform) => ({
  ...screenHandlers(platform),
  ...questionHandlers(platform),
  ...skillHandlers(platform),
});
