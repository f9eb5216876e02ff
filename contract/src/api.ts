import { applicationRoutes } from './applications.ts';
import { auditRoutes } from './audit.ts';
import { bulkEditRoutes } from './bulk-edits.ts';
import { checkTrustRoutes } from './check-trust.ts';
import { checkerRoutes } from './checkers.ts';
import { collectionRoutes } from './collections.ts';
import { commentRoutes } from './comments.ts';
import { courseRoutes } from './courses.ts';
import { consoleRoutes } from './console.ts';
import { dataFileRoutes } from './data-files.ts';
import { datasetRoutes } from './datasets.ts';
import { deployRoutes } from './deploys.ts';
import { debugRoutes } from './debug.ts';
import { externalAuthorRoutes } from './external-authors.ts';
import { healthRoutes } from './health.ts';
import { imageRoutes } from './images.ts';
import { importFileRoutes } from './import-file.ts';
import { lessonDatasetRoutes } from './lesson-datasets.ts';
import { lessonRoutes } from './lessons.ts';
import { liveRoutes } from './live.ts';
import { loginRoutes } from './login.ts';
import { notificationRoutes } from './notifications.ts';
import { packageRoutes } from './packages.ts';
import { historyRoutes } from './history.ts';
import { preflightRoutes } from './preflight.ts';
import { previewRoutes } from './previews.ts';
import { questionRoutes } from './questions.ts';
import { rehearsalRoutes } from './rehearsals.ts';
import { releaseRoutes } from './releases.ts';
import { runnerRoutes } from './runners.ts';
import { runRoutes } from './runs.ts';
import { replaceRoutes } from './replace.ts';
import { screenTestRoutes } from './screen-tests.ts';
import { screenRoutes } from './screens.ts';
import { secondFactorRoutes } from './second-factors.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './sessions.ts';
import { skillRoutes } from './skills.ts';
import { staffRoutes } from './staff.ts';
import { terminalRoutes } from './terminals.ts';
import { tokenRoutes } from './tokens.ts';
import { operationRoutes } from './operations.ts';
import { pathRoutes } from './paths.ts';
import { pullRequestRoutes } from './pull-requests.ts';
import { syncRoutes } from './sync.ts';
import { trashRoutes } from './trash.ts';
import { videoRoutes } from './videos.ts';
import { webhookRoutes } from './webhooks.ts';
import { userRoutes } from './users.ts';

/** Every call of the API, by name. */
export const api = {
  ...healthRoutes,
  ...loginRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...tokenRoutes,
  ...externalAuthorRoutes,
  ...staffRoutes,
  ...lessonRoutes,
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
  ...importFileRoutes,
  ...releaseRoutes,
  ...operationRoutes,
  ...pullRequestRoutes,
  ...syncRoutes,
  ...trashRoutes,
  ...webhookRoutes,
  ...datasetRoutes,
  ...lessonDatasetRoutes,
  ...courseRoutes,
  ...pathRoutes,
  ...runRoutes,
  ...runnerRoutes,
  ...checkerRoutes,
  ...packageRoutes,
  ...screenTestRoutes,
  ...checkTrustRoutes,
  ...terminalRoutes,
  ...applicationRoutes,
  ...deployRoutes,
  ...preflightRoutes,
  ...historyRoutes,
  ...rehearsalRoutes,
  ...searchRoutes,
  ...replaceRoutes,
  ...previewRoutes,
  ...liveRoutes,
  ...auditRoutes,
  ...consoleRoutes,
  ...debugRoutes,
};
export type Api = typeof api;
