import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import { api } from '#app/contract/api.ts';
import { closeMergedRelease } from '#features/releases/server/queries.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { Role } from '#platform/contract/roles.ts';
import type { Route } from '#platform/contract/route.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import { expectedVerdict, routesText } from '#testing/routes-text.ts';
import { type Person, startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import {
  callWrite,
  furnishLesson,
  OTHER_CALLS,
  HIDDEN,
  NOT_EDITING,
  WAITING,
  WRITES,
  type FurnishedLesson,
} from '#testing/writes-of-lessons.ts';

// Calls every route of the contract as every role, with a session and with a token. Generated from the contract, so new routes are
// included automatically. docs/routes.md is the same table for readers. Only WebSockets need a port; thousands of connections are dear.

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
  address = await server.listen();
});
afterAll(() => server.close());

/** Who makes every call. */
const ALWAYS: readonly TestRole[] = ['nobody', 'external', 'staff', 'owner'];
const between = new Map<Role, Person>();
beforeAll(async () => {
  for (const role of ['author', 'reviewer', 'lead'] as const) between.set(role, await server.newPerson(role));
});

const ROUTES = Object.entries(api as Record<string, Route>);
/** Long enough that no call extends it. */
const SESSION_MS = 14 * 24 * 60 * 60 * 1000;

/** Values that are valid for the parameters of a path but match nothing. */
const SAMPLES = [
  '999999',
  'nothing',
  'github',
  'lesson.json',
  '00000000-0000-4000-8000-000000000000',
  'a'.repeat(8),
  'a'.repeat(24),
  'a'.repeat(40),
  'a'.repeat(43),
  'a'.repeat(64),
  '99',
  '1',
  'lesson',
];

function sampleParams(params: z.ZodObject | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params?.shape ?? {}).map(([name, schema]) => {
      const value = SAMPLES.find((candidate) => (schema as z.ZodType).safeParse(candidate).success);
      if (value === undefined) throw new Error(`No sample value fits the parameter ${name}.`);
      return [name, value];
    }),
  );
}

const sessions = new Map<TestRole, Record<string, string>>();

/** A session of this role as the browser shows it. */
async function sessionOf(role: TestRole): Promise<Record<string, string>> {
  if (role === 'nobody') return {};
  const known = sessions.get(role);
  if (known !== undefined) return known;
  const id = newSecret();
  const data = JSON.stringify({ started_at: new Date().toISOString() });
  const row = { id_hash: hashSecret(id), user_id: server.users[role].id, data, expires_at: new Date(Date.now() + SESSION_MS) };
  await server.platform.db.insertInto('sessions').values(row).execute();
  const headers = { cookie: `lessonwright_session=${id}` };
  sessions.set(role, headers);
  return headers;
}

