import { readFile, writeFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Image } from '#features/lesson-files/contract/images.ts';
import { requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import { readForm, type UploadedFile } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { imageProblem, detectImage, IMAGE_SIDE_MAX } from '../../rules/image-size.ts';
import { getFileNamedFor } from './find-file.ts';
import { imageReply } from './image-reply.ts';
import { addUploadedFile, UploadFields } from './put-file.ts';

/** Errors of images, for authors. */
const MESSAGES = {
  // Dictated by the specification.
  tooLarge: 'Selected image exceeds the maximum recommended size of 5 MB.',
  svg: 'SVG images can contain scripts and are not allowed. Save it as PNG or WebP and upload that.',
  noImage: 'This file is not a supported image. Upload a PNG, JPEG, GIF, WebP or AVIF.',
  damaged: 'This image is damaged or incomplete. Upload it again.',
  tooManyPixels: `An image can have at most ${IMAGE_SIDE_MAX.toLocaleString('en')} pixels on a side. Resize it and upload it again.`,
} as const;

/**
 * Adds an uploaded image to a lesson.
 *
 * @throws AppError `not_found`; `refused` for a read-only lesson, or a file that is no image; `too_large` above 5 MB;
 * `already_exists` if the name is taken and `overwrite` is not set.
 */
export async function uploadImage(platform: Platform, actor: Actor, lessonId: number, request: FastifyRequest): Promise<Image> {
  await requireEditableLesson(platform, actor, lessonId);
  await using form = await readForm(request, UploadFields, { fileBytes: LIMITS.imageBytes, files: 1, tooLarge: MESSAGES.tooLarge });
  const file = form.files.get('file');
  if (file) await cleanImage(file);
  const fileName = await addUploadedFile(platform, actor, lessonId, { kind: 'image', file, overwrite: form.fields.overwrite ?? false });
  return await imageReply(platform.blobs, await getFileNamedFor(platform.db, actor, { id: lessonId, fileName, kind: 'image' }));
}

/** Removes from the uploaded file where and when it was taken. @throws AppError `refused` if it is no image */
async function cleanImage({ path, name }: UploadedFile): Promise<void> {
  const bytes = await readFile(path);
  const look = detectImage(bytes);
  if (look) {
    const problem = imageProblem(look, bytes);
    if (problem !== null) throw refused(MESSAGES[problem]);
    const clean = withoutMetadata(bytes);
    return clean === bytes ? undefined : writeFile(path, clean);
  }
  const isSvg = /\.svgz?$/i.test(name) || /<svg[\s>]/i.test(bytes.toString('latin1', 0, 1000));
  throw refused(isSvg ? MESSAGES.svg : MESSAGES.noImage);
}
