import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { emptyLessonFields } from '#contract/lessons.ts';
import type { SearchQueryInput } from '#contract/search.ts';
import { emptyScreenFields } from '#contract/screens.ts';
import { type Db, openDatabase } from '#server/platform/database/database.ts';
import { RealServer } from '#testing/real-server.ts';
import { MemoryWatch } from './memory-watch.ts';
import { measure, median, quantile, type Samples } from './measure.ts';

// `node bench/search.ts [screens]`: searches over screens whose text and code are shuffled sentences of the sample content and the
// guide. Each lesson has ten screens. Measured against a scan of the same table, and saves against saves without the triggers.

const [SCREENS = 100_000] = process.argv.slice(2).map(Number);
const PER_LESSON = 10;
const BATCH = 1_000;
const SEARCHES = 120;
const CALLS_A_MINUTE = 500;
const MINUTE_MS = 61_000;
const SCANS = 8;
const SAVES = 40;
const ROUNDS = 4;
const REPOSITORY = resolve(import.meta.dirname, '..');
const SOURCES = ['server/sample-content', 'docs/guide'];

/** The same numbers on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = numbers(18);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

async function readSources(): Promise<{ sentences: string[]; code: string[] }> {
  const files = await Promise.all(
    SOURCES.map(async (folder) => {
      const names = await readdir(join(REPOSITORY, folder), { recursive: true });
      return Promise.all(
        names
          .filter((name) => /\.(?:md|py|R|sql|sh)$/.test(name))
          .map(async (name) => ({ name, text: await readFile(join(REPOSITORY, folder, name), 'utf8') })),
      );
    }),
  );
  const of = (isText: boolean) =>
    files
      .flat()
      .filter(({ name }) => name.endsWith('.md') === isText)
      .map(({ text }) => text);
  return {
    sentences: of(true).flatMap((text) => text.split(/(?<=[.!?])\s+|\n\n+/).filter((sentence) => sentence.length > 20)),
    code: of(false).flatMap((text) => text.split('\n').filter((line) => line.trim() !== '')),
  };
}

const { sentences, code } = await readSources();
const many = <T>(count: number, of: () => T): T[] => Array.from({ length: count }, of);
const prose = (characters: number) => {
  let text = '';
  while (text.length < characters) text += `${pick(sentences)}${random() < 0.2 ? '\n\n' : ' '}`;
  return text;
};
/** Names as authors choose them: many are rare. */
const rareName = () =>
  `${pick(['rate', 'total', 'mean', 'daily', 'city', 'sales', 'users'])}_${Math.floor(random() ** 3 * 50_000).toString(36)}`;
const program = (lines: number) => [...many(lines, () => pick(code)), `${rareName()} = ${rareName()}`].join('\n');

function makeScreen() {
  const type = random() < 0.6 ? ('code' as const) : ('text' as const);
  const texts = { title: pick(sentences).slice(0, 40), body_markdown: prose(600 + random() * 2_400) };
  if (type === 'text') return { ...emptyScreenFields('text'), ...texts };
  const initial = program(3 + random() * 8);
  return {
    ...emptyScreenFields('code'),
    ...texts,
    instructions_markdown: prose(150 + random() * 400),
    hint_markdown: prose(60),
    initial_code: initial,
    answer_code: `${initial}\n${program(2 + random() * 6)}`,
    custom_check_code: program(2),
  };
}