/** Invalid for every route: callers without permission are rejected before the body is read, others because of it. */
function unfittingBody(route: Route): { body?: string; headers?: Record<string, string> } {
  if (route.method === 'GET') return {};
  if (route.bodyKind === 'form')
    return {
      body: '--x\r\ncontent-disposition: form-data; name="nothing"\r\n\r\nthat fits\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
  if (route.bodyKind === 'raw') return { body: 'nothing that fits', headers: { 'content-type': 'application/octet-stream' } };
  return route.body === undefined
    ? {}
    : { body: JSON.stringify({ nothing: 'that fits' }), headers: { 'content-type': 'application/json' } };
}

/** Makes a call and returns the result of the access check: `let in` for everything beyond it. */
async function call(route: Route, headers: Record<string, string>): Promise<string> {
  const url = routeUrl(route, { params: sampleParams(route.params) });
  if (route.replyKind === 'websocket') return knock(address.replace('http:', 'ws:') + url, headers);
  const { body: payload, headers: type } = unfittingBody(route);
  const reply = await server.inject({
    method: route.method,
    url,
    headers: { ...type, ...headers },
    ...(payload !== undefined && { payload }),
  });
  // Signing out ends it, here or of other sessions: the next call needs another.
  const isSignOut = String(reply.headers['set-cookie']).includes('lessonwright_session=;') || route === api.endOtherSessions;
  if (isSignOut) sessions.clear();
  const { statusCode: status, body: text } = reply;
  if (status >= 500 && status !== 503) return `broken: ${status} ${text}`;
  if (!String(reply.headers['content-type']).startsWith('application/json')) return 'let in';
  return verdictOf(status, text);
}

function verdictOf(status: number, text: string): string {
  const { code, error } = JSON.parse(text) as { code?: string; error?: string };
  if (error === 'Address not found.') return 'not mounted';
  if (code === 'signed_out') return status === 401 ? 'signed out' : `${code} as ${status}`;
  if (code === 'forbidden')
    return status === 403
      ? `not allowed${error === 'Requests from other sites are not allowed.' ? ' from another site' : ''}`
      : `${code} as ${status}`;
  return 'let in';
}

/** Opens a live connection and closes it. */
function knock(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('open', () => {
      socket.close();
      resolve('let in');
    });
    socket.on('unexpected-response', (_request, response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(verdictOf(response.statusCode ?? 0, Buffer.concat(parts).toString('utf8'))));
    });
    socket.on('error', reject);
  });
}

describe('access', () => {
  it.each(ROUTES)('%s', async (_name, route) => {
    const given: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const callAs = async (role: TestRole) => {
      const ways =
        role === 'nobody' ? { nobody: {} } : { [`${role} by session`]: await sessionOf(role), [`${role} by token`]: server.headers(role) };
      for (const [way, headers] of Object.entries(ways)) {
        given[way] = await call(route, headers);
        expected[way] = expectedVerdict(route, role);
      }
    };
    // At once: they are different people.
    await Promise.all(ALWAYS.map(callAs));
    expect(given).toEqual(expected);
  });

  it.each(ROUTES.filter(([, { access }]) => access !== 'public' && access !== 'signed-in' && access !== 'staff'))(
    '%s, by role',
    async (_name, route) => {
      const given: Record<string, string> = {};
      for (const [role, { headers }] of between) given[role] = await call(route, headers);
      expect(given).toEqual(Object.fromEntries([...between.keys()].map((role) => [role, expectedVerdict(route, role)])));
    },
  );

  it('to staff calls is refused to external authors, for every call in the table', () => {
    const names = ROUTES.filter(([, route]) => expectedVerdict(route, 'external') === 'not allowed').map(([name]) => name);
    expect(names.length).toBeGreaterThan(40);
    // External authors have no access to paths, datasets, releases, external authors and the console, and can't delete
    // lessons.
    expect(names).toEqual(
      expect.arrayContaining([
        'deleteLesson',
        'createDataset',
        'createRelease',
        'addExternalAuthor',
        'addStaff',
        'createComment',
        'getDebug',
      ]),
    );
  });

  it('without signing in is limited to sign-in calls, probes, schemas, webhooks, runners and share links', () => {
    const open = ROUTES.filter(([, route]) => route.access === 'public').map(([name, { path }]) => ({ name, path }));
    const isKnown = ({ path }: { path: string }) =>
      /^\/api\/(login|logout|health|ready|openapi|webhooks|runners|schemas|preview\/\{token\}|deploy-bundle\/\{token\})(?!\w)/.test(path);
    expect(open.filter((route) => !isKnown(route))).toEqual([]);
  });

  it('matches docs/routes.md', async () => {
    // If this fails: node scripts/write-routes.ts
    expect(await readFile(join(import.meta.dirname, '../../docs/routes.md'), 'utf8')).toBe(routesText(api));
  });
});

