/** What the system and PostgreSQL report. */
const CODES = /^(ENOSPC|EDQUOT|53100)$/;
/** What git prints, and the system inside other messages. */
const TEXTS = /No space left on device|Out of diskspace|Disk quota exceeded/;

/** What the caller of a failed write reads. The page keeps unsaved edits. */
export const DISK_FULL =
  'The disk is full, so nothing was saved. Unsaved edits are kept in your browser. Ask an administrator to free up space on the server, then try again.';

/** Whether an error means that a disk has no space left: that of the database, of files or of git. */
export function isDiskFull(error: unknown): boolean {
  // The job queue reports copies of errors, which are plain objects.
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, stderr, cause } = error as Record<'code' | 'message' | 'stderr' | 'cause', unknown>;
  if (typeof code === 'string' && CODES.test(code)) return true;
  if ([message, stderr].some((text) => typeof text === 'string' && TEXTS.test(text))) return true;
  if (error instanceof AggregateError && error.errors.some(isDiskFull)) return true;
  return cause !== undefined && cause !== error && isDiskFull(cause);
}

/** How long the database counts as full after a write that it refused for that. Reading it says nothing. */
const SHOWN_MS = 60_000;
let refusedAt = -Infinity;

/** Remembers that the database refused a write because its disk is full. */
export function noteRefusedWrite(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === '53100') refusedAt = performance.now();
}

/** A write was stored: there is space again. */
export function noteStoredWrite(): void {
  refusedAt = -Infinity;
}

/** Whether the database refused a write lately because its disk is full. */
export function isDatabaseFull(): boolean {
  return performance.now() - refusedAt < SHOWN_MS;
}
