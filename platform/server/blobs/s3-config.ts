import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SecretText } from '../secret-text.ts';

/** An S3 bucket, or one with an S3-compatible API. */
export interface S3Config {
  readonly bucket: string;
  /** Without a trailing slash. Null: AWS itself. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Whether the bucket is part of the path instead of the host name. */
  readonly hasPathStyle: boolean;
  /** Null: the machine's own credentials (role, credential files). */
  readonly credentials: { readonly accessKey: string; readonly secret: SecretText } | null;
}

/** From the environment; validated together by {@link readS3}. */
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
type EnvironmentValues = z.infer<typeof S3Environment>;

/**
 * Builds the bucket's configuration; null if files are stored in the data folder.
 * @param options.isSafe Whether an address is acceptable: https, this machine, or one that the operator allowed.
 * @throws Error for the operator, without secrets.
 */
export function readS3(env: EnvironmentValues, options: { isSafe: (url: URL) => boolean }): S3Config | null {
  const bucket = env.LESSONWRIGHT_S3_BUCKET;
  if (bucket === undefined) {
    const alone = Object.keys(S3Environment.shape).find(
      (name) => name !== 'LESSONWRIGHT_S3_REGION' && env[name as keyof EnvironmentValues],
    );
    if (alone === undefined) return null;
    throw new Error(`${alone}: has no effect without LESSONWRIGHT_S3_BUCKET.`);
  }
  const endpoint = env.LESSONWRIGHT_S3_ENDPOINT ?? null;
  if (endpoint !== null && !options.isSafe(new URL(endpoint)))
    throw new Error('LESSONWRIGHT_S3_ENDPOINT: must be an https address, so that files are not sent unencrypted.');
  return {
    bucket,
    endpoint: endpoint?.replace(/\/+$/, '') ?? null,
    region: env.LESSONWRIGHT_S3_REGION,
    // Few servers other than AWS give each bucket its own host name.
    hasPathStyle: env.LESSONWRIGHT_S3_PATH_STYLE === undefined ? endpoint !== null : env.LESSONWRIGHT_S3_PATH_STYLE === '1',
    credentials: readCredentials(env),
  };
}

function readCredentials(env: EnvironmentValues): S3Config['credentials'] {
  const accessKey = env.LESSONWRIGHT_S3_ACCESS_KEY;
  const secret = readSecret(env);
  if (accessKey === undefined && secret === null) {
    if (env.LESSONWRIGHT_S3_ENDPOINT === undefined) return null;
    throw new Error('LESSONWRIGHT_S3_ACCESS_KEY: an endpoint other than AWS needs an access key and a secret.');
  }
  if (accessKey === undefined || secret === null)
    throw new Error('LESSONWRIGHT_S3_ACCESS_KEY: also needs LESSONWRIGHT_S3_SECRET or LESSONWRIGHT_S3_SECRET_FILE.');
  return { accessKey, secret: new SecretText(secret) };
}

function readSecret({ LESSONWRIGHT_S3_SECRET: text, LESSONWRIGHT_S3_SECRET_FILE: file }: EnvironmentValues): string | null {
  if (file === undefined) return text ?? null;
  if (text !== undefined) throw new Error('LESSONWRIGHT_S3_SECRET: set either the secret or a file that contains it, not both.');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`LESSONWRIGHT_S3_SECRET_FILE: ${file} cannot be read (${reason}).`, { cause: error });
  }
}
