import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Api } from '#app/contract/api.ts';
import type { SearchQueryInput } from '#features/search/contract/search.ts';
import type { Client } from '#platform/contract/client.ts';
import { type Db, openDatabase } from '#platform/server/database/database.ts';
import { untilSearched } from '#testing/until-searched.ts';
import { withBrowser } from './browser.ts';
import { measureInTurn, sorted, timed, type Samples, type TimedWork } from './measure.ts';
import { MemoryWatch } from './memory-watch.ts';
import type { Bench } from './part.ts';
import { findRipgrep } from './peers/ripgrep.ts';
import { invitePeople, takeTurns } from './people.ts';
import type { Line } from './report.ts';
import { Content } from './search-content.ts';
import { measureSearchPage } from './search-page.ts';
import type { Sizes } from './sizes.ts';

const SCREENS = 100_000;
const SEARCHES = 45;
/** Searches of each kind in a round. */
const PER_ROUND = 5;
const PAGE_WORDS = 25;
const SAVES = 24;
const SAVE_ROUNDS = 3;
const FOUND_SAVES = 12;
const FOUND_MS = 10_000;
const LOOK_MS = 20;
const PEOPLE = 10;
/** Files in one folder of the copy that ripgrep searches. */
const PER_FOLDER = 1_000;
/** The triggers of search and of history, by the beginnings of the names of their functions. */
const TRIGGERS = { search: 'queue_search', history: 'note_' } as const;
const FIRST_RESULTS = { of: 'p95', most: 50 } as const;
const ALL_RESULTS = { of: 'p95', most: 300 } as const;
const FOUND = { of: 'p95', most: 1_000 } as const;

/** Searches over many screens, in turn with ripgrep over the same texts as files; and saves without the triggers of search and history. */
export async function measureSearch({ server, client, sizes }: Bench): Promise<Line[]> {
  const screens = sizes.of(SCREENS, 200);
  const content = await Content.read(18);
  const files = await mkdtemp(join(tmpdir(), 'lessonwright-texts-'));
  const database = await openDatabase({ dataFolder: server.dataFolder, databaseUrl: null });
  const { db } = database;
  try {
    const start = performance.now();
    await content.insertScreens(db, screens);
    await untilSearched(db);
    const indexing = (performance.now() - start) / screens;
    await sql`vacuum analyze search_texts`.execute(db);
    await writeTexts(db, files);
    const person = takeTurns(await invitePeople(server.url, client, PEOPLE));
    const what = `search of ${screens.toLocaleString('en')} screens`;
    return [
      { what: `${what}: inserting and indexing, each screen`, samples: [indexing], note: await sizeOf(db) },
      ...(await measureSearches({ person, content, files, pid: server.pid ?? 0, sizes, what })),
      await measureKeys({ server, client, sizes }, content, what),
      ...(await measureSaves(client, db, content, sizes)),
    ];
  } finally {
    await database.close();
    await rm(files, { recursive: true });
  }
}

