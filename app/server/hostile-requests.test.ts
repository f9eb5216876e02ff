import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let lessonId: number;
const failures: string[] = [];

beforeAll(async () => {
  const note = (line: string) => (JSON.parse(line) as { level: number }).level >= 50 && failures.push(line);
  server = await startTestServer({ hasWorkers: false, logTo: { write: note } });
  lessonId = (await server.client('external').createLesson({ body: { sequence: 700, title: 'Hostile' } })).id;
});
beforeEach(() => {
  failures.length = 0;
});
afterAll(() => server.close());

describe('a body', () => {
  it.each([
    ['nested deeply', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['nested deeply around many values', '['.repeat(3_000) + `0${',0'.repeat(200_000)}` + ']'.repeat(3_000)],
  ])('%s is refused before anything is done with it, from people who are signed out', async (_, payload) => {
    const headers = { 'content-type': 'application/json' };
    for (const url of ['/api/login/password', '/api/preview/none/grade']) {
      const reply = await server.inject({ method: 'POST', url, headers, payload });
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { code: 'invalid', error: expect.stringContaining('nested more than') },
      ]);
    }
    expect(failures).toEqual([]);
  });
});

describe('calls at the same moment that store the same', () => {
  it.each([
    ['/api/lessons', { sequence: 701, title: 'Twice' }],
    ['/api/lessons/{id}/version/new', undefined],
    ['/api/course', { name: 'Twice', sequence: 71 }],
    ['/api/track', { name: 'Twice', sequence: 72 }],
    ['/api/saved-views', { page: 'search', name: 'Twice', filters: { q: 'twice' } }],
    ['/api/staff', { email: 'twice@example.org' }],
    ['/api/external-users', { email: 'twice-external@example.org' }],
  ] as const)('by %s: one is done, the others learn that it exists', async (path, payload) => {
    const url = path.replace('{id}', String(lessonId));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.inject({ method: 'POST', url, headers: server.headers('owner'), ...(payload ? { payload } : {}) }),
      ),
    );
    const outcomes = replies.map((reply) => [reply.statusCode, reply.json<{ code?: string }>().code]);
    const done = outcomes.filter(([status]) => status === 200);
    expect([done.length, ...new Set(outcomes.filter(([status]) => status !== 200).flat())]).toEqual([1, 409, 'already_exists']);
    expect(failures).toEqual([]);
  });
});

describe('a form', () => {
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nhalf';
  const field = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nhalf\r\n';

  it.each([
    '/api/lesson/{id}/datafile',
    '/api/lesson/{id}/image',
    '/api/releases/zip',
    '/api/dataset',
    '/api/dataset/chunk',
    '/api/lessons/import-file',
  ])('that is malformed or cut off is refused as the caller’s fault at %s', async (path) => {
    for (const [type, payload] of [
      ['multipart/form-data', `${part}\r\n--b--\r\n`],
      ['multipart/form-data; boundary=b', part],
      ['multipart/form-data; boundary=b', `${part}\r\n--b\r\n`],
      ['multipart/form-data; boundary=b', field],
      ['multipart/form-data; boundary=b', `${field}--b\r\nContent-Disp`],
      ['multipart/form-data; boundary=b', 'nothing of the kind'],
    ] as const) {
      const headers = { ...server.headers('staff'), 'content-type': type };
      const reply = await server.inject({ method: 'POST', url: path.replace('{id}', String(lessonId)), headers, payload });
      expect([type, payload, reply.statusCode, reply.json()]).toMatchObject([type, payload, 400, { code: 'invalid' }]);
    }
    expect(failures).toEqual([]);
  });
});

