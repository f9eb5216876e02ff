import type { lessonDatasetRoutes } from '#contract/lesson-datasets.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { attachDatasets, changeDatasetVersion, detachDataset, listLessonDatasets } from './attach.ts';

/** The routes of a lesson's datasets. */
export const lessonDatasetHandlers = (platform: Platform): Handlers<typeof lessonDatasetRoutes> => ({
  listLessonDatasets: ({ actor, params }) => listLessonDatasets(platform.db, actor, params.id),
  attachDatasets: ({ actor, params, body }) => attachDatasets(platform, actor, params.id, body.datasetVersionIds),
  changeDatasetVersion: ({ actor, params: { id, ...which } }) => changeDatasetVersion(platform, actor, id, which),
  detachDataset: ({ actor, params: { id, datasetId } }) => detachDataset(platform, actor, id, { datasetId }),
  detachMissingDataset: ({ actor, params: { id, name } }) => detachDataset(platform, actor, id, { name }),
});