/** Writes every text that is searched into a file, for ripgrep. */
async function writeTexts(db: Db, folder: string): Promise<void> {
  let last = 0;
  for (let part = 0; ; part += 1) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, text from search_texts where id > ${last} order by id limit ${PER_FOLDER}`.execute(db);
    if (rows.length === 0) return;
    await mkdir(join(folder, String(part)));
    await Promise.all(rows.map(({ id, text }) => writeFile(join(folder, String(part), `${id}.txt`), text)));
    last = Number(rows.at(-1)?.id);
  }
}

async function sizeOf(db: Db): Promise<string> {
  const { rows } = await sql<{ texts: number; mb: number; table_mb: number; index_mb: number; screens_mb: number }>`
    select count(*)::int as texts, (sum(octet_length(text)) / 1e6)::int as mb,
      (pg_total_relation_size('search_texts') / 1e6)::int as table_mb,
      (select (sum(pg_relation_size(oid)) / 1e6)::int from pg_class where starts_with(relname, 'search_texts_trigrams')) as index_mb,
      (pg_total_relation_size('screens') / 1e6)::int as screens_mb
    from search_texts`.execute(db);
  const [size] = rows;
  return `${size?.texts} texts with ${size?.mb} MB; search_texts ${size?.table_mb} MB, of which trigrams ${size?.index_mb} MB; screens ${size?.screens_mb} MB`;
}

/** What is searched for: for the product, and for ripgrep. */
interface Sought {
  readonly query: SearchQueryInput;
  readonly words: readonly string[];
}

function soughtKinds(content: Content): Record<string, () => Sought> {
  const word = () =>
    content.pick(
      content
        .pick(content.sentences)
        .split(/\s+/)
        .filter((each) => each.length >= 3),
    ) ?? 'data';
  const phrase = () => content.pick(content.sentences).split(/\s+/).slice(1, 4).join(' ');
  const plain = (text: string): Sought => ({ query: { text }, words: ['--fixed-strings', '--ignore-case', text] });
  const whole = (text: string): Sought => ({
    query: { text, whole_word: true },
    words: ['--fixed-strings', '--ignore-case', '--word-regexp', text],
  });
  const regex = (text: string): Sought => ({ query: { text, mode: 'regex' }, words: ['--ignore-case', '--regexp', text] });
  return {
    'a word of the texts': () => plain(word()),
    'a whole word': () => whole(word()),
    'a rare name': () => plain(content.rareName()),
    'a phrase of three words': () => plain(phrase()),
    'a regular expression with letters': () => regex(`${content.rareName()}\\s*=`),
    'a regular expression without letters': () => regex(content.pick([String.raw`\d{4}-\d{2}`, String.raw`[A-Z]{5,}`])),
  };
}

interface Searches {
  readonly person: () => Client<Api>;
  readonly content: Content;
  readonly files: string;
  readonly pid: number;
  readonly sizes: Sizes;
  readonly what: string;
}

async function measureSearches({ person, content, files, pid, sizes, what }: Searches): Promise<Line[]> {
  const { program } = await findRipgrep();
  const version = (await promisify(execFile)(program, ['--version'])).stdout.split('\n')[0];
  using watch = MemoryWatch.start(pid);
  const lines: Line[] = [];
  for (const [name, sought] of Object.entries(soughtKinds(content))) {
    let stopped = 0;
    let searches = 0;
    const search = (quick: boolean): TimedWork =>
      timed(async () => {
        const reply = await person().search({ body: { query: sought().query, quick } });
        searches += 1;
        if (reply.stopped !== null) stopped += 1;
      });
    const samples = await measureInTurn(
      { first: search(true), all: search(false), ripgrep: timed(() => countWithRipgrep(program, [...sought().words, files])) },
      { rounds: sizes.times(SEARCHES / PER_ROUND), each: sizes.times(PER_ROUND) },
    );
    const peer = { against: `${version}, counting all in the same texts as files`, baseline: samples.ripgrep };
    const note = `${stopped} of ${searches} searches stopped early`;
    lines.push(
      { what: `${what}: ${name}, first results`, samples: samples.first, ...peer, goal: FIRST_RESULTS, note },
      { what: `${what}: ${name}, all results`, samples: samples.all, ...peer, goal: ALL_RESULTS },
    );
  }
  const memory = await watch.stop();
  return lines.map((line, index) => (index === 0 ? { ...line, note: `${line.note}; memory of the server ${memory}` } : line));
}

/** ripgrep ends with 1 if nothing matches. */
async function countWithRipgrep(program: string, words: readonly string[]): Promise<void> {
  await promisify(execFile)(program, ['--count-matches', '--no-config', ...words], { maxBuffer: 1 << 28 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 1)) throw error;
  });
}

async function measureKeys({ server, sizes }: Bench, content: Content, what: string): Promise<Line> {
  const words = [...new Set(content.many(4 * PAGE_WORDS, () => content.pick(content.pick(content.sentences).split(/\W+/))))]
    .filter((word) => word.length >= 3)
    .slice(0, sizes.of(PAGE_WORDS, 2));
  const samples = await withBrowser((browser) => measureSearchPage(browser, server, words));
  return { what: `${what}: from a key to its first rows painted`, samples: sorted(samples) };
}

async function turn(db: Db, of: keyof typeof TRIGGERS, how: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ name: string; on: string }>`
    select t.tgname as name, t.tgrelid::regclass::text as on from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and starts_with(p.proname, ${TRIGGERS[of]})`.execute(db);
  for (const trigger of rows) await sql.raw(`alter table ${trigger.on} ${how} trigger ${trigger.name}`).execute(db);
}

async function measureSaves(client: Client<Api>, db: Db, content: Content, sizes: Sizes): Promise<Line[]> {
  const lesson = await client.createLesson({ body: { sequence: 900_001, title: 'Saved' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const params = { lessonId: lesson.id, screenId };
  const found: number[] = [];
  for (let at = 0; at < sizes.times(FOUND_SAVES); at += 1) found.push(await timeUntilFound(client, params, content));
  const samples: Record<'both' | keyof typeof TRIGGERS | 'none', number[]> = { both: [], search: [], history: [], none: [] };
  for (let round = 0; round < sizes.times(SAVE_ROUNDS); round += 1)
    for (const on of ['both', 'search', 'history', 'none'] as const) {
      for (const kind of ['search', 'history'] as const) await turn(db, kind, on === 'both' || on === kind ? 'enable' : 'disable');
      for (let at = -3; at < sizes.times(SAVES); at += 1) {
        const duration = await timed(() => client.saveScreen({ params, body: { body_markdown: content.prose(4_000) } }))();
        if (at >= 0) samples[on].push(duration);
      }
      await untilSearched(db);
    }
  const of = (on: keyof typeof samples): Samples => sorted(samples[on]);
  const what = 'save of 4 kB among them';
  return [
    { what: 'a save, until it is found', samples: sorted(found), goal: FOUND },
    { what, samples: of('both'), against: 'without the triggers of search', baseline: of('history') },
    { what, samples: of('both'), against: 'without the triggers of history', baseline: of('search') },
    { what, samples: of('both'), against: 'without both', baseline: of('none') },
  ];
}

async function timeUntilFound(client: Client<Api>, params: { lessonId: number; screenId: number }, content: Content): Promise<number> {
  const text = `saved${randomUUID().replaceAll('-', '')}`;
  const start = performance.now();
  await client.saveScreen({ params, body: { body_markdown: `${content.prose(2_000)} ${text}` } });
  while ((await client.search({ body: { query: { text } } })).matches === 0) {
    if (performance.now() - start > FOUND_MS) throw new Error('The save is not found.');
    await sleep(LOOK_MS);
  }
  return performance.now() - start;
}
