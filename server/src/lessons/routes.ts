import type { bulkEditRoutes } from '#contract/bulk-edits.ts';
import type { lessonRoutes } from '#contract/lessons.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { editSettings, getBulkEdit, listBulkEdits, previewSettings, undoBulkEdit } from './bulk-edits/bulk-edits.ts';
import { getLatestLesson, readLessonList, describeLesson } from './lessons.ts';
import { createLesson } from './create-lesson.ts';
import { deleteLesson } from './delete-lesson.ts';
import { saveLesson } from './save-lesson.ts';
import { findScreens, listRecentScreens } from './list/find-screens.ts';
import { IMPORT_LIMITS, ImportForm, type importFileRoutes } from '#contract/import-file.ts';
import { readForm } from '#server/platform/http/read-form.ts';
import { importFile } from './import-file/import-file.ts';
import { MESSAGES as IMPORT_MESSAGES } from './import-file/messages.ts';
import type { commentRoutes } from '#contract/comments.ts';
import { approveComment, archiveComment, completeComment, reopenComment } from './comments/comment-status.ts';
import { createComment, hasOpenMandatory, listLessonComments, listScreenComments, replyToComment } from './comments/comments.ts';
import { listLessonPeople } from './comments/mentions.ts';
import type { screenRoutes } from '#contract/screens.ts';
import { createScreen, deleteScreen, duplicateScreen } from './screens/screen-order.ts';
import { getScreen, listScreenNames, listScreens } from './screens/screens.ts';
import { moveScreen } from './screens/move-screen.ts';
import { saveOutput, saveScreen, saveVariables } from './screens/save-screen.ts';
import { DELETED_ITEM_HEADER } from '#contract/deleted-item.ts';
import type { questionRoutes } from '#contract/questions.ts';
import { createQuestion, deleteQuestion, listQuestions, saveQuestion } from './screens/questions.ts';
import type { skillRoutes } from '#contract/skills.ts';
import { createSkill, deleteSkill, listSkills, saveSkill } from './screens/skills.ts';
import type { dataFileRoutes } from '#contract/data-files.ts';
import { deleteLessonFile } from './files/delete-file.ts';
import { downloadDataFile, downloadNamedDataFile } from './files/download-data-file.ts';
import { readContents, saveContents } from './files/file-contents.ts';
import { listDataFiles } from './files/file-reply.ts';
import { saveDataFile } from './files/save-data-file.ts';
import { uploadDataFile } from './files/upload-data-file.ts';
import type { imageRoutes } from '#contract/images.ts';
import { listFilesFor } from './files/find-file.ts';
import { imageReplies } from './files/image-reply.ts';
import { showImage } from './files/show-image.ts';
import { uploadImage } from './files/upload-image.ts';
import type { videoRoutes } from '#contract/videos.ts';
import type { packageRoutes } from '#contract/packages.ts';
import { buildPackages, getBuild, stopBuild } from './packages/build-lesson.ts';
import type { checkerRoutes } from '#contract/checkers.ts';
import { listCheckers, pycheckVersion } from './checkers.ts';
import type { lessonDatasetRoutes } from '#contract/lesson-datasets.ts';
import { attachDatasets, changeDatasetVersion, detachDataset, listLessonDatasets } from './attach-datasets.ts';

const lessonHandlers = (platform: Platform): Omit<Handlers<typeof lessonRoutes>, 'cloneLesson'> => ({
  listLessons: async ({ actor }) => (await readLessonList(platform)).rowsJson(actor),
  listLessonColumns: async ({ actor }) => (await readLessonList(platform)).columnsJson(actor),
  createLesson: ({ actor, body }) => createLesson(platform, actor, body),
  getLesson: ({ actor, params }) => describeLesson(platform, actor, params.id),
  saveLesson: ({ actor, params, body }) => saveLesson(platform, actor, params.id, body),
  getLatestLesson: ({ actor, params }) => getLatestLesson(platform, actor, params.sequence),
  deleteLesson: async ({ actor, params }) => {
    await deleteLesson(platform, actor, params.id);
    return { ok: true };
  },
});