async function insertScreens(db: Db, release: number): Promise<void> {
  for (let made = 0; made < SCREENS; made += BATCH) {
    const first = made / PER_LESSON;
    const lessons = Array.from({ length: BATCH / PER_LESSON }, (_, index) => {
      const fields = {
        ...emptyLessonFields({ title: pick(sentences).slice(0, 60), author: pick(['Ada Quill', 'Ben Carver', 'Chi Okafor']) }),
        overview: prose(300),
      };
      return { sequence: first + index + 1, title: fields.title, author: fields.author, language: fields.language, fields };
    });
    const rows = lessons.flatMap(({ sequence }) =>
      many(PER_LESSON, makeScreen).map((fields, index) => ({ lesson: sequence, sequence: index + 1, fields })),
    );
    await db.transaction().execute(async (tx) => {
      await sql`
        insert into lessons (uuid, release_id, sequence, folder, title, type, author, language, fields, content_hash, screens_hash)
        select gen_random_uuid(), ${release}, sequence, 'lesson-' || sequence, title, 'mission', author, language, fields, gen_random_uuid()::text, ''
        from json_to_recordset(${JSON.stringify(lessons)}) as given(sequence integer, title text, author text, language text, fields jsonb)`.execute(
        tx,
      );
      await sql`
        insert into screens (uuid, lesson_id, folder, sequence, title, type, fields, attached, content_hash)
        select gen_random_uuid(), l.id, 'screen-' || given.sequence, given.sequence, given.fields ->> 'title', given.fields ->> 'type', given.fields,
          '{"skills": [], "questions": [], "tests": [], "answer_output": null, "answer_variables": []}', gen_random_uuid()::text
        from json_to_recordset(${JSON.stringify(rows)}) as given(lesson integer, sequence integer, fields jsonb)
        join lessons l on l.release_id = ${release} and l.sequence = given.lesson`.execute(tx);
    });
  }
}

async function untilIndexed(db: Db): Promise<void> {
  while ((await db.selectFrom('search_queue').select('id').limit(1).execute()).length > 0) await sleep(100);
}

function line(what: string, samples: Samples): string {
  return `${what}: median ${median(samples).toFixed(0)} ms, p95 ${quantile(samples, 0.95).toFixed(0)} ms, longest ${quantile(samples, 1).toFixed(0)} ms`;
}

