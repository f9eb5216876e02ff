import type { dataFileRoutes } from '#contract/data-files.ts';
import { DELETED_ITEM_HEADER } from '#contract/deleted-item.ts';
import { takeOutFile } from '#server/lesson-files/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { downloadDataFile } from './download-data-file.ts';
import { readContents, saveContents } from './file-contents.ts';
import { listDataFiles } from './file-reply.ts';
import { saveDataFile } from './save-data-file.ts';
import { uploadDataFile } from './upload-data-file.ts';

const placeOf = ({ id, fileName }: { id: number; fileName: string }) => ({ lessonId: id, fileName });

/** All but the export, which needs several modules (workflows/routes.ts). */
export const dataFileHandlers = (platform: Platform): Omit<Handlers<typeof dataFileRoutes>, 'exportLesson'> => ({
  listDataFiles: ({ actor, params }) => listDataFiles(platform, actor, params.id),
  uploadDataFile: ({ actor, params, request }) => uploadDataFile(platform, actor, params.id, request),
  saveDataFile: ({ actor, params, body }) => saveDataFile(platform, actor, params.fileId, body),
  deleteDataFile: async ({ actor, params, reply }) => {
    const { lessonId, deletedItem } = await takeOutFile(platform, actor, params.fileId, 'data');
    void reply.header(DELETED_ITEM_HEADER, deletedItem);
    return listDataFiles(platform, actor, lessonId);
  },
  getDataFileContents: ({ actor, params }) => readContents(platform, actor, placeOf(params)),
  saveDataFileContents: ({ actor, params, body }) => saveContents(platform, actor, placeOf(params), body),
  downloadDataFile: ({ actor, params, reply }) => downloadDataFile(platform, actor, params.fileId, reply),
});