describe('writes of external authors', () => {
  const names = Object.keys(WRITES);
  let lessons: Record<'own' | 'drafts of another' | 'release', FurnishedLesson>;
  beforeAll(async () => {
    const release = await server.client('staff').createRelease({ body: { name: 'Spring', version_major: 'spring', create_new: true } });
    lessons = {
      own: await furnishLesson(server, 'external', { sequence: 9_001 }),
      'drafts of another': await furnishLesson(server, 'staff', { sequence: 9_002 }),
      release: await furnishLesson(server, 'staff', { sequence: 9_003, release_id: release.id }),
    };
  });

  it('are every call that they may make and that changes something', () => {
    const changing = ROUTES.filter(([, route]) => route.method !== 'GET' && route.access === 'signed-in').map(([name]) => name);
    expect([...names, ...Object.values(OTHER_CALLS).flat()].sort()).toEqual(changing.sort());
  });

  it.each(names)('%s is for lessons in their own drafts', async (name) => {
    const replies = [
      await callWrite(server, 'external', name, lessons['drafts of another']),
      await callWrite(server, 'external', name, lessons.release),
    ];
    const reason = HIDDEN.includes(name) ? /not found/ : /in your (own )?drafts/;
    expect(replies).toEqual(replies.map(() => ({ status: HIDDEN.includes(name) ? 404 : 403, error: expect.stringMatching(reason) })));
    if (WAITING.includes(name)) return;
    const own = await callWrite(server, 'external', name, lessons.own);
    expect([own, own.status !== 403 && own.status < 500 && own.status !== 400]).toEqual([own, true]);
  });
});

describe('a release that a merge has closed', () => {
  let lesson: FurnishedLesson;
  let client: ReturnType<TestServer['client']>;
  const refusal = { status: 422, message: expect.stringMatching(/was merged and is closed/) };

  beforeAll(async () => {
    client = server.client('staff');
    const release = await client.createRelease({ body: { name: 'Closed', version_major: 'closed', create_new: true } });
    lesson = await furnishLesson(server, 'staff', { sequence: 9_020, release_id: release.id });
    await server.platform.db.transaction().execute((tx) => closeMergedRelease(tx, release.id));
  });

  it.each(Object.keys(WRITES).filter((name) => !NOT_EDITING.includes(name)))('refuses %s', async (name) => {
    expect(await callWrite(server, 'staff', name, lesson)).toEqual({ status: 422, error: refusal.message });
  });

  it('takes nothing until it is reopened, and then everything', async () => {
    const { release_id } = lesson;
    const params = { id: release_id };
    const drafts = await client.createLesson({ body: { sequence: 9_021, title: 'Elsewhere' } });
    const copy = { lessons_list: [9_021], from_release: drafts.release_id };
    const writes = [
      () => client.updateRelease({ params, body: copy }),
      () =>
        client.updateRelease({ params: { id: drafts.release_id }, body: { lessons_list: [9_020], from_release: release_id, move: true } }),
      () => client.importLessons({ body: { version_major: 'closed', lessons: [1] } }),
      () => client.createCourse({ body: { sequence: 9_020, name: 'Course', release_id } }),
      () => client.createPath({ body: { sequence: 9_020, name: 'Path', release_id } }),
      () => client.createStep({ body: { name: 'Step', release_id } }),
      () => client.deleteLesson({ params: { id: lesson.id } }),
      () => client.updateFromMain({ params, body: {} }),
      () => client.openPullRequest({ params, body: {} }),
    ];
    for (const write of writes) await expect(write()).rejects.toMatchObject(refusal);
    expect(await client.reopenRelease({ params })).toMatchObject({ is_closed: false });
    await client.updateRelease({ params, body: copy });
    expect(await client.saveLesson({ params: { id: lesson.id }, body: { title: 'Again' } })).toMatchObject({ is_closed: false });
  });
});

