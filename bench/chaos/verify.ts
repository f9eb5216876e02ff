import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as PgClient } from 'pg';
import type { TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { changeIdsAtHost } from '#testing/pushed-changes.ts';
import type { Run, Save } from './load.ts';

const PUSH_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** What is wrong afterwards. Everything should be 0. */
export interface Findings {
  readonly missingSaves: number;
  readonly doubleSaves: number;
  /** Changes that were not pushed within two minutes. */
  readonly unpushed: number;
  /** Changes that no commit, or more than one, of the code host names. */
  readonly missingCommits: number;
  readonly doubleCommits: number;
  /** Screens whose file at the code host has another title than the last save. */
  readonly otherTitles: number;
  /** Runs that the database still waits for. */
  readonly openRuns: number;
  /** Runs whose output several rows have. */
  readonly doubleRuns: number;
}

export async function findBroken(
  database: PgClient,
  codeHost: TestCodeHost,
  saves: readonly Save[],
  runs: readonly Run[],
): Promise<Findings> {
  const unpushed = await untilPushed(database);
  const { rows: revisions } = await database.query<{ screen_id: number; title: string }>(
    `select screen_id, fields->>'title' as title from revisions where screen_id is not null order by id`,
  );
  const timesSaved = countBy(revisions, ({ screen_id, title }) => `${screen_id} ${title}`);
  const acknowledged = saves.filter(({ isAcknowledged }) => isAcknowledged);
  const keyOf = ({ person, title }: Save) => `${person.screenId} ${title}`;
  const { rows: changes } = await database.query<{ uuid: string }>('select uuid from changes');
  const timesCommitted = countBy(await changeIdsAtHost(codeHost), (id) => id);
  const lastTitles = new Map(revisions.map(({ screen_id, title }) => [screen_id, title]));
  const published = await titlesAt(codeHost);
  const screens = new Set(acknowledged.map(({ person }) => person.screenId));
  const { rows: open } = await database.query(`select from runs where state in ('queued', 'running')`);
  const words = runs.map(({ word }) => `${word}\n`);
  const { rows: doubles } = await database.query(
    `select from runs where result->>'output' = any($1) group by result->>'output' having count(*) > 1`,
    [words],
  );
  return {
    missingSaves: acknowledged.filter((save) => !timesSaved.has(keyOf(save))).length,
    doubleSaves: saves.filter((save) => (timesSaved.get(keyOf(save)) ?? 0) > 1).length,
    unpushed,
    missingCommits: changes.filter(({ uuid }) => !timesCommitted.has(uuid)).length,
    doubleCommits: [...timesCommitted.values()].filter((times) => times > 1).length,
    otherTitles: [...screens].filter((id) => !published.has(lastTitles.get(id) ?? '')).length,
    openRuns: open.length,
    doubleRuns: doubles.length,
  };
}

async function untilPushed(database: PgClient): Promise<number> {
  for (const end = performance.now() + PUSH_LIMIT_MS; ; await sleep(LOOK_EVERY_MS)) {
    const { rows } = await database.query<{ count: number }>(`select count(*)::int as count from changes where state != 'pushed'`);
    const count = rows[0]?.count ?? 0;
    if (count === 0 || performance.now() > end) return count;
  }
}

/** The titles of all screens on all branches. */
async function titlesAt({ repository }: TestCodeHost): Promise<Set<string>> {
  const branches = (await repository.text(['for-each-ref', '--format=%(refname)', 'refs/heads/']))
    .split('\n')
    .filter((name) => name !== '');
  const found = await repository.text(['grep', '-h', '-E', '^ *title: ', ...branches, '--', 'lessons']).catch(() => '');
  return new Set(found.split('\n').map((line) => line.replace(/^ *title: /, '').replace(/^"(.*)"$/, '$1')));
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
