import { Pool } from 'pg';
import type { Logger } from 'pino';
import { KEEPALIVE } from './keepalive.ts';
import { DatabaseStartError } from './start-error.ts';
import { valueParsers } from './value-parsers.ts';

const MAX_CONNECTIONS = 10;
const CONNECTION_TIMEOUT_MS = 10_000;
/** A transaction idle for this long was left open by mistake; its locks must not block everything else. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const OLDEST_VERSION = 14;
/**
 * PostgreSQL ends the sessions of a machine that is cut off or loses its power within about 3 seconds. Until then others wait for the
 * rows that its transactions have locked. Has no effect on sockets of this machine.
 */
const SESSION_KEEPALIVE = '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2 -c tcp_user_timeout=3000';

/**
 * Opens a pool of connections to the PostgreSQL server at `url` and tests it.
 * @throws DatabaseStartError if it can't be reached or is too old.
 */
export async function openServerPool(url: string, log: Logger, max = MAX_CONNECTIONS): Promise<Pool> {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'lessonwright',
    ...KEEPALIVE,
    options: SESSION_KEEPALIVE,
    types: valueParsers,
  });
  // The pool replaces an idle connection that breaks; on a busy one the query fails. Without a listener, either would
  // end the process.
  const onError = ({ message }: Error) => pool.ending || log.warn({ reason: message }, 'a connection to PostgreSQL broke');
  pool.on('error', onError);
  pool.on('connect', (client) => void client.on('error', onError));
  try {
    const { rows } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int as version");
    const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
    if (version < OLDEST_VERSION) throw new DatabaseStartError(`PostgreSQL ${version} is too old: ${OLDEST_VERSION} or newer is needed.`);
    return pool;
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError(`PostgreSQL at ${placeOf(url)} cannot be used: ${reasonOf(error)}. Check DATABASE_URL.`, { cause: error });
  }
}

/** Returns host and database of a connection address, without user and password. */
function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? host}${pathname}`;
}

function reasonOf(error: unknown): string {
  // A host with several addresses fails with one error per address and an empty message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.replace(/\.$/, '');
}