describe('a lesson that staff moved into the drafts of an external author', () => {
  it('is theirs', async () => {
    const [external, staff] = [await server.newPerson('external'), server.client('staff')];
    const drafts = await staff.createDrafts({ body: { user_id: external.user.id } });
    expect(drafts).toMatchObject({ is_drafts: true, drafts_of: external.user.id, lesson_count: 0 });
    expect(await staff.createDrafts({ body: { user_id: external.user.id } })).toMatchObject({ id: drafts.id });
    const given = await staff.createLesson({ body: { sequence: 9_011, title: 'Given' } });
    const save = () => external.client.saveLesson({ params: { id: given.id }, body: { title: 'Changed' } });
    await expect(save()).rejects.toMatchObject({ status: 403 });
    await staff.updateRelease({ params: { id: drafts.id }, body: { lessons_list: [9_011], from_release: given.release_id, move: true } });
    expect(await save()).toMatchObject({ title: 'Changed', is_own_drafts: true });
    // What they write later goes to the same drafts.
    expect(await external.client.createLesson({ body: { sequence: 9_010, title: 'Own' } })).toMatchObject({ release_id: drafts.id });
  });
});

// Which headers say so: platform/server/http/server.test.ts.
describe('calls that another site makes a browser send', () => {
  const unsafe = ROUTES.filter(([name, { method, replyKind }]) => method !== 'GET' || replyKind === 'websocket' || name === 'logout');

  it.each(unsafe)('%s does not happen', async (_name, route) => {
    expect(await call(route, { ...(await sessionOf('owner')), 'sec-fetch-site': 'cross-site' })).toBe('not allowed from another site');
  });
});

describe('addresses beside the contract', () => {
  /** The status that each caller gets, in the order of CALLERS; git takes a token as password. */
  const BESIDE: Readonly<Record<string, readonly number[]>> = {
    'GET /api/login/form.js': [200, 200, 200, 200],
    'GET /api/login/success.js': [200, 200, 200, 200],
    'GET /api/login/failure.js': [200, 200, 200, 200],
    // Assistants are turned off. With them on: features/assistants/server/mcp.test.ts.
    'GET /mcp': [422, 422, 422, 422],
    'POST /mcp': [422, 422, 422, 422],
    'DELETE /mcp': [422, 422, 422, 422],
    'GET /git/content.git/info/refs': [401, 403, 200, 200],
    'POST /git/content.git/git-upload-pack': [401, 403, 200, 200],
    'POST /git/content.git/git-receive-pack': [401, 403, 200, 200],
  };

  it('are these', () => {
    const declared = new Set(ROUTES.map(([, route]) => `${route.method} ${route.path.replaceAll(/\{\w+\}/g, ':part')}`));
    const mounted = mountedRoutes(server.app.printRoutes({ commonPrefix: false }));
    expect(mounted.filter((route) => !declared.has(route)).sort()).toEqual(Object.keys(BESIDE).sort());
    expect([...declared].filter((route) => !mounted.includes(route))).toEqual([]);
  });

  it.each(Object.entries(BESIDE))('%s', async (route, expected) => {
    const [method = '', path = ''] = route.split(' ');
    const query = path.endsWith('/info/refs') ? '?service=git-upload-pack' : '';
    const statuses: number[] = [];
    for (const role of ALWAYS) {
      const token = server.headers(role)['authorization']?.replace('Bearer ', '');
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Basic ${btoa(`any:${token}`)}` };
      if (method === 'POST') headers['content-type'] = `application/x-${path.split('/').at(-1)}-request`;
      const reply = await fetch(address + path + query, { method, headers, ...(method === 'POST' ? { body: '0000' } : {}) });
      await reply.arrayBuffer();
      statuses.push(reply.status);
    }
    expect(statuses).toEqual(expected);
  });
});

/** `METHOD /path` of every route, parsed from the tree that Fastify prints. */
function mountedRoutes(tree: string): string[] {
  const stem: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line);
    if (match === null) return [];
    const [, indent = '', part = '', methods = ''] = match;
    const depth = indent.length / 4;
    stem.splice(depth, stem.length, part);
    const path = stem.join('').replaceAll(/:\w+(\|:\w+)*/g, ':part');
    return methods
      .split(', ')
      .filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
      .map((method) => `${method} ${path}`);
  });
}
