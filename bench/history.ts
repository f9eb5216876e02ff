import { sql } from 'kysely';
import { startTestServer } from '#testing/test-server.ts';
import { measure, measureInTurn, timed } from './measure.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const VERSIONS = 2_000;
const LINES = 2_000;
const WRITTEN_LINES = 500;
const COUNT = 20;
const SAVE_ROUNDS = 10;
const SAVES_EACH = 20;

const text = (lines: number, changed: number) =>
  Array.from({ length: lines }, (_, line) =>
    line % 97 === changed % 97 ? `changed ${changed} in line ${line}` : `line ${line} of the text`,
  ).join('\n');

/** The history of a screen with many versions, and what versions add to a save. */
export async function measureHistory(sizes: Sizes): Promise<Line[]> {
  const [versions, written] = [sizes.of(VERSIONS, 5), sizes.of(WRITTEN_LINES, 10)];
  const count = { count: sizes.times(COUNT) };
  const server = await startTestServer({ hasWorkers: false, env: { LESSONWRIGHT_CHECK_REPLIES: '0' } });
  const { db } = server.platform;
  try {
    const client = server.client('staff');
    const lesson = await client.createLesson({ body: { sequence: 900, title: 'Loops' } });
    const { newScreenId: screenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    const address = { lessonId: lesson.id, screenId };
    const part = `screen:${(await client.getScreen({ params: address })).uuid}`;
    const params = { kind: 'lesson' as const, id: lesson.id };

    const lines = text(written, -1).split('\n');
    for (let version = 0; version < versions; version++) {
      lines[version % written] = `x = ${version}`;
      await client.saveScreen({ params: address, body: { answer_code: lines.join('\n') } });
    }
    const list = await measure(() => client.listVersions({ params, query: { part } }), count);
    const listOfLesson = await measure(() => client.listVersions({ params, query: {} }), count);
    const blame = await measure(() => client.listWrittenLines({ params, query: { part, field: 'answer_code' } }), count);

    const texts = (first: number) => ({ body_markdown: text(LINES, first), setup_code: text(LINES, first + 2) });
    await client.saveScreen({ params: address, body: texts(1) });
    await client.saveScreen({ params: address, body: texts(2) });
    const [newest] = (await client.listVersions({ params, query: { part } })).versions;
    if (!newest) throw new Error('The screen has no versions.');
    const diff = await measure(() => client.getVersionDiff({ params: { ...params, version: newest.id }, query: { part } }), count);

    let saves = 0;
    const save = () =>
      client.saveScreen({ params: address, body: { hint_markdown: `Hint ${(saves += 1)}`, setup_code: text(100, saves) } });
    const savesAfter = (how: 'enable' | 'disable') => async () => {
      for (const table of ['screens', 'lessons']) await sql.raw(`alter table ${table} ${how} trigger user`).execute(db);
      let sum = 0;
      for (let each = 0; each < sizes.times(SAVES_EACH); each += 1) sum += await timed(save)();
      return sum / sizes.times(SAVES_EACH);
    };
    const { kept, bare } = await measureInTurn(
      { kept: savesAfter('enable'), bare: savesAfter('disable') },
      { rounds: sizes.times(SAVE_ROUNDS) },
    );
    const { rows } = await sql<{ documents: string; versions: string }>`
      select pg_size_pretty(pg_total_relation_size('version_documents')) as documents, pg_size_pretty(pg_total_relation_size('versions')) as versions`.execute(
      db,
    );
    const note = `stored: documents ${rows[0]?.documents}, versions ${rows[0]?.versions}`;
    return [
      { what: `versions of a screen, ${versions}: list`, samples: list, goal: { of: 'p95', most: 100 }, note },
      { what: `versions of its lesson: list`, samples: listOfLesson, goal: { of: 'p95', most: 100 } },
      { what: `who wrote ${written} lines`, samples: blame, goal: { of: 'p95', most: 150 } },
      { what: `diff of two texts of ${LINES} lines`, samples: diff },
      { what: 'save that keeps its version', samples: kept, against: 'a save without the triggers of search and history', baseline: bare },
    ];
  } finally {
    await server.close();
  }
}
