import { ERROR_STATUS, type ConflictDetails, type ErrorCode, type InvalidDetails } from '#platform/contract/errors.ts';

/**
 * A failure that is reported to the caller: a text for people, a stable code for programs, and a matching status.
 * Thrown by name (`notFound('lesson')`) and turned into a reply in one place (`http/error-reply.ts`). Every other error
 * is a bug: it is logged, and the reply is 500 without details.
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

  /** The HTTP status of the code. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** A name that must never reach git, because git would read it as something else. */
export class UnsafeNameError extends Error {
  override readonly name = 'UnsafeNameError';
}

/** `what` is a noun in lower case: `notFound('lesson')` reads "Lesson not found." */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
}

export function alreadyExists(text: string): AppError {
  return new AppError('already_exists', text);
}

/** A stale save that could not be merged. */
export function conflict(details: ConflictDetails): AppError {
  const by = details.changed_by === null ? 'Someone else' : details.changed_by;
  return new AppError('conflict', `${by} has changed the same text. Nothing was saved; reload and try again.`, details);
}

/** A business rule forbids the action for every user. */
export function refused(text: string): AppError {
  return new AppError('refused', text);
}

export function forbidden(text = 'You are not allowed to do this.'): AppError {
  return new AppError('forbidden', text);
}

export function signedOut(): AppError {
  return new AppError('signed_out', 'You are not signed in.');
}

/** Invalid input. The first field's message becomes the error text. */
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

/** A part of the product is down; retrying later may help. */
export function unavailable(text: string): AppError {
  return new AppError('unavailable', text);
}
