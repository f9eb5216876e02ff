import { externalAuthorRoutes } from '#features/accounts/contract/external-authors.ts';
import { groupRoutes } from '#features/accounts/contract/groups.ts';
import { loginRoutes } from '#features/accounts/contract/login.ts';
import { ruleRoutes } from '#features/accounts/contract/rules.ts';
import { secondFactorRoutes } from '#features/accounts/contract/second-factors.ts';
import { sessionRoutes } from '#features/accounts/contract/sessions.ts';
import { staffRoutes } from '#features/accounts/contract/staff.ts';
import { tokenRoutes } from '#features/accounts/contract/tokens.ts';
import { userRoutes } from '#features/accounts/contract/users.ts';
import { assistantRoutes } from '#features/assistants/contract.ts';
import { auditRoutes } from '#features/audit/contract/audit.ts';
import { consoleRoutes } from '#features/audit/contract/console.ts';
import { bulkEditRoutes } from '#features/bulk-edits/contract.ts';
import { checkTrustRoutes } from '#features/check-trust/contract.ts';
import { commentRoutes } from '#features/comments/contract.ts';
import { courseRoutes } from '#features/curricula/contract/courses.ts';
import { pathRoutes } from '#features/curricula/contract/paths.ts';
import { useRoutes } from '#features/curricula/contract/uses.ts';
import { datasetRoutes } from '#features/datasets/contract/datasets.ts';
import { lessonDatasetRoutes } from '#features/datasets/contract/lesson-datasets.ts';
import { fileSchemaRoutes } from '#features/documents/contract.ts';
import { exportRoutes } from '#features/exports/contract.ts';
import { historyRoutes } from '#features/history/contract/history.ts';
import { collectionRoutes } from '#features/imports/contract/collections.ts';
import { importFileRoutes } from '#features/imports/contract/import-file.ts';
import { languageModelRoutes } from '#features/language-model/contract.ts';
import { dataFileRoutes } from '#features/lesson-files/contract/data-files.ts';
import { imageRoutes } from '#features/lesson-files/contract/images.ts';
import { videoRoutes } from '#features/lesson-files/contract/videos.ts';
import { copiedScreenRoutes } from '#features/lessons/contract/copied-screens.ts';
import { lessonRoutes } from '#features/lessons/contract/lessons.ts';
import { libraryRoutes } from '#features/library/contract.ts';
import { notificationRoutes } from '#features/notifications/contract/notifications.ts';
import { debugRoutes } from '#features/operations/contract/debug.ts';
import { healthRoutes } from '#features/operations/contract/health.ts';
import { packageRoutes } from '#features/packages/contract.ts';
import { spellingRoutes } from '#features/preflight/contract/check-spelling.ts';
import { preflightRoutes } from '#features/preflight/contract/preflight.ts';
import { proposalRoutes } from '#features/proposals/contract.ts';
import { deployRoutes } from '#features/publishing/contract/deploys.ts';
import { previewRoutes } from '#features/publishing/contract/previews.ts';
import { questionRoutes } from '#features/questions/contract/questions.ts';
import { rehearsalRoutes } from '#features/rehearsals/contract.ts';
import { releaseRoutes } from '#features/releases/contract/releases.ts';
import { replaceRoutes } from '#features/replace/contract.ts';
import { pullCommentRoutes } from '#features/review/contract/pull-comments.ts';
import { pullDiffRoutes } from '#features/review/contract/pull-diffs.ts';
import { pullRequestRoutes } from '#features/review/contract/pull-requests.ts';
import { applicationRoutes } from '#features/runs/contract/applications.ts';
import { checkerRoutes } from '#features/runs/contract/checkers.ts';
import { codeNameRoutes } from '#features/runs/contract/code-names.ts';
import { formatCodeRoutes } from '#features/runs/contract/format-code.ts';
import { runnerRoutes } from '#features/runs/contract/runners.ts';
import { runRoutes } from '#features/runs/contract/runs.ts';
import { savedViewRoutes } from '#features/saved-views/contract.ts';
import { screenRoutes } from '#features/screens/contract/screens.ts';
import { skillRoutes } from '#features/screens/contract/skills.ts';
import { searchRoutes } from '#features/search/contract/search.ts';
import { syncRoutes } from '#features/sync/contract/sync.ts';
import { terminalRoutes } from '#features/terminals/contract.ts';
import { screenTestRoutes } from '#features/tests/contract/screen-tests.ts';
import { trashRoutes } from '#features/trash/contract.ts';
import { webhookRoutes } from '#features/webhooks/contract.ts';
import { workRoutes } from '#features/work/contract.ts';
import { liveRoutes } from '#platform/contract/live.ts';
import { operationRoutes } from '#platform/contract/operations.ts';

/** Every call of the API, by name. */
export const api = {
  ...healthRoutes,
  ...loginRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...tokenRoutes,
  ...groupRoutes,
  ...ruleRoutes,
  ...externalAuthorRoutes,
  ...staffRoutes,
  ...lessonRoutes,
  ...copiedScreenRoutes,
  ...screenRoutes,
  ...bulkEditRoutes,
  ...collectionRoutes,
  ...commentRoutes,
  ...notificationRoutes,
  ...questionRoutes,
  ...skillRoutes,
  ...dataFileRoutes,
  ...imageRoutes,
  ...videoRoutes,
  ...fileSchemaRoutes,
  ...exportRoutes,
  ...importFileRoutes,
  ...releaseRoutes,
  ...operationRoutes,
  ...pullRequestRoutes,
  ...pullDiffRoutes,
  ...pullCommentRoutes,
  ...syncRoutes,
  ...trashRoutes,
  ...webhookRoutes,
  ...libraryRoutes,
  ...workRoutes,
  ...datasetRoutes,
  ...lessonDatasetRoutes,
  ...courseRoutes,
  ...useRoutes,
  ...pathRoutes,
  ...runRoutes,
  ...codeNameRoutes,
  ...formatCodeRoutes,
  ...runnerRoutes,
  ...checkerRoutes,
  ...packageRoutes,
  ...screenTestRoutes,
  ...checkTrustRoutes,
  ...terminalRoutes,
  ...applicationRoutes,
  ...deployRoutes,
  ...preflightRoutes,
  ...proposalRoutes,
  ...languageModelRoutes,
  ...spellingRoutes,
  ...historyRoutes,
  ...rehearsalRoutes,
  ...savedViewRoutes,
  ...searchRoutes,
  ...replaceRoutes,
  ...previewRoutes,
  ...liveRoutes,
  ...auditRoutes,
  ...consoleRoutes,
  ...debugRoutes,
  ...assistantRoutes,
};
export type Api = typeof api;
