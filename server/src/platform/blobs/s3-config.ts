import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SecretText } from '../secret-text.ts';

/** A bucket of S3, or of what speaks its language (product §7). */
export interface S3Config {
  readonly bucket: string;
  /** Null: AWS itself. Without a slash at its end. */
  readonly endpoint: string | null;
  readonly region: string;
  /** The bucket is a part of the path, not of the host's name. */
  readonly hasPathStyle: boolean;
  /** Null: what AWS gives to the machine (its role, its credential files). */
  readonly credentials: { readonly accessKey: string; readonly secret: SecretText } | null;
}

/** Of the environment; checked together by {@link readS3}. */
export const S3Environment = z.object({
  LESSONWRIGHT_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  LESSONWRIGHT_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  LESSONWRIGHT_S3_REGION: z.string().trim().min(1).default('us-east-1'),
  LESSONWRIGHT_S3_PATH_STYLE: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  LESSONWRIGHT_S3_ACCESS_KEY: z.string().trim().min(1).optional(),
  LESSONWRIGHT_S3_SECRET: z.string().trim().min(1).optional(),
  LESSONWRIGHT_S3_SECRET_FILE: z.string().min(1).optional(),
});
type Given = z.infer<typeof S3Environment>;

/**
 * Puts the settings of the bucket together; null: files are kept in the data folder.
 * @param options.isSafe Whether an address may be talked to: https, this machine, or what the operator accepts.
 * @throws Error for the person who starts the product; no secret is in it.
 */
export function readS3(given: Given, options: { isSafe: (url: URL) => boolean }): S3Config | null {
  const bucket = given.LESSONWRIGHT_S3_BUCKET;
  if (bucket === undefined) {
    const alone = Object.keys(S3Environment.shape).find((name) => name !== 'LESSONWRIGHT_S3_REGION' && given[name as keyof Given]);
    if (alone === undefined) return null;
    throw new Error(`${alone}: is of no use without LESSONWRIGHT_S3_BUCKET.`);
  }
  const endpoint = given.LESSONWRIGHT_S3_ENDPOINT ?? null;
  if (endpoint !== null && !options.isSafe(new URL(endpoint)))
    throw new Error('LESSONWRIGHT_S3_ENDPOINT: must be an https address, or the files would cross the network in the clear.');
  return {
    bucket,
    endpoint: endpoint?.replace(/\/+$/, '') ?? null,
    region: given.LESSONWRIGHT_S3_REGION,
    // Few but AWS give each bucket a host name of its own.
    hasPathStyle: given.LESSONWRIGHT_S3_PATH_STYLE === undefined ? endpoint !== null : given.LESSONWRIGHT_S3_PATH_STYLE === '1',
    credentials: readCredentials(given),
  };
}

function readCredentials(given: Given): S3Config['credentials'] {
  const accessKey = given.LESSONWRIGHT_S3_ACCESS_KEY;
  const secret = readSecret(given);
  if (accessKey === undefined && secret === null) {
    if (given.LESSONWRIGHT_S3_ENDPOINT === undefined) return null;
    throw new Error('LESSONWRIGHT_S3_ACCESS_KEY: a server of your own needs an access key and a secret.');
  }
  if (accessKey === undefined || secret === null)
    throw new Error('LESSONWRIGHT_S3_ACCESS_KEY: needs LESSONWRIGHT_S3_SECRET or LESSONWRIGHT_S3_SECRET_FILE beside it.');
  return { accessKey, secret: new SecretText(secret) };
}

function readSecret({ LESSONWRIGHT_S3_SECRET: text, LESSONWRIGHT_S3_SECRET_FILE: file }: Given): string | null {
  if (file === undefined) return text ?? null;
  if (text !== undefined) throw new Error('LESSONWRIGHT_S3_SECRET: give either the secret or a file with it.');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`LESSONWRIGHT_S3_SECRET_FILE: ${file} cannot be read (${reason}).`, { cause: error });
  }
}
