import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { sql } from 'kysely';
import type { Api } from '#app/contract/api.ts';
import type { SearchQueryInput } from '#features/search/contract/search.ts';
import type { Client } from '#platform/contract/client.ts';
import { type Db, openDatabase } from '#platform/server/database/database.ts';
import { findBrowser } from '#testing/browser.ts';
import { RealServer } from '#testing/real-server.ts';
import { untilSearched } from '#testing/until-searched.ts';
import { measure, median, quantile, type Samples } from './measure.ts';
import { MemoryWatch } from './memory-watch.ts';
import { Content } from './search-content.ts';
import { measureSearchPage } from './search-page.ts';

// `node bench/search.ts [screens] [--keep FOLDER] [--parts searches,page,saves]`: searches over many screens, against a scan of the same
// table, and saves against saves without the triggers. `--keep` keeps the data folder, and uses it again the next time.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, parts: { type: 'string', default: 'searches,page,saves' } },
});
const SCREENS = Number(positionals[0] ?? 100_000);
const PARTS = values.parts.split(',');
const SEARCHES = 45;
const CALLS_A_MINUTE = 550;
const MINUTE_MS = 61_000;
const SCANS = 5;
const PAGE_WORDS = 25;
const SAVES = 24;
const ROUNDS = 3;
/** The pause of an author who saves now and then, in which the search reads what was saved. */
const PAUSE_MS = 700;
/** The triggers of search and of history, by the beginnings of the names of their functions. */
const TRIGGERS = { search: 'queue_search', history: 'note_' } as const;
const content = await Content.read(18);

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'lessonwright-search-')));
await mkdir(folder, { recursive: true });
const made = join(folder, `made-${SCREENS}`);
const isMade = await stat(made).then(
  () => true,
  () => false,
);
const server = await RealServer.createIn(folder, {
  LESSONWRIGHT_CHECK_REPLIES: '0',
  LESSONWRIGHT_LOG: 'warn',
  LESSONWRIGHT_SAMPLE: '0',
  LESSONWRIGHT_LOCAL_RUNNER: '0',
});
try {
  const client = isMade ? await server.signInOwner() : await server.setUpOwner();
  const database = await openDatabase({ dataFolder: folder, databaseUrl: null });
  try {
    if (!isMade) await build(database.db);
    await reportSize(database.db);
    if (PARTS.includes('searches')) await measureSearches(client, database.db);
    if (PARTS.includes('page')) await measurePage();
    if (PARTS.includes('saves')) await measureSaves(client, database.db);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(server.output);
  throw error;
} finally {
  await server.stop();
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}

async function build(db: Db): Promise<void> {
  const start = performance.now();
  await content.insertScreens(db, SCREENS);
  await untilSearched(db);
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${SCREENS} screens, inserted and indexed in ${seconds.toFixed(0)} s (${(SCREENS / seconds).toFixed(0)} screens a second)`);
  await sql`vacuum analyze search_texts`.execute(db);
  await writeFile(made, '');
}

function line(what: string, samples: readonly number[]): string {
  const sorted: Samples = samples.toSorted((left, right) => left - right);
  return `${what}: median ${median(sorted).toFixed(0)} ms, p95 ${quantile(sorted, 0.95).toFixed(0)} ms, longest ${quantile(sorted, 1).toFixed(0)} ms`;
}

async function reportSize(db: Db): Promise<void> {
  const { rows } = await sql<{ texts: number; mb: number; table_mb: number; index_mb: number; screens_mb: number }>`
    select count(*)::int as texts, (sum(octet_length(text)) / 1e6)::int as mb,
      (pg_total_relation_size('search_texts') / 1e6)::int as table_mb,
      (select (sum(pg_relation_size(oid)) / 1e6)::int from pg_class where starts_with(relname, 'search_texts_trigrams')) as index_mb,
      (pg_total_relation_size('screens') / 1e6)::int as screens_mb
    from search_texts`.execute(db);
  const [size] = rows;
  console.log(
    `${size?.texts} texts with ${size?.mb} MB; search_texts has ${size?.table_mb} MB, of which trigrams ${size?.index_mb} MB; screens have ${size?.screens_mb} MB`,
  );
}

function wordsOf(count: number): string[] {
  return content.many(count, () =>
    content.pick(
      content
        .pick(content.sentences)
        .split(/\s+/)
        .filter((word) => word.length >= 3),
    ),
  );
}

async function measureSearches(client: Client<Api>, db: Db): Promise<void> {
  await client.listLessons();
  await sleep(2_000);
  using watch = MemoryWatch.start(server.pid ?? 0);
  const words = wordsOf(SEARCHES);
  const names = content.many(SEARCHES, () => content.rareName());
  const phrases = content.many(SEARCHES, () => content.pick(content.sentences).split(/\s+/).slice(1, 4).join(' '));
  const regex = (text: string): SearchQueryInput => ({ text, mode: 'regex' });
  const patterns = names.map(
    (name, index) =>
      [`${name}\\s*=`, `${name.slice(0, 6)}\\w+ = ${name.slice(0, 5)}`, `(${name}|${names[index - 1] ?? name})\\b`, `=\\s+${name}$`][
        index % 4
      ] ?? name,
  );
  const kinds: Record<string, readonly SearchQueryInput[]> = {
    'words of the texts': words.map((text) => ({ text })),
    'whole words': words.map((text) => ({ text, whole_word: true })),
    'rare names': names.map((text) => ({ text })),
    'phrases of three words': phrases.map((text) => ({ text })),
    'regular expressions with letters': patterns.map(regex),
    'regular expressions without letters': [String.raw`\d{4}-\d{2}`, String.raw`[A-Z]{5,}`, String.raw`\w+\(\w+\)\.\w+`].map(regex),
  };
  const plain: number[] = [];
  let calls = 0;
  for (const [what, queries] of Object.entries(kinds))
    for (const quick of [true, false]) {
      const samples: number[] = [];
      let stopped = 0;
      let empty = 0;
      for (let at = 0; at < SEARCHES; at += 1) {
        // Within the limit of calls per minute.
        if ((calls += 1) % CALLS_A_MINUTE === 0) await sleep(MINUTE_MS);
        const start = performance.now();
        const reply = await client.search({ body: { query: queries[at % queries.length] ?? { text: 'x' }, quick } });
        samples.push(performance.now() - start);
        if (reply.stopped !== null) stopped += 1;
        if (reply.stopped === 'time' && reply.matches === 0) empty += 1;
      }
      if (quick && plain.length === 0) plain.push(...samples.toSorted((left, right) => left - right));
      const end = `${stopped} of ${SEARCHES} stopped early${empty > 0 ? `, ${empty} without a match by then` : ''}`;
      console.log(`${line(`${what}, ${quick ? 'first results' : 'all results'}`, samples)}; ${end}`);
    }
  console.log(`memory of the server during searches: ${await watch.stop()}`);

  let scanned = 0;
  const scans = await measure(
    () => sql`select count(*) from search_texts where text ilike ${`%${words[scanned++]?.replaceAll(/[\\%_]/g, '')}%`}`.execute(db),
    { count: SCANS, warmUp: 1 },
  );
  console.log(
    `${line('a scan of the same table for a word', scans)}: ${(median(scans) / median(plain)).toFixed(1)} times as long as first results`,
  );
}

async function measurePage(): Promise<void> {
  const browser = await chromium.launch(findBrowser());
  try {
    console.log(
      line(
        'from a key to its first results on the page',
        await measureSearchPage(browser, server, [...new Set(wordsOf(2 * PAGE_WORDS))].slice(0, PAGE_WORDS)),
      ),
    );
  } finally {
    await browser.close();
  }
}

async function turn(db: Db, of: keyof typeof TRIGGERS, how: 'enable' | 'disable'): Promise<void> {
  const { rows } = await sql<{ name: string; on: string }>`
    select t.tgname as name, t.tgrelid::regclass::text as on from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and starts_with(p.proname, ${TRIGGERS[of]})`.execute(db);
  for (const trigger of rows) await sql.raw(`alter table ${trigger.on} ${how} trigger ${trigger.name}`).execute(db);
}

async function measureSaves(client: Client<Api>, db: Db): Promise<void> {
  // A run that was ended may have left them disabled in a folder that is kept.
  for (const kind of ['search', 'history'] as const) await turn(db, kind, 'enable');
  const lesson = await client.createLesson({ body: { sequence: 900_000 + Math.floor(Math.random() * 99_000), title: 'Saved' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const params = { lessonId: lesson.id, screenId };
  const save = () => client.saveScreen({ params, body: { body_markdown: content.prose(4_000) } });
  const search = (text: string) => client.search({ body: { query: { text } } });

  const live: number[] = [];
  for (let at = 0; at < SAVES / 2; at += 1) {
    const text = `saved${randomUUID().replaceAll('-', '')}`;
    const start = performance.now();
    await client.saveScreen({ params, body: { body_markdown: `${content.prose(2_000)} ${text}` } });
    while ((await search(text)).matches === 0) {
      if (performance.now() - start > 10_000) throw new Error('The save is not found.');
      await sleep(50);
    }
    live.push(performance.now() - start);
  }
  console.log(line('a save, until it is found', live));

  for (const pause of [0, PAUSE_MS]) {
    const samples: Record<'both' | keyof typeof TRIGGERS | 'none', number[]> = { both: [], search: [], history: [], none: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const on of ['both', 'search', 'history', 'none'] as const) {
        for (const kind of ['search', 'history'] as const) await turn(db, kind, on === 'both' || on === kind ? 'enable' : 'disable');
        for (let at = -3; at < SAVES / (pause === 0 ? 1 : 4); at += 1) {
          if (pause > 0) await sleep(pause);
          const start = performance.now();
          await save();
          if (at >= 0) samples[on].push(performance.now() - start);
        }
        await untilSearched(db);
      }
    const of = (on: keyof typeof samples) => median(samples[on].toSorted((a, b) => a - b));
    const when = pause === 0 ? 'one after the other' : `every ${pause} ms`;
    console.log(line(`saves of 4 kB ${when}`, samples.both));
    console.log(line('  without search', samples.history));
    console.log(line('  without history', samples.search));
    console.log(line('  without both', samples.none));
    console.log(
      `  search: ${(of('both') / of('history')).toFixed(2)} times as long, history: ${(of('both') / of('search')).toFixed(2)} times as long`,
    );
  }
  for (const kind of ['search', 'history'] as const) await turn(db, kind, 'enable');
}
