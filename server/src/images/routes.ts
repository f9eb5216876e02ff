import { DELETED_ITEM_HEADER } from '#contract/deleted-item.ts';
import type { imageRoutes } from '#contract/images.ts';
import { listFilesFor, takeOutFile } from '#server/lesson-files/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { imageReplies } from './image-reply.ts';
import { showImage } from './show-image.ts';
import { uploadImage } from './upload-image.ts';

export const imageHandlers = (platform: Platform): Handlers<typeof imageRoutes> => ({
  uploadImage: ({ actor, params, request }) => uploadImage(platform, actor, params.id, request),
  listImages: async ({ actor, params }) => imageReplies(platform.blobs, await listFilesFor(platform.db, actor, params.id, 'image')),
  deleteImage: async ({ actor, params, reply }) => {
    const { lessonId, deletedItem } = await takeOutFile(platform, actor, params.id, 'image');
    void reply.header(DELETED_ITEM_HEADER, deletedItem);
    return imageReplies(platform.blobs, await listFilesFor(platform.db, actor, lessonId, 'image'));
  },
  showImage: ({ actor, params, query, request, reply }) => showImage(platform, actor, { ...params, version: query.v }, { request, reply }),
});
