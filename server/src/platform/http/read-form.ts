import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, invalid, tooLarge } from '../errors.ts';
import { findUnboundedInput } from './body-bounds.ts';
import { issueProblems } from './parse-input.ts';

/** A file of a multipart form, kept in a folder of its own until the form is disposed of. */
export interface UploadedFile {
  /** As the sender calls it: a label, never a path. */
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
  /** Of one field that is no file; names and numbers fit where nothing is said. */
  readonly fieldBytes?: number;
  /** Where the files come to lie; the system's temporary folder where nothing is said. */
  readonly folder?: string;
  /** What is said of a file that is larger; absent: how large it may be. */
  readonly tooLarge?: string;
}

/** Fields are names and numbers; what is long comes as a file. */
const FIELD_BYTES = 100_000;
const FIELDS_MAX = 50;

/**
 * Reads a multipart body part by part; files go to the disk as they come. `fields` are checked by `schema`.
 * Dispose of the form: its files go with it.
 *
 * @throws AppError `invalid` when it is no form, or a field does not fit; `too_large` beyond a limit.
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
    if (!checked.success) throw invalid(issueProblems(checked.error));
    // Of what came out: a field can be JSON.
    const unbounded = findUnboundedInput(checked.data);
    if (unbounded !== null) throw invalid([unbounded]);
    return { fields: checked.data, files, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw isOurs(error) ? error : invalid([{ path: '', message: MALFORMED }]);
  }
}

/** No boundary, or an end that never came: the parser throws plain errors for these, as does a connection that was lost. */
const MALFORMED = 'The form is malformed or was cut off. Send it again.';

/** A refusal of ours or of the framework, or a fault of the disk that the files go to. */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return error instanceof AppError || 'syscall' in error || ('statusCode' in error && Number(error.statusCode) < 500);
}