const server = await RealServer.create({
  LESSONWRIGHT_CHECK_REPLIES: '0',
  LESSONWRIGHT_LOG: 'warn',
  LESSONWRIGHT_SAMPLE: '0',
  LESSONWRIGHT_LOCAL_RUNNER: '0',
});
try {
  const client = await server.setUpOwner();
  const database = await openDatabase({ dataFolder: server.dataFolder, databaseUrl: null });
  try {
    await measureAll(client, database.db);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(server.output);
  throw error;
} finally {
  await server.remove();
}

async function measureAll(client: Awaited<ReturnType<RealServer['setUpOwner']>>, db: Db): Promise<void> {
  using watch = MemoryWatch.start(server.pid ?? 0);
  const { id: release } = await db
    .insertInto('releases')
    .values({ name: 'Measured', branch_name: 'bench/search' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const start = performance.now();
  await insertScreens(db, release);
  await untilIndexed(db);
  const seconds = (performance.now() - start) / 1_000;
  await sql`vacuum analyze search_texts`.execute(db);
  const { rows } = await sql<{ texts: number; mb: number; table_mb: number; index_mb: number; screens_mb: number }>`
    select count(*)::int as texts, (sum(octet_length(text)) / 1e6)::int as mb,
      (pg_total_relation_size('search_texts') / 1e6)::int as table_mb, (pg_relation_size('search_texts_trigrams') / 1e6)::int as index_mb,
      (pg_total_relation_size('screens') / 1e6)::int as screens_mb
    from search_texts`.execute(db);
  const [size] = rows;
  console.log(`${SCREENS} screens, inserted and indexed in ${seconds.toFixed(0)} s (${(SCREENS / seconds).toFixed(0)} screens a second)`);
  console.log(
    `${size?.texts} texts with ${size?.mb} MB; search_texts has ${size?.table_mb} MB, of which trigrams ${size?.index_mb} MB; screens have ${size?.screens_mb} MB`,
  );

  const words = many(SEARCHES, () =>
    pick(
      pick(sentences)
        .split(/\s+/)
        .filter((word) => word.length >= 3),
    ),
  );
  const names = many(SEARCHES, rareName);
  const phrases = many(SEARCHES, () => pick(sentences).split(/\s+/).slice(1, 4).join(' '));
  const search = (query: SearchQueryInput) => client.search({ body: { query } });
  let calls = 0;
  const each = async (what: string, queries: readonly SearchQueryInput[]) => {
    let stopped = 0;
    const samples: number[] = [];
    for (let at = 0; at < SEARCHES; at += 1) {
      // Within the limit of calls per minute.
      if ((calls += 1) % CALLS_A_MINUTE === 0) await sleep(MINUTE_MS);
      const [sample = 0] = await measure(
        async () => {
          if ((await search(queries[at % queries.length] ?? { text: 'x' })).stopped !== null) stopped += 1;
        },
        { count: 1, warmUp: 0 },
      );
      samples.push(sample);
    }
    const sorted = samples.toSorted((left, right) => left - right);
    console.log(`${line(what, sorted)}; ${stopped} of ${SEARCHES} stopped early`);
    return sorted;
  };
  const plain = await each(
    'words of the texts',
    words.map((text) => ({ text })),
  );
  await each(
    'whole words',
    words.map((text) => ({ text, whole_word: true })),
  );
  await each(
    'rare names',
    names.map((text) => ({ text })),
  );
  await each(
    'phrases of three words',
    phrases.map((text) => ({ text })),
  );
  const regex = (text: string): SearchQueryInput => ({ text, mode: 'regex' });
  const patterns = names.map(
    (name, index) =>
      [`${name}\\s*=`, `${name.slice(0, 6)}\\w+ = ${name.slice(0, 5)}`, `(${name}|${names[index - 1] ?? name})\\b`, `=\\s+${name}$`][
        index % 4
      ] ?? name,
  );
  await each('regular expressions with letters', patterns.map(regex));
  await each(
    'regular expressions without letters',
    [String.raw`\d{4}-\d{2}`, String.raw`[A-Z]{5,}`, String.raw`\w+\(\w+\)\.\w+`].map(regex),
  );

  let scanned = 0;
  const scans = await measure(
    () => sql`select count(*) from search_texts where text ilike ${`%${words[scanned++]?.replaceAll(/[\\%_]/g, '')}%`}`.execute(db),
    { count: SCANS, warmUp: 1 },
  );
  console.log(
    `${line('a scan of the same table for a word', scans)}: ${(median(scans) / median(plain)).toFixed(1)} times as long as a search`,
  );

  const lesson = await client.createLesson({ body: { sequence: 900_001, title: 'Saved' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const params = { lessonId: lesson.id, screenId };
  await sleep(MINUTE_MS);
  const live = await measure(
    async () => {
      const text = `saved${randomUUID().replaceAll('-', '')}`;
      await client.saveScreen({ params, body: { body_markdown: `${prose(2_000)} ${text}` } });
      const saved = performance.now();
      while ((await search({ text })).matches === 0) {
        if (performance.now() - saved > 10_000) throw new Error('The save is not found.');
        await sleep(20);
      }
    },
    { count: SAVES, warmUp: 5 },
  );
  console.log(line('a save, until it is found', live));

  const withTriggers: number[] = [];
  const without: number[] = [];
  const save = () => client.saveScreen({ params, body: { body_markdown: prose(4_000) } });
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const isOn = round % 2 === 0;
    for (const table of ['screens', 'lessons'])
      await sql.raw(`alter table ${table} ${isOn ? 'enable' : 'disable'} trigger user`).execute(db);
    (isOn ? withTriggers : without).push(...(await measure(save, { count: SAVES, warmUp: 10 })));
  }
  for (const table of ['screens', 'lessons']) await sql.raw(`alter table ${table} enable trigger user`).execute(db);
  const sorted = (samples: number[]) => samples.toSorted((a, b) => a - b);
  console.log(line('saves of 4 kB', sorted(withTriggers)));
  console.log(line('saves of 4 kB without search', sorted(without)));
  console.log(`with search: ${(median(sorted(withTriggers)) / median(sorted(without))).toFixed(2)} times as long`);
  console.log(`memory of the server: ${await watch.stop()}`);
}
