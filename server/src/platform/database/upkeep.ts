import type { Pool } from 'pg';
import type { Logger } from 'pino';

// What a PostgreSQL server does by itself in the background, and the embedded one, a single process, does not:
// checkpoints, without which the log grows and a start after a crash gets slower, and vacuum, without which dead rows
// (the job queue leaves many) pile up and the planner has no figures.

const LOOK_EVERY_MS = 60_000;
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;
/** Dead rows that are worth a vacuum: as many as this and a fifth of the table, like autovacuum. */
const VACUUM_AFTER_ROWS = 1_000;
const VACUUM_AFTER_SHARE = 0.2;

/** Looks after an embedded database every minute, until the returned function was called and has resolved. */
export function startUpkeep(pool: Pool, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => keepUp(pool))
      .then(
        (done) => log.debug({ done }, 'upkeep of the database'),
        (error: unknown) => log.warn({ err: error }, 'upkeep of the database failed'),
      );
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One look: a checkpoint and vacuums where they are due. Answers what it did. */
export async function keepUp(pool: Pool): Promise<string[]> {
  const done: string[] = [];
  const run = async (statement: string) => {
    await pool.query(statement);
    done.push(statement);
  };
  // The counts are written down now and then; here they are wanted as they are.
  await pool.query('select pg_stat_force_next_flush()');
  const due = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup + n_mod_since_analyze >= $1 and n_dead_tup + n_mod_since_analyze >= $2::float8 * n_live_tup`,
    [VACUUM_AFTER_ROWS, VACUUM_AFTER_SHARE],
  );
  for (const { name } of due.rows) await run(`vacuum (analyze) ${name}`);
  const log = await pool.query<{ bytes: string }>(
    'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
  );
  if (Number(log.rows[0]?.bytes) >= CHECKPOINT_AFTER_BYTES) await run('checkpoint');
  return done;
}
