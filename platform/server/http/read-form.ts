import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalid, tooLarge } from '../errors.ts';
import { findUnboundedInput } from './input-bounds.ts';
import { problemsOfIssues } from './parse-input.ts';

/** A file of a multipart form, stored in its own folder until the form is disposed of. */
export interface UploadedFile {
  /** The sender's file name: a label, never a path. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

export interface Form<Fields> extends AsyncDisposable {
  readonly fields: Fields;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

interface FormLimits {
  readonly fileBytes: number;
  readonly files: number;
  /** Limit per non-file field; names and numbers fit the default. */
  readonly fieldBytes?: number;
  /** Where the files are stored; by default the system's temporary folder. */
  readonly folder?: string;
  /** Error text for a larger file; by default it states the limit. */
  readonly tooLarge?: string;
}

/** Fields are names and numbers; long content is sent as a file. */
const FIELD_BYTES = 100_000;
const FIELDS_MAX = 50;

/**
 * Reads a multipart body part by part and writes files to disk as they arrive. `schema` checks the fields. Dispose of
 * the form to delete its files.
 *
 * @throws AppError `invalid` if it isn't a form or a field is invalid; `too_large` beyond a limit.
 */
export async function readForm<S extends z.ZodObject>(request: FastifyRequest, schema: S, limits: FormLimits): Promise<Form<z.output<S>>> {
  if (!request.isMultipart()) throw invalid([{ path: '', message: 'The body must be sent as multipart/form-data.' }]);
  const folder = await mkdtemp(join(limits.folder ?? tmpdir(), 'lessonwright-upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const fields: Record<string, unknown> = {};
    const files = new Map<string, UploadedFile>();
    const parts = request.parts({
      limits: {
        fileSize: limits.fileBytes,
        files: limits.files,
        fields: FIELDS_MAX,
        fieldSize: limits.fieldBytes ?? FIELD_BYTES,
        parts: limits.files + FIELDS_MAX,
      },
    });
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw tooLarge(`The field ${part.fieldname} is too long.`);
        fields[part.fieldname] = part.value;
        continue;
      }
      const path = join(folder, String(files.size));
      await pipeline(part.file, createWriteStream(path));
      if (part.file.truncated)
        throw tooLarge(limits.tooLarge ?? `The file is larger than ${Math.floor(limits.fileBytes / 1024 / 1024)} MB.`);
      files.set(part.fieldname, { name: part.filename, path, bytes: part.file.bytesRead });
    }
    const checked = schema.safeParse(fields);
    if (!checked.success) throw invalid(problemsOfIssues(checked.error));
    // Checked after parsing, because a field can be JSON.
    const unbounded = findUnboundedInput(checked.data);
    if (unbounded !== null) throw invalid([unbounded]);
    return { fields: checked.data, files, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw isOurs(error) ? error : invalid([{ path: '', message: MALFORMED }]);
  }
}

/** No boundary, or a missing end: the parser throws plain errors for these, as does a lost connection. */
const MALFORMED = 'The form is malformed or incomplete. Send it again.';

/** Whether the error is a rejection by us or the framework, or a disk error. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return error instanceof AppError || 'syscall' in error || ('statusCode' in error && Number(error.statusCode) < 500);
}
