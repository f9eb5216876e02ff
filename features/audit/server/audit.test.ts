import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#app/contract/api.ts';
import type { Route } from '#platform/contract/route.ts';
import { withAudit, type AnyCall } from '#platform/server/http/mount.ts';
import { type TestServer, startTestServer } from '#testing/test-server.ts';
import type { AuditLine } from '../contract/audit.ts';
import { recordAudit, recordCall, UNAUDITED_CALLS } from './audit.ts';
import { listAudit } from './list-audit.ts';

let server: TestServer;
let lessonId: number;
let screenId: number;
/** A retried test needs new lesson numbers. */
let next = 510;
beforeAll(async () => {
  server = await startTestServer();
  const staff = server.client('staff');
  lessonId = (await staff.createLesson({ body: { sequence: 501, title: 'Tables' } })).id;
  screenId = (await staff.createScreen({ params: { id: lessonId }, body: { sequence: 1 } })).newScreenId;
});
afterAll(() => server.close());

const lines = async (query: Record<string, string | number> = {}) => (await server.client('staff').listAudit({ query })).lines;
const sentenceOf = (line: AuditLine | undefined) => line?.sentence.map(({ text }) => text).join('');
const changing = Object.entries(api as Record<string, Route>).filter(([, { method }]) => method !== 'GET');

