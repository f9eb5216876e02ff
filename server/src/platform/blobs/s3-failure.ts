import { AppError, unavailable } from '../errors.ts';

/** A failed S3 response. */
interface S3Failure {
  readonly name: string;
  readonly message: string;
  readonly status: number | null;
}

/** Returns the S3 response behind an error; null if it is another error. */
export function asS3Failure(error: unknown): S3Failure | null {
  if (!(error instanceof Error)) return null;
  const metadata = '$metadata' in error ? (error.$metadata as { httpStatusCode?: number } | undefined) : undefined;
  return { name: error.name, message: error.message, status: metadata?.httpStatusCode ?? null };
}

export function isNotThere(error: unknown): boolean {
  const failure = asS3Failure(error);
  return failure !== null && (failure.status === 404 || failure.name === 'NoSuchKey' || failure.name === 'NotFound');
}

/** The user-facing error for an S3 failure: nothing was stored, and what to check. */
export function s3Unavailable(place: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const known = unavailable(`The file store (${place}) ${describeFailure(error)} Nothing was stored; try again in a moment.`);
  known.cause = error;
  return known;
}

function describeFailure(error: unknown): string {
  const failure = asS3Failure(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (failure?.status === 403) return 'rejects the access key: check LESSONWRIGHT_S3_ACCESS_KEY, its secret, and its permissions.';
  if (failure?.name === 'NoSuchBucket' || failure?.status === 404) return 'has no such bucket: create it, or check LESSONWRIGHT_S3_BUCKET.';
  if (failure?.status) return `responded with ${failure.status} (${failure.name}).`;
  return `cannot be reached (${code ?? failure?.name ?? 'no response'}).`;
}
