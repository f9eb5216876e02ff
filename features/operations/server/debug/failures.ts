import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';
import type { Failure, StorageUse } from '../../contract/debug.ts';

/** How many failures of each kind are kept. */
const MOST = 50;
const LARGEST = 20;

interface Row {
  readonly at: Date;
  readonly kind: Failure['kind'];
  readonly name: string;
  readonly lesson_id: number | null;
  readonly reason: string | null;
  readonly is_retried: boolean;
}

/** Runs, jobs, deploys and package builds that failed lately, newest first. Errors in learners' code are no failures. */
export async function listFailures(handle: Handle): Promise<Failure[]> {
  const { rows } = await sql<Row>`
    (select coalesce(finished_at, created_at) as at, 'run' as kind, runner_name as name, lesson_id, error as reason, false as is_retried
     from runs where state = 'lost' order by created_at desc limit ${MOST})
    union all
    (select coalesce(completed_on, started_on, created_on), 'job', name, null,
            coalesce(output ->> 'message', output -> 'value' ->> 'message', output ->> 'value'), state = 'retry'
     from pgboss.job where state in ('failed', 'retry') order by created_on desc limit ${MOST})
    union all
    (select finished_at, 'deploy', build_number::text, lesson_id, error, false
     from deploys where status = 'failed' order by started_at desc limit ${MOST})
    union all
    (select finished_at, 'build', id::text, lesson_id, error, false
     from builds where state = 'failed' order by id desc limit ${MOST})
    order by at desc`.execute(handle);
  return rows.map(({ at, reason, ...row }) => ({ ...row, at: at.toISOString(), reason: reason ?? 'No reason was recorded.' }));
}

/** The lessons and datasets whose files are the largest. */
export async function getStorageUse(handle: Handle): Promise<StorageUse> {
  const lessons = await sql<StorageUse['lessons'][number]>`
    select l.id, l.title, r.name as release, count(*)::int as files, sum(f.size)::float8 as bytes
    from lesson_files f join lessons l on l.id = f.lesson_id join releases r on r.id = l.release_id
    group by l.id, r.name order by bytes desc, l.id limit ${LARGEST}`.execute(handle);
  const datasets = await sql<StorageUse['datasets'][number]>`
    select d.id, d.name, count(*)::int as versions, sum(v.bytes)::float8 as bytes
    from dataset_versions v join datasets d on d.id = v.dataset_id
    group by d.id order by bytes desc, d.id limit ${LARGEST}`.execute(handle);
  return { lessons: lessons.rows, datasets: datasets.rows };
}
