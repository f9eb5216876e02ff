import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#app/contract/api.ts';
import type { Route } from '#platform/contract/route.ts';
import { withAudit, type AnyCall } from '#platform/server/http/mount.ts';
import { type TestServer, startTestServer } from '#testing/test-server.ts';
import { actionLabel } from './action-labels.ts';
import { recordAudit, recordCall, UNAUDITED_CALLS } from './audit.ts';

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
const changing = Object.entries(api as Record<string, Route>).filter(([, { method }]) => method !== 'GET');

describe('an entry of the audit trail', () => {
  it('has the user, the action, the subject, the address and the call', async () => {
    const [line] = await lines({ action: 'lesson.create' });
    expect(line).toMatchObject({
      person: { name: 'Test staff', email: 'staff@example.org' },
      text: 'Created the lesson',
      subject: 'Lesson 501',
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
    expect(deleted).toMatchObject({ text: 'Deleted the screen', subject: 'Lesson 501, a screen', link: `/lesson/${lessonId}` });
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
    expect(skill).toMatchObject({ subject: `Lesson ${sequence}, screen 1`, link: `/lesson/${id}/screen/${screen}`, address: '127.0.0.1' });
    expect(skill?.text).not.toContain('call.');
  });

  it('is not recorded for a failed call', async () => {
    const before = (await lines())[0]?.id;
    await expect(server.client('staff').deleteLesson({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
    expect((await lines())[0]?.id).toBe(before);
  });

  it.each(['lesson.save', 'course.save-step', 'course.swap-lesson', 'call.saveScreenTest', 'new-noun.frobnicate', 'sign-out'])(
    'says %s in words',
    (action) => {
      expect(actionLabel(action)).toMatch(/^[A-Z][^.]*$/);
    },
  );
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
    expect((await lines({ release: drafts?.id ?? 0 })).map(({ subject }) => subject)).toContain(`Lesson ${sequence}`);
    expect(people.map(({ name }) => name)).toContain('Test owner');
    expect(actions).toContainEqual({ action: 'lesson.create', text: 'Created the lesson' });
    expect((await lines({ action: 'lesson' })).every(({ action }) => action.startsWith('lesson.'))).toBe(true);
    expect((await lines({ from: '2020-01-01', to: '2020-12-31' })).length).toBe(0);
    expect((await lines({ from: '2020-01-01' })).length).toBeGreaterThan(0);
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
    expect(head).toBe('at,person,email,action,text,subject,release,address,request_id,details');
    expect(rows.join('\r\n')).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(rows.some((row) => row.includes('owner@example.org'))).toBe(true);
  });

  it('rejects invalid input', async () => {
    const statuses: number[] = [];
    for (const query of ['lesson=x', 'action=a%25b', 'from=yesterday', 'limit=5000', 'before=0'])
      statuses.push((await server.inject({ url: `/api/audit?${query}`, headers: server.headers('staff') })).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
  });
});