const bulkEditHandlers = (platform: Platform): Handlers<typeof bulkEditRoutes> => ({
  previewSettings: ({ actor, body }) => previewSettings(platform, actor, body.lesson_ids, body.edit),
  editSettings: ({ actor, body }) => editSettings(platform, actor, body),
  listBulkEdits: ({ query }) => listBulkEdits(platform, query.before ?? null),
  getBulkEdit: ({ params }) => getBulkEdit(platform, params.id),
  undoBulkEdit: ({ actor, params, body }) => undoBulkEdit(platform, actor, params.id, body),
});

const commentHandlers = (platform: Platform): Handlers<typeof commentRoutes> => ({
  listScreenComments: ({ actor, params }) => listScreenComments(platform, actor, params.id),
  listLessonComments: ({ actor, params }) => listLessonComments(platform, actor, params.id),
  listLessonPeople: ({ actor, params }) => listLessonPeople(platform, actor, params.id),
  createComment: ({ actor, params, body }) => createComment(platform, actor, params.id, body),
  replyToComment: ({ actor, params, body }) => replyToComment(platform, actor, params.id, body.message),
  archiveComment: ({ actor, params }) => archiveComment(platform, actor, params.id),
  completeComment: ({ actor, params }) => completeComment(platform, actor, params.id),
  reopenComment: ({ actor, params }) => reopenComment(platform, actor, params.id),
  approveComment: ({ actor, params }) => approveComment(platform, actor, params.id),
  hasOpenMandatory: ({ actor, params }) => hasOpenMandatory(platform, actor, params.id),
});

const screenHandlers = (platform: Platform): Handlers<typeof screenRoutes> => ({
  listScreens: ({ actor, params }) => listScreens(platform, actor, params.id),
  listScreenNames: ({ actor, params }) => listScreenNames(platform, actor, params.id),
  createScreen: ({ actor, params, query, body }) => createScreen(platform, actor, params.id, body, query),
  getScreen: ({ actor, params }) => getScreen(platform, actor, params.lessonId, params.screenId),
  saveScreen: ({ actor, params, body }) => saveScreen(platform, actor, params, body),
  deleteScreen: ({ actor, params, query }) => deleteScreen(platform, actor, params, query),
  duplicateScreen: ({ actor, params, query }) => duplicateScreen(platform, actor, params.id, query),
  moveScreen: ({ actor, params, query, body }) => moveScreen(platform, actor, params, body.sequence, query),
  saveOutput: ({ actor, params, body }) => saveOutput(platform, actor, params, body),
  saveVariables: ({ actor, params, body }) => saveVariables(platform, actor, params, body),
  findScreens: ({ actor, query }) => findScreens(platform, actor, query.q),
  listRecentScreens: ({ actor }) => listRecentScreens(platform, actor),
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

const packageHandlers = (platform: Platform): Handlers<typeof packageRoutes> => ({
  buildPackages: ({ actor, params, body }) => buildPackages(platform, actor, params.id, body),
  getBuild: ({ actor, params, query }) => getBuild(platform, actor, params.id, query.log_from),
  stopBuild: ({ actor, params }) => stopBuild(platform, actor, params.id),
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

const importFileHandlers = (platform: Platform): Handlers<typeof importFileRoutes> => ({
  importFile: async ({ actor, request }) => {
    const limits = { fileBytes: IMPORT_LIMITS.fileBytes, files: 1, tooLarge: IMPORT_MESSAGES.tooLarge };
    await using form = await readForm(request, ImportForm, limits);
    return await importFile(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
});

/** The handlers of all routes of this module. */
export const lessonsModule = (platform: Platform) => ({
  ...lessonHandlers(platform),
  ...screenHandlers(platform),
  ...questionHandlers(platform),
  ...skillHandlers(platform),
  ...bulkEditHandlers(platform),
  ...commentHandlers(platform),
  ...dataFileHandlers(platform),
  ...imageHandlers(platform),
  ...videoHandlers(platform),
  ...packageHandlers(platform),
  ...checkerHandlers(platform),
  ...lessonDatasetHandlers(platform),
  ...importFileHandlers(platform),
});
