import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
    ['/api/saved-searches', { name: 'Twice', query: { text: 'twice' } }],
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
