import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { toActor } from '#features/accounts/server/users.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { RealServer } from '#testing/real-server.ts';
import { startTestServer } from '#testing/test-server.ts';

// `node bench/save-stores.ts [saves]`: what a save adds to each table that keeps it (decision 0138), and to the repositories.

const [SAVES = 2_000] = process.argv.slice(2).map(Number);
const [LESSONS, SCREENS, LINES] = [20, 10, 60];
/** One save in so many writes what is stored already, such as a press of Save without edits. */
const UNCHANGED_EVERY = 10;
const TABLES = ['screens', 'revisions', 'versions', 'version_documents', 'changes', 'audit_entries'] as const;

const server = await startTestServer({ hasWorkers: false, env: { LESSONWRIGHT_CHECK_REPLIES: '0' } });
const { db } = server.platform;

/** Sentences that differ, so that they compress as prose does and not as one repeated line. */
const WORDS = 'loop list value name text screen learner answer code number first next while returns each prints key item adds total'.split(
  ' ',
);
let seed = 1;
function word(): string {
  seed = (seed * 48_271) % 2_147_483_647;
  return WORDS[seed % WORDS.length] ?? '';
}
const sentence = () => Array.from({ length: 9 }, word).join(' ');
const page = () => Array.from({ length: LINES }, sentence);

async function sizes(): Promise<Map<string, { bytes: number; rows: number }>> {
  const found = new Map<string, { bytes: number; rows: number }>();
  for (const table of TABLES) {
    await sql.raw(`vacuum full ${table}`).execute(db);
    const { rows } = await sql<{ bytes: string; rows: string }>`
      select pg_total_relation_size(${table}) as bytes, (select count(*) from ${sql.table(table)}) as rows`.execute(db);
    found.set(table, { bytes: Number(rows[0]?.bytes), rows: Number(rows[0]?.rows) });
  }
  return found;
}

try {
  const client = server.client('staff');
  const pages: { lessonId: number; screenId: number; lines: string[] }[] = [];
  for (let index = 0; index < LESSONS; index++) {
    const texts = Array.from({ length: SCREENS }, page);
    const screens = texts.map((lines, at) => ({
      title: `Screen ${at}`,
      body_markdown: lines.join('\n'),
      setup_code: page().slice(0, 20).join('\n'),
    }));
    const lesson = await buildLesson(server.platform, toActor(server.users.staff), { sequence: 100 + index, screens });
    for (const [at, screenId] of lesson.screens.entries()) pages.push({ lessonId: lesson.id, screenId, lines: texts[at] ?? [] });
  }
  const before = await sizes();
  for (let save = 0; save < SAVES; save++) {
    const { lines, ...params } = pages[(save * 7) % pages.length] ?? { lessonId: 0, screenId: 0, lines: [] };
    if (save % UNCHANGED_EVERY !== 0) lines[save % LINES] = sentence();
    await client.saveScreen({ params, body: { body_markdown: lines.join('\n') } });
  }
  const after = await sizes();
  console.log(
    `${SAVES} saves of ${pages.length} screens with about ${LINES * 50 + 1_000} characters, one in ${UNCHANGED_EVERY} without an edit`,
  );
  for (const table of TABLES) {
    const [old, now] = [before.get(table), after.get(table)];
    if (!old || !now) continue;
    const perSave = (now.bytes - old.bytes) / SAVES;
    console.log(`  ${table}: ${perSave.toFixed(0)} bytes and ${((now.rows - old.rows) / SAVES).toFixed(2)} rows a save`);
  }
  const { rows } = await sql<{ revisions: string; shared: string; fields: string; unshared_fields: string }>`
    select count(*) as revisions, count(d.hash) as shared, sum(pg_column_size(r.fields)) as fields,
      sum(pg_column_size(r.fields)) filter (where d.hash is null) as unshared_fields
    from revisions r left join version_documents d on d.hash = sha256(convert_to(r.fields::text, 'UTF8'))`.execute(db);
  const [stored] = rows;
  console.log(`  revisions whose fields are also a document of a version: ${stored?.shared} of ${stored?.revisions}`);
  console.log(`  bytes of fields in revisions: ${stored?.fields}; not in a document: ${stored?.unshared_fields ?? 0}`);
  const { rows: twice } = await sql<{ revisions: string }>`
    select count(*) as revisions from (
      select r.id, count(*) over (partition by r.screen_id, sha256(convert_to(r.fields::text, 'UTF8'))) as same from revisions r where r.screen_id is not null
    ) counted where same > 1`.execute(db);
  console.log(`  revisions of a screen with the same fields as another of it: ${twice[0]?.revisions}`);
} finally {
  await server.close();
}

/** Of `stat`, whatever the disk's own are. */
const BLOCK_BYTES = 512;

/** The bytes of a folder's files, and what they take on the disk: many small ones take more than they hold. */
function sizesOf(folder: string): [held: number, onDisk: number] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const stats = files.map(({ parentPath, name }) => statSync(join(parentPath, name)));
  return [stats.reduce((sum, { size }) => sum + size, 0), stats.reduce((sum, { blocks }) => sum + blocks * BLOCK_BYTES, 0)];
}

/** Bytes that a save of one screen adds to both repositories, as git leaves them before housekeeping packs them. */
async function measureRepositories(): Promise<string> {
  const saves = 500;
  const product = await RealServer.create({ LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn', LESSONWRIGHT_LOCAL_RUNNER: '0' });
  try {
    const client = await product.setUpOwner();
    const lesson = await client.createLesson({ body: { sequence: 900_001, title: 'Measured' } });
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    const lines = page();
    const save = () =>
      client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { body_markdown: lines.join('\n') } });
    const isPushed = async () =>
      (await client.getDebug()).queues.every(({ waiting, active, retrying }) => waiting + active + retrying === 0);
    const bytes = async () => {
      while (!(await isPushed())) await sleep(200);
      const folders = ['working.git', 'content.git'].map((name) => join(product.dataFolder, name));
      const sizes = folders.map(sizesOf);
      return { held: sizes.reduce((sum, [held]) => sum + held, 0), onDisk: sizes.reduce((sum, [, onDisk]) => sum + onDisk, 0) };
    };
    await save();
    const before = await bytes();
    for (let index = 0; index < saves; index++) {
      lines[index % LINES] = sentence();
      await save();
    }
    const after = await bytes();
    const perSave = (kind: 'held' | 'onDisk') => ((after[kind] - before[kind]) / saves).toFixed(0);
    return `${perSave('held')} bytes a save, ${perSave('onDisk')} on the disk`;
  } finally {
    await product.remove();
  }
}

console.log(`  working.git and content.git: ${await measureRepositories()}`);
