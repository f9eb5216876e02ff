import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ZipFile } from 'yazl';
import type { Platform } from '#server/platform/platform.ts';
import type { VersionFile } from './tables.ts';

/** Zips of one version are alike, whenever they are made. */
const TIME = new Date(Date.UTC(2000, 0, 1));
const FILE_MODE = 0o100644;

/**
 * Sends files as a zip that is made while it is sent: one file is open at a time, and nothing is held in memory. They are not packed,
 * so that the browser knows the size from the start, and the disk is what bounds the pace.
 */
export async function sendZip(
  { blobs, log }: Pick<Platform, 'blobs' | 'log'>,
  reply: FastifyReply,
  name: string,
  files: readonly VersionFile[],
): Promise<FastifyReply> {
  const zip = new ZipFile();
  const out = new PassThrough();
  let current: Readable | null = null;
  const fail = (error: unknown) => {
    log.warn({ err: error }, 'a zip of a dataset broke off');
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  // Whoever breaks off leaves no file open.
  out.on('close', () => current?.destroy());
  for (const { path, sha256, size } of files) {
    zip.addReadStreamLazy(path, { size, mtime: TIME, mode: FILE_MODE, compress: false }, (give) => {
      blobs.stream(sha256, size).then((bytes) => {
        current = bytes.on('error', fail);
        give(null, bytes);
      }, fail);
    });
  }
  const size = await new Promise<number>((resolve) => zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void));
  zip.outputStream.pipe(out);
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="dataset.zip"; filename*=UTF-8''${encodeURIComponent(`${name}.zip`)}`)
    .header('content-length', size)
    .send(out);
}
