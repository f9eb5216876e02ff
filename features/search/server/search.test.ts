import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importMain } from '#features/sync/server/import-main.ts';
import type { Db, Tx } from '#platform/server/database/database.ts';
import { commitElsewhere, contentOf } from '#testing/foreign-commit.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { untilSearched } from '#testing/until-searched.ts';
import { SearchQuery, type SearchQueryInput, type SearchReply } from '../contract/search.ts';
import { eachCandidate } from './find-texts.ts';
import { search } from './search.ts';

const SAMPLE = join(import.meta.dirname, '../../../app/server/sample-content');

let server: TestServer;
let sequence = 700;
beforeAll(async () => {
  server = await startTestServer({ sampleFolder: SAMPLE, hasWorkers: false });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

const client = (role: TestRole = 'staff') => server.client(role);

async function find(query: SearchQueryInput, role: TestRole = 'staff'): Promise<SearchReply> {
  await untilSearched(server.platform.db);
  return client(role).search({ body: { query } });
}

/** The texts that are found, by the labels of their fields. */
const labels = ({ groups }: SearchReply) => groups.flatMap(({ matches }) => matches.map(({ label }) => label));

async function makeLesson(body_markdown: string, title = 'Searched') {
  const lesson = await client().createLesson({ body: { sequence: (sequence += 1), title } });
  const { newScreenId: screenId } = await client().createScreen({ params: { id: lesson.id }, body: { sequence: 1, type: 'code' } });
  await client().saveScreen({ params: { lessonId: lesson.id, screenId }, body: { title: 'One', body_markdown } });
  return { id: lesson.id, sequence: lesson.sequence, screenId, params: { lessonId: lesson.id, screenId } };
}

const nameOfCourse = async () => (await client().listCourses())[0]?.name ?? '';

describe('a match', () => {
  it('has its place and the lines around', async () => {
    const made = await makeLesson('above\nthe quaggaword here\nbelow');
    const reply = await find({ text: 'QuaggaWord' });
    expect(reply).toMatchObject({ matches: 1, lessons: 1, stopped: null, next: null });
    expect(reply.groups).toMatchObject([
      {
        kind: 'lesson',
        id: made.id,
        count: 1,
        matches: [
          {
            kind: 'text',
            label: 'Learn',
            screen_sequence: 1,
            before: 'the ',
            match: 'quaggaword',
            after: ' here',
            line_before: 'above',
            line_after: 'below',
            place: {
              document: 'screen',
              id: made.screenId,
              screen_id: made.screenId,
              field: 'body_markdown',
              line: 2,
              column: 5,
              end_column: 15,
            },
          },
        ],
      },
    ]);
  });

  it('is found in each kind of text of a lesson', async () => {
    const made = await makeLesson('![tapirword in a tree](images/a.png)', 'tapirword lesson');
    const code = {
      setup_code: 'tapirword = 1',
      answer_code: 'tapirword = 2',
      custom_check_code: 'assert tapirword',
      hint_markdown: 'tapirword',
    };
    await client().saveScreen({ params: made.params, body: code });
    const answer_options = [{ label: 'tapirword', feedback_message: 'tapirword!', valid: true, skill_id: null }];
    await client().createQuestion({ params: made.params, body: { question: 'Is it a tapirword?', answer_options } });
    await client().createComment({ params: { id: made.screenId }, body: { comment: 'About tapirword' } });
    const file = new File(['a,tapirword\n'], 'tapirword.csv');
    expect(await sendForm(server, { url: `/api/lesson/${made.id}/datafile` }, { file })).toMatchObject({ status: 200 });
    const reply = await find({ text: 'tapirword' });
    expect(reply.groups.map(({ id }) => id)).toEqual([made.id]);
    expect(new Set(reply.facets.kinds.map(({ value }) => value))).toEqual(
      new Set(['title', 'alt', 'hint', 'setup', 'answer', 'check', 'question', 'option', 'comment', 'file', 'file_name']),
    );
    expect(labels(await find({ text: 'tapirword', kinds: ['alt'] }))).toEqual(['Learn, alternative text']);
    expect(labels(await find({ text: 'tapirword', kinds: ['question', 'option'] }))).toEqual([
      'Question 1',
      'Question 1, option 1, feedback',
      'Question 1, option 1',
    ]);
  });
});

describe('what changes is found again', () => {
  it('finds a screen after it was saved, deleted and restored', async () => {
    const made = await makeLesson('okapiword');
    expect((await find({ text: 'okapiword' })).matches).toBe(1);
    await client().saveScreen({ params: made.params, body: { body_markdown: 'zebraword' } });
    expect((await find({ text: 'okapiword' })).matches).toBe(0);
    expect((await find({ text: 'zebraword' })).matches).toBe(1);
    await client().deleteScreen({ params: made.params });
    expect((await find({ text: 'zebraword' })).matches).toBe(0);
    await client().restoreScreen({ params: { id: made.screenId }, body: {} });
    expect((await find({ text: 'zebraword' })).matches).toBe(1);
  });

  it('finds a lesson after it was cloned, deleted and restored', async () => {
    const main = (await client().listLessons()).find(({ is_main }) => is_main);
    const clone = await client().cloneLesson({ params: { id: main?.id ?? 0 } });
    const made = await makeLesson('gnuword');
    await client().deleteLesson({ params: { id: made.id } });
    expect((await find({ text: 'gnuword' })).matches).toBe(0);
    await client().restoreLesson({ params: { id: made.id } });
    expect((await find({ text: 'gnuword' })).matches).toBe(1);
    // A clone without changes is not the latest version.
    expect((await find({ text: 'the', latest: true, lessons: [main?.id ?? 0] })).lessons).toBe(1);
    expect((await find({ text: 'the', latest: true, lessons: [clone.id] })).lessons).toBe(0);
  });

  it('finds lessons after a push to main with git', async () => {
    const { platform } = server;
    const row = await platform.db
      .selectFrom('lessons as l')
      .innerJoin('releases as r', 'r.id', 'l.release_id')
      .where('r.is_main', '=', true)
      .innerJoin('screens as s', 's.lesson_id', 'l.id')
      .select(['l.folder', 's.folder as screen'])
      .where('s.type', '=', 'text')
      .limit(1)
      .executeTakeFirstOrThrow();
    await commitElsewhere(contentOf(platform.config.dataFolder).directory, 'main', {
      [`lessons/${row.folder}/screens/${row.screen}/learn.md`]: 'pushedword\n',
    });
    await platform.git.fetch('main');
    await importMain(platform, AbortSignal.timeout(300_000));
    expect((await find({ text: 'pushedword' })).groups).toMatchObject([{ is_main: true, count: 1 }]);
  });

  it('finds changed courses and paths', async () => {
    const { groups } = await find({ text: await nameOfCourse() });
    expect(groups.filter(({ kind }) => kind === 'course')).toMatchObject([{ matches: [{ kind: 'title', place: { field: 'name' } }] }]);
    const [path] = await client().listPaths();
    expect((await find({ text: path?.name ?? '' })).groups.some(({ kind, id }) => kind === 'path' && id === path?.id)).toBe(true);
  });
});

describe('a query', () => {
  it('is narrowed by its options', async () => {
    const made = await makeLesson('Lemurword lemurwords');
    const count = async (query: Partial<SearchQueryInput>) => (await find({ text: 'lemurword', ...query })).matches;
    expect(await count({})).toBe(2);
    expect(await count({ match_case: true })).toBe(1);
    expect(await count({ whole_word: true })).toBe(1);
    expect(await count({ mode: 'regex', text: String.raw`lemur\w+s\b` })).toBe(1);
    expect(await count({ lessons: [made.id] })).toBe(2);
    expect(await count({ languages: ['r'] })).toBe(0);
    expect(await count({ screen_types: ['code'] })).toBe(2);
    expect(await count({ screen_types: ['text'] })).toBe(0);
    expect(await count({ authors: ['Nobody'] })).toBe(0);
    expect(await count({ statuses: ['Modified'] })).toBe(2);
    expect(await count({ statuses: ['New'] })).toBe(2);
    expect(await count({ statuses: ['Behind main'] })).toBe(0);
    expect(await count({ statuses: ['Published'] })).toBe(0);
    expect(await count({ releases: [2_000_000_000] })).toBe(0);
  });

  it('finds what the index has no letters of', async () => {
    await makeLesson('été %_\\ 日本');
    const texts = ['été', '%_\\', '日本', 'ÉTÉ', '%_'];
    expect(await Promise.all(texts.map(async (text) => (await find({ text })).matches))).toEqual(texts.map(() => 1));
    expect((await find({ text: '[%][_]', mode: 'regex' })).matches).toBe(1);
  });

  it('says where a pattern is wrong', async () => {
    const wrong = find({ text: 'ab(c', mode: 'regex' });
    await expect(wrong).rejects.toMatchObject({ code: 'refused', message: 'Missing closing ).', details: { from: 0, to: 4 } });
  });

  it.each([
    ['(a+)+$', 'answered'],
    ['(.*)*x', 'answered'],
    [String.raw`((\w+\s?)+)+$`, 'answered'],
    ['(x?){500}y', 'refused'],
    ['((a{99}){99}){99}', 'refused'],
  ])('with the hostile pattern %s is %s', async (text, expected) => {
    await makeLesson(`${'aaaa '.repeat(2_000)}!`);
    const reply = await find({ text, mode: 'regex' }).then(
      () => 'answered',
      ({ code }: { code: unknown }) => code,
    );
    expect(reply).toBe(expected);
  });

  it('is paged by lesson', async () => {
    const made: number[] = [];
    for (let count = 0; count < 22; count += 1) made.push((await makeLesson('pagedword')).id);
    const first = await find({ text: 'pagedword' });
    expect(first).toMatchObject({ matches: 22, lessons: 22, next: 20 });
    const second = await client().search({ body: { query: { text: 'pagedword' }, from: first.next ?? 0, looked_at: first.looked_at } });
    expect(second).toMatchObject({ matches: 22, next: null });
    expect([...first.groups, ...second.groups].map(({ id }) => id)).toEqual(made);
  });
});

describe('candidates', () => {
  it('reads texts in the same order each time, until it has enough', async () => {
    for (let count = 0; count < 9; count += 1) await makeLesson('okapi_word');
    await untilSearched(server.platform.db);
    const look = async (limits: { most?: number; again?: number; until?: () => number }, goesOn = true) => {
      const ids: number[] = [];
      const ended = await eachCandidate(
        server.platform.db,
        SearchQuery.parse({ text: 'okapi_word' }),
        { lessons: null, hasCurricula: true, most: 100, again: null, until: () => performance.now() + 60_000, ...limits },
        (texts) => {
          ids.push(...texts.map(({ id }) => id));
          return Promise.resolve(goesOn);
        },
      );
      return { ended, ids };
    };
    const { ended, ids } = await look({});
    expect([ended, ids.length]).toEqual(['all', 9]);
    expect(await look({ most: 4 })).toEqual({ ended: 'most', ids: ids.slice(0, 4) });
    expect(await look({ most: 9 })).toEqual({ ended: 'all', ids });
    expect(await look({ most: 4, again: 7 })).toEqual({ ended: 'most', ids: ids.slice(0, 7) });
    expect((await look({}, false)).ended).toBe('enough');
    expect(await look({ until: () => 0 })).toEqual({ ended: 'time', ids: [] });
  });

  it('are those of some lessons, in whichever part of the index they are', async () => {
    const made: number[] = [];
    for (let count = 0; count < 9; count += 1) made.push((await makeLesson('bongoword')).id);
    for (const id of made) expect((await find({ text: 'bongoword', lessons: [id] })).groups.map((group) => group.id)).toEqual([id]);
  });

  it('have underscores where the query has them', async () => {
    await makeLesson('kudu_word kuduqword');
    expect((await find({ text: 'kudu_word' })).matches).toBe(1);
    expect((await find({ text: 'uqw' })).matches).toBe(1);
    expect((await find({ text: 'u_w' })).matches).toBe(1);
  });
});

it('a quick search of little finds all', async () => {
  await makeLesson('gaurword');
  await untilSearched(server.platform.db);
  const reply = await client().search({ body: { query: { text: 'gaurword' }, quick: true } });
  expect(reply).toMatchObject({ matches: 1, stopped: null, looked_at: null });
});

describe('an external author', () => {
  it('finds only what the lessons list shows', async () => {
    const made = await makeLesson('secretword');
    await client('external').cloneLesson({ params: { id: made.id } });
    await client().saveScreen({ params: made.params, body: { body_markdown: 'secretword again' } });
    const seen = new Set((await client('external').listLessons()).map(({ id }) => id));
    const reply = await find({ text: 'secretword' }, 'external');
    expect(reply.groups.map(({ id }) => id).every((id) => seen.has(id))).toBe(true);
    expect((await find({ text: 'secretword' })).lessons).toBe(2);
    // A version that isn't the latest, and isn't theirs.
    await client('owner').cloneLesson({ params: { id: made.id } });
    const later = await find({ text: 'secretword' }, 'external');
    expect(later.groups.map(({ id }) => id)).not.toContain(made.id);
    expect((await find({ text: 'secretword', lessons: [made.id] }, 'external')).matches).toBe(0);
  });

  it('finds no courses and paths', async () => {
    expect((await find({ text: await nameOfCourse() }, 'external')).groups.filter(({ kind }) => kind !== 'lesson')).toEqual([]);
  });
});

describe('searches at the same moment', () => {
  /** The database, with the largest number of transactions that were open at the same moment. */
  function counted() {
    const { db } = server.platform;
    const open = { now: 0, most: 0 };
    const execute = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      try {
        return await db.transaction().execute(work);
      } finally {
        open.now -= 1;
      }
    };
    const get = (target: Db, key: string | symbol): unknown => {
      if (key === 'transaction') return () => ({ execute });
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    };
    return { db: new Proxy(db, { get }), open };
  }

  it.each([
    ['regex', 1],
    ['plain', 3],
  ] as const)('with %s take at most %i connections, and all are answered', async (mode, most) => {
    await makeLesson(`the ${mode}yakword here`);
    await untilSearched(server.platform.db);
    const { db, open } = counted();
    const people = await Promise.all(Array.from({ length: 4 }, () => server.newPerson('staff')));
    const query = SearchQuery.parse({ text: mode === 'regex' ? 'regexyakwor.' : 'plainyakword', mode });
    const searches = people.flatMap(({ actor }) =>
      Array.from({ length: 3 }, () => search({ db }, actor, query, { from: 0, looked_at: null, quick: false })),
    );
    expect(new Set((await Promise.all(searches)).map(({ matches }) => matches))).toEqual(new Set([1]));
    expect(open.most).toBe(most);
  });
});
