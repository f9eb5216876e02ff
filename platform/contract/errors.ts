import { z } from 'zod';

/** Stable error codes, each with its HTTP status. */
export const ERROR_STATUS = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  already_exists: 409,
  too_large: 413,
  refused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every failed call: a text for people, a code for programs, and an id to find it in the log. */
export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  request_id: z.string(),
  details: z.unknown().optional(),
});
export type ErrorReply = z.infer<typeof ErrorReply>;

/** `details` of invalid input: one message per field, so that a form can show it there. */
export const InvalidDetails = z.object({
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type InvalidDetails = z.infer<typeof InvalidDetails>;

/** One field that two people changed in incompatible ways. */
export const FieldConflict = z.object({
  field: z.string(),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
});
export type FieldConflict = z.infer<typeof FieldConflict>;

/**
 * `details` of an outdated save that could not be merged (code `conflict`). `base`, `mine` and `theirs` contain only the
 * conflicting fields; `merged` contains all other fields as they would be saved; `revision` must be sent with the resolved save;
 * `changed_by` saved last.
 */
export const ConflictDetails = z.object({
  base: z.record(z.string(), z.unknown()),
  mine: z.record(z.string(), z.unknown()),
  theirs: z.record(z.string(), z.unknown()),
  merged: z.record(z.string(), z.unknown()),
  revision: z.number().int(),
  changed_by: z.string().nullable(),
});
export type ConflictDetails = z.infer<typeof ConflictDetails>;
