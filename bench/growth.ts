import { pino } from 'pino';
import type { Api } from '#app/contract/api.ts';
import { openPlatform } from '#app/server/open-platform.ts';
import { runHousekeeping } from '#features/operations/server/housekeeping/run-housekeeping.ts';
import type { Client } from '#platform/contract/client.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { RealServer } from '#testing/real-server.ts';
import { untilSearched } from '#testing/until-searched.ts';
import { measure, median, sorted, timed, type Samples } from './measure.ts';
import type { Line } from './report.ts';
import { textOf } from './saves.ts';
import { Content, PER_LESSON } from './search-content.ts';
import type { Sizes } from './sizes.ts';

const LESSONS = [100, 1_000, 10_000] as const;
const SMALL = [10, 20, 40] as const;
const COUNT = 15;
const SAVES = 40;
const STARTS = 3;
const ROUNDS = 3;
const SETTINGS = { LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn', LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOCAL_RUNNER: '0' };

/** What was measured, by name, with one number of lessons. */
type Measured = ReadonlyMap<string, Samples>;

/** How each list, search, save, start and step of housekeeping grows with the number of lessons, which have ten screens each. */
export async function measureGrowth(sizes: Sizes): Promise<Line[]> {
  const numbers = sizes.isSmoke ? SMALL : LESSONS;
  const bySize: Measured[] = [];
  for (const lessons of numbers) bySize.push(await measureWith(lessons, sizes));
  const [first, last] = [bySize[0], bySize.at(-1)];
  const [fewest, most] = [numbers[0], numbers.at(-1) ?? numbers[0]];
  if (!first || !last) throw new Error('Nothing was measured.');
  return [...last].map(([name, samples]) => {
    const medians = bySize.map((measured) => median(measured.get(name) ?? []));
    const exponent = Math.log((medians.at(-1) ?? 0) / (medians[0] ?? 0)) / Math.log(most / fewest);
    return {
      what: `${name}, with ${most.toLocaleString('en')} lessons`,
      samples,
      against: `with ${fewest} lessons`,
      baseline: first.get(name) ?? [],
      note: `exponent ${exponent.toFixed(2)} (${medians.map((each) => each.toFixed(1)).join(', ')} ms)`,
    };
  });
}

async function measureWith(lessons: number, sizes: Sizes): Promise<Measured> {
  const server = await RealServer.create(SETTINGS);
  try {
    const client = await server.setUpOwner();
    const content = await Content.read(lessons);
    await server.stop();
    await insert(server.dataFolder, content, lessons);
    const starts: number[] = [];
    for (let start = 0; start < sizes.times(STARTS); start += 1) {
      starts.push(await timed(() => server.start())());
      if (start < sizes.times(STARTS) - 1) await server.stop();
    }
    await untilIndexed(server.dataFolder);
    const measured = new Map([['start', sorted(starts)]]);
    for (const [name, call] of Object.entries(callsOf(client, content)))
      measured.set(name, await measure(call, { count: sizes.times(COUNT), warmUp: sizes.times(3) }));
    measured.set('save of 4 kB', await measureSaves(client, sizes));
    await server.stop();
    for (const [step, samples] of await measureHousekeeping(server.dataFolder, sizes)) measured.set(`housekeeping: ${step}`, samples);
    return measured;
  } finally {
    await server.remove();
  }
}

async function insert(dataFolder: string, content: Content, lessons: number): Promise<void> {
  const database = await openDatabase({ dataFolder, databaseUrl: null });
  try {
    await content.insertScreens(database.db, lessons * PER_LESSON);
  } finally {
    await database.close();
  }
}

async function untilIndexed(dataFolder: string): Promise<void> {
  const database = await openDatabase({ dataFolder, databaseUrl: null });
  try {
    await untilSearched(database.db);
  } finally {
    await database.close();
  }
}

/** The calls of the pages that list something. */
function callsOf(client: Client<Api>, content: Content): Record<string, () => Promise<unknown>> {
  const word = () =>
    content
      .pick(content.sentences)
      .split(/\s+/)
      .find((each) => each.length > 4) ?? 'data';
  return {
    'list of lessons': () => client.listLessons(),
    'list of lessons as columns': () => client.listLessonColumns(),
    'list of releases': () => client.listReleases(),
    'list of courses': () => client.listCourses(),
    'list of paths': () => client.listPaths(),
    'list of datasets': () => client.listDatasets(),
    'list of the trash': () => client.listTrash(),
    'list of recent screens': () => client.listRecentScreens(),
    'list of lesson news': () => client.listLessonNews(),
    'search for a word, first results': () => client.search({ body: { query: { text: word() }, quick: true } }),
    'search for a word, all results': () => client.search({ body: { query: { text: word() }, quick: false } }),
    'search for a screen by its title': () => client.findScreens({ query: { q: word() } }),
  };
}

async function measureSaves(client: Client<Api>, sizes: Sizes): Promise<Samples> {
  const { id } = await client.createLesson({ body: { sequence: 900_001, title: 'Measured' } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId: newScreenId };
  const save = () => client.saveScreen({ params, body: { body_markdown: textOf() } });
  return measure(save, { count: sizes.times(SAVES), warmUp: sizes.times(SAVES) });
}

/** The steps in a process of their own platform: each writes a line into the log when it ends. */
async function measureHousekeeping(dataFolder: string, sizes: Sizes): Promise<Measured> {
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase({ dataFolder, databaseUrl: null });
  opened.defer(() => database.close());
  const config = readConfig({ ...SETTINGS, LESSONWRIGHT_DATA: dataFolder });
  const platform = await openPlatform({ config, log: pino({ level: 'silent' }), database, sampleFolder: null }, opened);
  const steps = new Map<string, number[]>();
  let last = 0;
  const note = ({ step }: { step: string }): void => {
    steps.set(step, [...(steps.get(step) ?? []), performance.now() - last]);
    last = performance.now();
  };
  const fail = ({ err, step }: { err: unknown; step: string }): void => {
    throw new Error(`Housekeeping failed in ${step}.`, { cause: err });
  };
  const log = Object.assign(pino({ level: 'silent' }), { info: note, debug: note, error: fail });
  for (let round = 0; round < sizes.times(ROUNDS); round += 1) {
    last = performance.now();
    await runHousekeeping({ platform: { ...platform, log }, now: new Date(), signal: new AbortController().signal });
  }
  return new Map([...steps].map(([step, times]) => [step, sorted(times)]));
}
