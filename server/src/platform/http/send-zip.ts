import type { FastifyReply } from 'fastify';
import { writeZip, type NewZipEntry } from '../zip/write-zip.ts';
import { attachment } from './attachment.ts';

/**
 * Answers with a zip that is made while it is sent, to be kept under `fileName`. A file that cannot be read breaks the download off,
 * so that nobody takes half a zip for a whole one; the log says why.
 */
export async function sendZip(
  reply: FastifyReply,
  fileName: string,
  entries: Iterable<NewZipEntry> | AsyncIterable<NewZipEntry>,
): Promise<FastifyReply> {
  const { stream, size } = await writeZip(entries);
  stream.once('error', (error) => reply.log.warn({ err: error, fileName }, 'a zip broke off'));
  if (size !== null) reply.header('content-length', size);
  return reply.type('application/zip').header('content-disposition', attachment(fileName)).send(stream);
}