describe('an entry of the audit trail', () => {
  it('has the user, the action, the subject, the address and the call', async () => {
    const [line] = await lines({ action: 'lesson.create' });
    expect(line).toMatchObject({
      person: { name: 'Test staff', email: 'staff@example.org' },
      text: 'Created a lesson',
      subject: 'lesson 501 “Tables”',
      link: `/lesson/${lessonId}`,
      release: 'Drafts – Test staff',
      address: '127.0.0.1',
    });
    const reply = await server.inject({
      method: 'DELETE',
      url: `/api/lesson/${lessonId}/screen/${screenId}`,
      headers: server.headers('staff'),
    });
    const [deleted] = await lines({ lesson: 501 });
    expect(deleted).toMatchObject({ text: 'Deleted a screen', subject: 'screen 1 of lesson 501 “Tables”', link: `/lesson/${lessonId}` });
    expect(deleted?.request_id).toBe(reply.headers['x-request-id']);
  });

  it('is recorded for every call that changes something, except the listed ones', async () => {
    const before = (await lines())[0]?.id ?? 0;
    for (const [name, route] of changing) {
      const handler = withAudit(
        name,
        route,
        () => 'done',
        (change) => recordCall(server.platform.db, change),
      );
      const params = Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((key) => [key, 7]));
      const request = { ip: '192.0.2.7', id: 'r-1', log: server.platform.log, span: null, visitor: null } as unknown as AnyCall['request'];
      await handler({ actor: { id: server.users.staff.id, name: 'Test staff', role: 'staff' }, request, params });
    }
    const made = await server.platform.db.selectFrom('audit_entries').select(['action', 'address']).where('id', '>', before).execute();
    const told = changing.map(([name]) => name).filter((name) => !UNAUDITED_CALLS.has(name));
    expect(made.map(({ action }) => action).sort()).toEqual(told.map((name) => `call.${name}`).sort());
    expect(new Set(made.map(({ address }) => address))).toEqual(new Set(['192.0.2.7']));
    expect([...UNAUDITED_CALLS].filter((name) => !changing.some(([known]) => known === name))).toEqual([]);
  });

  it('is recorded once: in the transaction of the service, or else by the call', async () => {
    const sequence = next++;
    const { id } = await server.client('staff').createLesson({ body: { sequence, title: 'Loops' } });
    expect((await lines({ lesson: sequence })).map(({ action }) => action)).toEqual(['lesson.create']);
    await server.client('staff').saveLesson({ params: { id }, body: { type: 'assessment', related_lesson: 1 } });
    const screen = (await server.client('staff').createScreen({ params: { id }, body: { sequence: 1 } })).newScreenId;
    await server.client('staff').createSkill({ params: { lessonId: id, screenId: screen }, body: { name: 'Counting' } });
    const [skill] = await lines({ lesson: sequence });
    expect(skill).toMatchObject({
      subject: `screen 1 of lesson ${sequence} “Loops”`,
      link: `/lesson/${id}/screen/${screen}`,
      address: '127.0.0.1',
    });
    expect(skill?.text).not.toContain('call.');
  });

  it('is not recorded for a failed call', async () => {
    const before = (await lines())[0]?.id;
    await expect(server.client('staff').deleteLesson({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
    expect((await lines())[0]?.id).toBe(before);
  });

  it('is a sentence with links to its author, its subject and the change', async () => {
    const sequence = next++;
    const staff = server.client('staff');
    const { id } = await staff.createLesson({ body: { sequence, title: 'Loops' } });
    await staff.saveLesson({ params: { id }, body: { title: 'For loops' } });
    const [saved, created] = await lines({ lesson: sequence });
    expect(saved?.sentence).toEqual([
      { text: 'Test staff', link: `/audit?person=${server.users.staff.id}` },
      { text: ' saved ', link: null },
      { text: `lesson ${sequence} “For loops”`, link: `/lesson/${id}` },
    ]);
    const { versions } = await staff.listVersions({ params: { kind: 'lesson', id }, query: {} });
    expect([saved?.change, created?.change]).toEqual(versions.map((version) => `/lesson/${id}/history?version=${version.id}`));
    const releaseId = (await staff.getLesson({ params: { id } })).release_id;
    await recordAudit(server.platform.db, {
      actor: null,
      action: 'release.rename',
      subject: `release:${releaseId}`,
      details: { before: 'Old' },
    });
    expect(sentenceOf((await lines())[0])).toBe('The server renamed “Old” to release “Drafts – Test staff”');
  });

  it('stays readable when its subject is in the trash or gone', async () => {
    const sequence = next++;
    const staff = server.client('staff');
    const { id } = await staff.createLesson({ body: { sequence, title: 'Loops' } });
    await staff.deleteLesson({ params: { id } });
    const [deleted] = await lines({ lesson: sequence });
    expect([sentenceOf(deleted), deleted?.link]).toEqual([`Test staff deleted lesson ${sequence} “Loops”`, null]);
    await recordAudit(server.platform.db, { actor: server.users.staff, action: 'dataset.archive', subject: 'dataset:999999' });
    const [gone] = await lines();
    expect(gone).toMatchObject({ subject: 'a deleted dataset', link: null });
    expect(sentenceOf(gone)).toBe('Test staff archived a deleted dataset');
  });

  it('needs one query for the names of each kind, however many entries there are', async () => {
    const { db } = server.platform;
    const counted = async (limit: number) => {
      let count = 0;
      const watched = db.withPlugin({
        transformQuery: ({ node }) => ((count += 1), node),
        transformResult: async ({ result }) => result,
      });
      const { lines: shown } = await listAudit(watched, { action: 'lesson.create' }, { limit });
      expect(shown).toHaveLength(limit);
      return count;
    };
    expect(await counted(3)).toBe(await counted(1));
  });
});

describe('searching the audit trail', () => {
  it('filters by lesson, user, release, action and days together', async () => {
    const { owner } = server.users;
    const sequence = next++;
    await server.client('owner').createLesson({ body: { sequence, title: 'Owned' } });
    expect((await lines({ person: owner.id })).every(({ person }) => person?.id === owner.id)).toBe(true);
    expect(await lines({ person: owner.id, lesson: 501 })).toEqual([]);
    const { releases, people, actions } = await server.client('staff').listAuditChoices();
    const drafts = releases.find(({ name }) => name === 'Drafts – Test owner');
    expect((await lines({ release: drafts?.id ?? 0 })).map(({ subject }) => subject)).toContain(`lesson ${sequence} “Owned”`);
    expect(people.map(({ name }) => name)).toContain('Test owner');
    expect(actions).toContainEqual({ action: 'lesson.create', text: 'Created a lesson' });
    expect((await lines({ action: 'lesson' })).every(({ action }) => action.startsWith('lesson.'))).toBe(true);
    expect((await lines({ from: '2020-01-01', to: '2020-12-31' })).length).toBe(0);
    expect((await lines({ from: '2020-01-01' })).length).toBeGreaterThan(0);
  });

  it('filters by kind and by one thing', async () => {
    const { db } = server.platform;
    const { staff } = server.users;
    for (const action of ['sign-in', 'sign-in.lock'] as const)
      await recordAudit(db, { actor: staff, action, subject: 'locked@example.org' });
    await db.insertInto('audit_entries').values({ action: 'earlier.deed', details: '{}' }).execute();
    const actionsOf = async (query: Record<string, string>) => new Set((await lines(query)).map(({ action }) => action));
    const deeds = await actionsOf({ kind: 'deeds' });
    expect(['sign-in', 'sign-in.lock', 'earlier.deed'].map((action) => deeds.has(action))).toEqual([false, true, true]);
    expect(await actionsOf({ kind: 'sign-in' })).toEqual(new Set(['sign-in']));
    expect(await actionsOf({ thing: 'locked@example.org' })).toEqual(new Set(['sign-in', 'sign-in.lock']));
    expect([...(await actionsOf({ kind: 'lesson', thing: `screen:${screenId}` }))].sort()).toEqual(['screen.create', 'screen.delete']);
  });

  it('pages through entries, newest first, each once', async () => {
    const staff = server.client('staff');
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const page = await staff.listAudit({ query: { limit: 7, ...(before === undefined ? {} : { before }) } });
      expect(page.lines.length).toBeLessThanOrEqual(7);
      seen.push(...page.lines.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
    const { count } = await server.platform.db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(seen).toHaveLength(count);
  });

  it('exports CSV without spreadsheet formulas', async () => {
    await recordAudit(server.platform.db, {
      actor: null,
      action: 'token.create',
      subject: '=HYPERLINK("http://x")',
      details: { name: 'a "b",\nc' },
    });
    const reply = await server.inject({ url: '/api/audit.csv?action=token', headers: server.headers('staff') });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    const [head, ...rows] = reply.body.split('\r\n');
    expect(head).toBe('at,person,email,action,text,sentence,subject,release,address,request_id,details');
    expect(rows.join('\r\n')).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(rows.some((row) => row.includes('owner@example.org'))).toBe(true);
  });

  it('rejects invalid input', async () => {
    const statuses: number[] = [];
    for (const query of ['lesson=x', 'action=a%25b', 'from=yesterday', 'limit=5000', 'before=0', 'kind=x', 'thing='])
      statuses.push((await server.inject({ url: `/api/audit?${query}`, headers: server.headers('staff') })).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400]);
  });
});
