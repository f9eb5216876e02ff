import type { FastifyReply } from 'fastify';
import { writeZip, type NewZipEntry } from '../zip/write-zip.ts';
import { attachment } from './attachment.ts';

/**
 * Sends a zip while it is created, for download as `fileName`. If a file can't be read, the download is aborted, so
 * that a partial zip isn't mistaken for a complete one; the log has the reason.
 */
export async function sendZip(
  reply: FastifyReply,
  fileName: string,
  entries: Iterable<NewZipEntry> | AsyncIterable<NewZipEntry>,
): Promise<FastifyReply> {
  const { stream, size } = await writeZip(entries);
  stream.once('error', (error) => reply.log.warn({ err: error, fileName }, 'a zip download failed'));
  if (size !== null) reply.header('content-length', size);
  return reply.type('application/zip').header('content-disposition', attachment(fileName)).send(stream);
}
