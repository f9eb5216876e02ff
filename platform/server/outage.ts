/** Error classes 08 and 57P of PostgreSQL, and what the system reports about connections. */
const CODES = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;
/** The database driver's own errors. */
const TEXTS =
  /^(Connection terminated|connect ENOENT|timeout exceeded when trying to connect|Client has encountered a connection error|The notification connection is down)/;

/** Whether an error means that the database or another service can't be reached, and not that something is wrong here. */
export function isOutage(error: unknown): boolean {
  // The job queue reports copies of errors, which are plain objects.
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  if ((typeof code === 'string' && CODES.test(code)) || (typeof message === 'string' && TEXTS.test(message))) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isOutage);
  return cause !== undefined && cause !== error && isOutage(cause);
}
