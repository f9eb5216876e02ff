import { CodeHostError } from '#features/code-hosts/server/index.ts';
import { notFound, refused, unavailable, type AppError } from '#platform/server/errors.ts';

/**
 * Calls an external code host and turns its failures into user-facing errors. @throws AppError `unavailable`,
 * `refused`, `not_found`
 */
export async function callCodeHost<T>(talk: () => Promise<T>): Promise<T> {
  try {
    return await talk();
  } catch (error) {
    throw error instanceof CodeHostError ? toAppError(error) : error;
  }
}

function toAppError({ failure, message }: CodeHostError): AppError {
  if (failure === 'not-found') return notFound('pull request');
  return failure === 'refused' ? refused(message) : unavailable(message);
}
