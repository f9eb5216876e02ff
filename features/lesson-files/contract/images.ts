import { z } from 'zod';
import { deletedItemHeaders } from '#features/revisions/contract.ts';
import { Id, route } from '#platform/contract/route.ts';

/** Larger images are accepted with a warning. Bytes, pixels. */
export const RECOMMENDED_IMAGE = { bytes: 750 * 1024, pixels: 1600 } as const;

/** An image of a lesson. */
export const Image = z.object({
  id: z.number().int(),
  /** The address to show it from, whichever store holds it. */
  s3_url: z.string(),
  file_name: z.string(),
  /** The path to use in markdown, which also works on the code host. */
  markdown_path: z.string(),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});
export type Image = z.infer<typeof Image>;

const params = z.object({ id: Id });

export const imageRoutes = {
  uploadImage: route({
    method: 'POST',
    path: '/api/lesson/{id}/image',
    summary: 'Uploads an image, at most 5 MB: PNG, JPEG, GIF, WebP or AVIF. 409 if the name is taken and `overwrite` is not set',
    access: 'signed-in',
    params,
    bodyKind: 'form',
    form: z.object({ overwrite: z.stringbool().optional(), file: z.file() }),
    reply: Image,
    errors: ['not_found', 'already_exists', 'refused', 'too_large'],
  }),
  listImages: route({
    method: 'GET',
    path: '/api/lesson/{id}/images',
    summary: 'Returns the images of a lesson, by name',
    access: 'signed-in',
    params,
    reply: z.array(Image),
    errors: ['not_found'],
  }),
  deleteImage: route({
    method: 'DELETE',
    path: '/api/image/{id}',
    summary: 'Deletes an image; it stays in the trash for 30 days. Returns the remaining ones',
    access: 'signed-in',
    params,
    reply: z.array(Image),
    replyHeaders: deletedItemHeaders,
    errors: ['not_found', 'refused'],
  }),
  showImage: route({
    method: 'GET',
    path: '/api/lesson/{id}/image/{fileName}',
    summary: 'Returns the bytes of an image',
    access: 'signed-in',
    params: params.extend({ fileName: z.string().min(1).max(300) }),
    // Part of `s3_url`: with the image's hash in it, the reply can be cached forever.
    query: z.object({ v: z.string().max(64).optional() }),
    replyKind: 'file',
    replyType: 'image/*',
    errors: ['not_found', 'unavailable'],
  }),
};
