import type { SyncConflictDetails } from '#contract/sync.ts';
import { ERROR_STATUS, type ConflictDetails, type ErrorCode, type InvalidDetails } from '#contract/errors.ts';

/**
 * A failure that the caller is told about: a text for people, a stable code for programs, a true status.
 * Thrown by name (`notFound('lesson')`), turned into a reply in one place (`http/error-reply.ts`). Every other error
 * is a fault of ours, logged and answered with 500 and nothing else.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  /** The HTTP status that the code stands for. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** `what` in lower case, as it stands in a sentence: `notFound('lesson')` reads "There is no such lesson." */
export function notFound(what: string): AppError {
  return new AppError('not_found', `There is no such ${what}.`);
}

export function alreadyExists(text: string): AppError {
  return new AppError('already_exists', text);
}

/** A stale save that could not be merged (product §11). */
export function conflict(details: ConflictDetails): AppError {
  const by = details.changed_by === null ? 'Somebody else' : details.changed_by;
  return new AppError('conflict', `${by} changed the same text in the meantime.`, details);
}

/** A lesson, course or path here and on its branch that cannot be put together without being asked (product §3, Sync). */
export function syncConflict(details: SyncConflictDetails): AppError {
  return new AppError('conflict', `${details.changed_by ?? 'Somebody else'} changed the same in git.`, details);
}

/** A rule of the product says no, whoever asks. */
export function refused(text: string): AppError {
  return new AppError('refused', text);
}

export function forbidden(text = 'You are not allowed to do this.'): AppError {
  return new AppError('forbidden', text);
}

export function signedOut(): AppError {
  return new AppError('signed_out', 'You are not signed in.');
}

/** Input that does not fit. The first field's message is the sentence that people read. */
export function invalid(fields: InvalidDetails['fields']): AppError {
  const details: InvalidDetails = { fields };
  return new AppError('invalid', fields[0]?.message ?? 'The input is not valid.', details);
}

export function tooLarge(text: string): AppError {
  return new AppError('too_large', text);
}

/** `retryAfter` in seconds. */
export function tooMany(text: string, retryAfter?: number): AppError {
  return new AppError('too_many', text, retryAfter === undefined ? undefined : { retry_after: retryAfter });
}

/** A part of the product is down; trying again later may help. */
export function unavailable(text: string): AppError {
  return new AppError('unavailable', text);
}
