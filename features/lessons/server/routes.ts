import type { lessonDatasetRoutes } from '#features/datasets/contract/lesson-datasets.ts';
import { listCheckers, pycheckVersion } from '#features/environments/server/index.ts';
import type { dataFileRoutes } from '#features/lesson-files/contract/data-files.ts';
import type { imageRoutes } from '#features/lesson-files/contract/images.ts';
import type { videoRoutes } from '#features/lesson-files/contract/videos.ts';
import { DELETED_ITEM_HEADER } from '#features/revisions/contract.ts';
import type { checkerRoutes } from '#features/runs/contract/checkers.ts';
import type { screenRoutes } from '#features/screens/contract/screens.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { copiedScreenRoutes } from '../contract/copied-screens.ts';
import type { lessonRoutes } from '../contract/lessons.ts';
import { attachDatasets, changeDatasetVersion, detachDataset, listLessonDatasets } from './attach-datasets.ts';
import { copyScreens } from './copy-screens.ts';
import { createLesson } from './create-lesson.ts';
import { deleteLesson } from './delete-lesson.ts';
import { deleteLessonFile } from './files/delete-file.ts';
import { downloadDataFile, downloadNamedDataFile } from './files/download-data-file.ts';
import { readContents, saveContents } from './files/file-contents.ts';
import { listDataFiles } from './files/file-reply.ts';
import { listFilesFor } from './files/find-file.ts';
import { imageReplies } from './files/image-reply.ts';
import { saveDataFile } from './files/save-data-file.ts';
import { showImage } from './files/show-image.ts';
import { uploadDataFile } from './files/upload-data-file.ts';
import { uploadImage } from './files/upload-image.ts';
import { listLessonTemplates, setLessonTemplate } from './lesson-templates.ts';
import { findLinkedLesson, getLatestLesson, readLessonList, describeLesson } from './lessons.ts';
import { findScreens, listRecentScreens } from './list/find-screens.ts';
import { saveLesson } from './save-lesson.ts';

const lessonHandlers = (
  platform: Platform,
): Omit<Handlers<typeof lessonRoutes & typeof copiedScreenRoutes>, 'cloneLesson' | 'duplicateLesson'> => ({
  listLessons: async ({ actor }) => (await readLessonList(platform)).rowsJson(actor),
  listLessonColumns: async ({ actor }) => (await readLessonList(platform)).columnsJson(actor),
  createLesson: ({ actor, body }) => createLesson(platform, actor, body),
  getLesson: ({ actor, params }) => describeLesson(platform, actor, params.id),
  saveLesson: ({ actor, params, body }) => saveLesson(platform, actor, params.id, body),
  getLatestLesson: ({ actor, params }) => getLatestLesson(platform, actor, params.sequence),
  findLinkedLesson: ({ actor, params }) => findLinkedLesson(platform, actor, params.id, params.key),
  listLessonTemplates: () => listLessonTemplates(platform.db),
  setLessonTemplate: ({ actor, params, body }) => setLessonTemplate(platform, actor, params.id, body.is_template),
  copyScreens: ({ actor, params, body }) => copyScreens(platform, actor, params.id, body),
  deleteLesson: async ({ actor, params }) => {
    await deleteLesson(platform, actor, params.id);
    return { ok: true };
  },
});

/** These read the lessons list. */
const foundScreenHandlers = (platform: Platform): Pick<Handlers<typeof screenRoutes>, 'findScreens' | 'listRecentScreens'> => ({
  findScreens: ({ actor, query }) => findScreens(platform, actor, query.q),
  listRecentScreens: ({ actor }) => listRecentScreens(platform, actor),
});

const placeOf = ({ id, fileName }: { id: number; fileName: string }) => ({ lessonId: id, fileName });

const dataFileHandlers = (platform: Platform): Omit<Handlers<typeof dataFileRoutes>, 'exportLesson' | 'exportLessons'> => ({
  listDataFiles: ({ actor, params }) => listDataFiles(platform, actor, params.id),
  uploadDataFile: ({ actor, params, request }) => uploadDataFile(platform, actor, params.id, request),
  saveDataFile: ({ actor, params, body }) => saveDataFile(platform, actor, params.fileId, body),
  deleteDataFile: async ({ actor, params, reply }) => {
    const { lessonId, deletedItem } = await deleteLessonFile(platform, actor, params.fileId, 'data');
    void reply.header(DELETED_ITEM_HEADER, deletedItem);
    return listDataFiles(platform, actor, lessonId);
  },
  getDataFileContents: ({ actor, params }) => readContents(platform, actor, placeOf(params)),
  saveDataFileContents: ({ actor, params, body }) => saveContents(platform, actor, placeOf(params), body),
  downloadDataFile: ({ actor, params, reply }) => downloadDataFile(platform, actor, params.fileId, reply),
  downloadNamedDataFile: ({ actor, params, reply }) => downloadNamedDataFile(platform, actor, params, reply),
});

const imageHandlers = (platform: Platform): Handlers<typeof imageRoutes> => ({
  uploadImage: ({ actor, params, request }) => uploadImage(platform, actor, params.id, request),
  listImages: async ({ actor, params }) => imageReplies(platform.blobs, await listFilesFor(platform.db, actor, params.id, 'image')),
  deleteImage: async ({ actor, params, reply }) => {
    const { lessonId, deletedItem } = await deleteLessonFile(platform, actor, params.id, 'image');
    void reply.header(DELETED_ITEM_HEADER, deletedItem);
    return imageReplies(platform.blobs, await listFilesFor(platform.db, actor, lessonId, 'image'));
  },
  showImage: ({ actor, params, query, request, reply }) => showImage(platform, actor, { ...params, version: query.v }, { request, reply }),
});

const videoHandlers = ({ config }: Platform): Handlers<typeof videoRoutes> => ({
  listVideoHosts: () => ({ hosts: [...config.videoHosts] }),
});

const checkerHandlers = (_platform: Platform): Handlers<typeof checkerRoutes> => ({
  listCheckers: ({ reply }) => {
    reply.header('pycheck-version', pycheckVersion());
    return [...listCheckers()];
  },
});

/** The calls on the datasets of a lesson. */
const lessonDatasetHandlers = (platform: Platform): Handlers<typeof lessonDatasetRoutes> => ({
  listLessonDatasets: ({ actor, params }) => listLessonDatasets(platform.db, actor, params.id),
  attachDatasets: ({ actor, params, body }) => attachDatasets(platform, actor, params.id, body.datasetVersionIds),
  changeDatasetVersion: ({ actor, params: { id, ...which } }) => changeDatasetVersion(platform, actor, id, which),
  detachDataset: ({ actor, params: { id, datasetId } }) => detachDataset(platform, actor, id, { datasetId }),
  detachMissingDataset: ({ actor, params: { id, name } }) => detachDataset(platform, actor, id, { name }),
});

/** The handlers of all routes of this module. */
export const lessonsModule = (platform: Platform) => ({
  ...lessonHandlers(platform),
  ...foundScreenHandlers(platform),
  ...dataFileHandlers(platform),
  ...imageHandlers(platform),
  ...videoHandlers(platform),
  ...checkerHandlers(platform),
  ...lessonDatasetHandlers(platform),
});