describe('a text that is too expensive to render', () => {
  it.each([
    ['formulas that are never closed', '$a '.repeat(300_000)],
    [
      'elements that stay open in many paragraphs',
      `<p>${Array.from({ length: 150 }, (_, index) => `<b title="${index}">`).join('')}${'<p>a'.repeat(5_000)}`,
    ],
    ['an element with a long text of its own in many paragraphs', `<p><b title="${'x'.repeat(20_000)}">${'<p>a'.repeat(5_000)}`],
  ])('is saved and opened as its source, and calls are answered meanwhile: %s', async (_, body_markdown) => {
    const client = server.client('external');
    const { newScreenId } = await client.createScreen({ params: { id: lessonId }, body: { sequence: 1 } });
    const params = { lessonId, screenId: newScreenId };
    const saving = client.saveScreen({ params, body: { body_markdown } });
    expect((await server.inject('/api/health')).statusCode).toBe(200);
    const saved = await saving;
    expect(saved.body_html).toContain('This is its source');
    expect(saved.body_html.length).toBeLessThan(body_markdown.length * 6);
    expect((await client.getScreen({ params })).body_html).toBe(saved.body_html);
  });
});

describe('work on hostile texts', () => {
  const FORMULAS = '$x^2$ '.repeat(5_000);
  const MOST_TIMES = 5;
  const OPEN_BOXES = `::: note\n${'a\n\n'.repeat(100)}`.repeat(100);

  const newLesson = async (fields: Partial<ScreenFields>) => {
    const client = server.client('external');
    const { id } = await client.createLesson({ body: { sequence: 751 + newLesson.count++, title: 'Hostile' } });
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: fields });
    return { id, screenId: newScreenId };
  };
  newLesson.count = 0;

  /** How much of the time of some work passes without an answer of the server to others. */
  const blockedShare = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    let longest = 0;
    let last = begun;
    const state = { isDone: false };
    const working = work().finally(() => (state.isDone = true));
    while (!state.isDone) {
      expect((await server.inject('/api/health')).statusCode).toBe(200);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      await nextTurn();
    }
    await working;
    return longest / (performance.now() - begun);
  };

  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    [
      'an import',
      async () => () =>
        sendForm(
          server,
          { url: '/api/lessons/import-file', role: 'external' },
          { sequence: 800, dry_run: 'true', file: new File([OPEN_BOXES], 'a.md') },
        ),
    ],
    [
      'an export',
      async () => {
        const { id } = await newLesson({ body_markdown: FORMULAS, instructions_markdown: FORMULAS });
        const headers = server.headers('external');
        return async () => {
          const reply = await server.inject({ url: `/api/export?format=website&kind=lessons&ids=${id}`, headers });
          expect(reply.statusCode).toBe(200);
        };
      },
    ],
    [
      'preflight',
      async () => {
        const { id, screenId } = await newLesson({});
        const client = server.client('external');
        let times = 0;
        // A report is stored until the lesson changes.
        return async () => {
          const body = { body_markdown: FORMULAS, title: `Time ${times++}` };
          await client.saveScreen({ params: { lessonId: id, screenId }, body });
          await client.getLessonPreflight({ params: { id } });
        };
      },
    ],
    [
      'a history',
      async () => {
        const { id, screenId } = await newLesson({ body_markdown: 'a\n'.repeat(350) });
        const client = server.client('external');
        for (let save = 0; save < 12; save++)
          await client.saveScreen({
            params: { lessonId: id, screenId },
            body: { body_markdown: `${'b\n'.repeat(save)}${'a\n'.repeat(350)}${'b\n'.repeat(12 - save)}` },
          });
        const query = { part: await partOf(id), field: 'body_markdown' };
        return () => client.listWrittenLines({ params: { kind: 'lesson', id }, query });
      },
    ],
  ])('of %s keeps no other call waiting', async (_, prepare) => {
    const work = await prepare();
    // The first call may start a thread.
    await work();
    // Once is enough: another program may hold this one up, and work that blocks the server does so each time.
    let share = 1;
    for (let time = 0; time < MOST_TIMES && share >= 0.5; time++) share = await blockedShare(work);
    expect(share).toBeLessThan(0.5);
    expect(failures).toEqual([]);
  });

  const partOf = async (id: number) => {
    const { versions } = await server.client('external').listVersions({ params: { kind: 'lesson', id }, query: {} });
    return versions.flatMap(({ parts }) => parts.map(({ part }) => part)).find((part) => part !== '') ?? '';
  };
});
