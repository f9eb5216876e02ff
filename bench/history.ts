import { sql } from 'kysely';
import { startTestServer } from '#testing/test-server.ts';
import { measure, median, quantile, type Samples } from './measure.ts';

// `node bench/history.ts [versions]`: the history of a screen with many versions, and what versions add to a save.

const [VERSIONS = 2_000] = process.argv.slice(2).map(Number);
const LINES = 2_000;
const WRITTEN_LINES = 500;
const COUNT = 20;
const SAVES = 200;

const show = (what: string, samples: Samples) =>
  console.log(`${what}: median ${median(samples).toFixed(1)} ms, p95 ${quantile(samples, 0.95).toFixed(1)} ms`);
const text = (lines: number, changed: number) =>
  Array.from({ length: lines }, (_, line) =>
    line % 97 === changed % 97 ? `changed ${changed} in line ${line}` : `line ${line} of the text`,
  ).join('\n');

const server = await startTestServer({ hasWorkers: false, env: { LESSONWRIGHT_CHECK_REPLIES: '0' } });
const { db } = server.platform;
try {
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: 900, title: 'Loops' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const address = { lessonId: lesson.id, screenId };
  const part = `screen:${(await client.getScreen({ params: address })).uuid}`;
  const params = { kind: 'lesson' as const, id: lesson.id };

  const lines = text(WRITTEN_LINES, -1).split('\n');
  for (let version = 0; version < VERSIONS; version++) {
    const body = { answer_code: lines.with(version % WRITTEN_LINES, `x = ${version}`).join('\n') };
    lines[version % WRITTEN_LINES] = `x = ${version}`;
    await client.saveScreen({ params: address, body });
  }
  show(
    `list of a screen with ${VERSIONS} versions`,
    await measure(() => client.listVersions({ params, query: { part } }), { count: COUNT }),
  );
  show(`list of its lesson`, await measure(() => client.listVersions({ params, query: {} }), { count: COUNT }));
  const blame = () => client.listWrittenLines({ params, query: { part, field: 'answer_code' } });
  show(`who wrote ${WRITTEN_LINES} lines, of ${new Set((await blame()).lines).size} versions`, await measure(blame, { count: COUNT }));

  await client.saveScreen({ params: address, body: { body_markdown: text(LINES, 1), setup_code: text(LINES, 3) } });
  await client.saveScreen({ params: address, body: { body_markdown: text(LINES, 2), setup_code: text(LINES, 4) } });
  const [newest] = (await client.listVersions({ params, query: { part } })).versions;
  if (!newest) throw new Error('The screen has no versions.');
  const diff = () => client.getVersionDiff({ params: { ...params, version: newest.id }, query: { part } });
  show(`diff of two texts with ${LINES} lines`, await measure(diff, { count: COUNT }));

  let saves = 0;
  const save = () => client.saveScreen({ params: address, body: { hint_markdown: `Hint ${(saves += 1)}`, setup_code: text(100, saves) } });
  const turn = async (how: 'enable' | 'disable') => {
    for (const table of ['screens', 'lessons']) await sql.raw(`alter table ${table} ${how} trigger user`).execute(db);
  };
  const round = { with: [] as number[], without: [] as number[] };
  for (let at = 0; at < 4; at++) {
    round.with.push(...(await measure(save, { count: SAVES / 4 })));
    await turn('disable');
    round.without.push(...(await measure(save, { count: SAVES / 4 })));
    await turn('enable');
  }
  const [has, lacks] = [round.with.toSorted((a, b) => a - b), round.without.toSorted((a, b) => a - b)];
  show('save with versions', has);
  show('save without', lacks);
  console.log(`slowdown of a save: ${((median(has) / median(lacks) - 1) * 100).toFixed(1)} %`);
  const { rows } = await sql<{ documents: string; versions: string }>`
    select pg_size_pretty(pg_total_relation_size('version_documents')) as documents, pg_size_pretty(pg_total_relation_size('versions')) as versions`.execute(
    db,
  );
  console.log(`stored: documents ${rows[0]?.documents}, versions ${rows[0]?.versions}`);
} finally {
  await server.close();
}
