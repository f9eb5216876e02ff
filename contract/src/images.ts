import { z } from 'zod';
import { deletedItemHeaders } from './deleted-item.ts';
import { Id, route } from './route.ts';

/** A §5, A §9: above these an image is taken, with a warning. Bytes, pixels. */
export const RECOMMENDED_IMAGE = { bytes: 750 * 1024, pixels: 1600 } as const;

/** An image of a lesson (A §3). */
export const Image = z.object({
  id: z.number().int(),
  /** The address that it is shown from, whatever store it lies in. */
  s3_url: z.string(),
  file_name: z.string(),
  /** What stands in markdown: a path that the code host shows too. */
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
    summary: 'Takes an image in, at most 5 MB: PNG, JPEG, GIF, WebP or AVIF. 409 when the name is taken and `overwrite` is not set',
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
    summary: 'The images of a lesson, by name',
    access: 'signed-in',
    params,
    reply: z.array(Image),
    errors: ['not_found'],
  }),
  deleteImage: route({
    method: 'DELETE',
    path: '/api/image/{id}',
    summary: 'Takes an image out of its lesson; it stays in the trash for 30 days. Answers those that remain',
    access: 'signed-in',
    params,
    reply: z.array(Image),
    replyHeaders: deletedItemHeaders,
    errors: ['not_found', 'refused'],
  }),
  showImage: route({
    method: 'GET',
    path: '/api/lesson/{id}/image/{fileName}',
    summary: 'The bytes of an image',
    access: 'signed-in',
    params: params.extend({ fileName: z.string().min(1).max(300) }),
    // Of the address in `s3_url`: with the hash that the image has, what lies behind it may be kept for good.
    query: z.object({ v: z.string().max(64).optional() }),
    replyKind: 'file',
    replyType: 'image/*',
    errors: ['not_found', 'unavailable'],
  }),
};
