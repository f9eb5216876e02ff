import { z } from 'zod';
import { checkTrustRoutes } from '#features/check-trust/contract.ts';
import { commentRoutes } from '#features/comments/contract.ts';
import { historyRoutes } from '#features/history/contract/history.ts';
import { dataFileRoutes } from '#features/lesson-files/contract/data-files.ts';
import { lessonRoutes } from '#features/lessons/contract/lessons.ts';
import { preflightRoutes } from '#features/preflight/contract/preflight.ts';
import { proposalRoutes } from '#features/proposals/contract.ts';
import { runRoutes } from '#features/runs/contract/runs.ts';
import { screenRoutes } from '#features/screens/contract/screens.ts';
import { searchRoutes } from '#features/search/contract/search.ts';
import { screenTestRoutes } from '#features/tests/contract/screen-tests.ts';
import { route } from '#platform/contract/route.ts';

/** Where assistants call, by the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** Every call of the API that an assistant can make, through its tools or directly. Each is `forAssistants`. */
export const assistantCalls = {
  listLessons: lessonRoutes.listLessons,
  getLesson: lessonRoutes.getLesson,
  listScreenNames: screenRoutes.listScreenNames,
  getScreen: screenRoutes.getScreen,
  getDataFileContents: dataFileRoutes.getDataFileContents,
  search: searchRoutes.search,
  listLessonComments: commentRoutes.listLessonComments,
  listVersions: historyRoutes.listVersions,
  getVersionDiff: historyRoutes.getVersionDiff,
  getLessonPreflight: preflightRoutes.getLessonPreflight,
  runCode: runRoutes.runCode,
  getCodeRunResults: runRoutes.getCodeRunResults,
  stopRun: runRoutes.stopRun,
  getScreenGate: screenTestRoutes.getScreenGate,
  examineChecks: checkTrustRoutes.examineChecks,
  proposeChange: proposalRoutes.proposeChange,
  listProposals: proposalRoutes.listProposals,
  getProposal: proposalRoutes.getProposal,
  withdrawProposal: proposalRoutes.withdrawProposal,
} as const;

export const assistantRoutes = {
  getAssistants: route({
    method: 'GET',
    path: '/api/assistants',
    summary: 'Returns whether assistants are allowed on this server, and where they call',
    access: 'signed-in',
    reply: z.object({
      are_allowed: z.boolean(),
      /** The whole address for the settings of an assistant. */
      address: z.string(),
    }),
  }),
};
