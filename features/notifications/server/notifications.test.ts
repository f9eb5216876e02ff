import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { findLesson } from '#features/lesson-store/server/queries.ts';
import { notifyReaders } from '#features/lessons/server/index.ts';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { notifyUsers, type NewNotification } from './notify.ts';
import { deleteNotificationsBefore } from './queries.ts';
import { toSettings } from './settings.ts';

let server: TestServer;
let sequence = 700;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.db.deleteFrom('notifications').execute();
  await server.platform.db.deleteFrom('notification_settings').execute();
});

const as = (role: TestRole) => server.client(role);
const idOf = (role: 'owner' | 'staff' | 'external') => server.users[role].id;
const inbox = async (role: TestRole) => (await as(role).listNotifications({ query: {} })).notifications;
const unread = async (role: TestRole) => (await as(role).countNotifications()).unread;

let about = 0;
const asked = (change: Partial<NewNotification> = {}): NewNotification => ({
  kind: 'review_request',
  about: `pull:${(about += 1)}`,
  actor: { id: idOf('owner') },
  to: [idOf('staff')],
  details: { release: 'Spring' },
  target: {},
  ...change,
});
const send = (change?: Partial<NewNotification>) =>
  server.platform.db.transaction().execute((tx) => notifyUsers(tx, server.platform, asked(change)));

async function makeLesson(role: TestRole = 'staff') {
  const { id } = await as(role).createLesson({ body: { sequence: (sequence += 1), title: 'Loops' } });
  return (await findLesson(server.platform.db, id))!;
}

describe('notifying users', () => {
  it('adds to their inbox what happened, in pieces', async () => {
    const lesson = await makeLesson();
    const details = { excerpt: `> Why\n\n**so**? ${'x'.repeat(300)}` };
    const news = { kind: 'mention', about: 'comment:1', actor: { id: idOf('owner') }, to: [idOf('staff')], details } as const;
    await server.platform.db.transaction().execute((tx) => notifyReaders(tx, server.platform, lesson, news));
    const [made] = await inbox('staff');
    expect(made).toMatchObject({
      kind: 'mention',
      actor: { id: idOf('owner'), name: 'Test owner' },
      details: { lesson: { sequence: lesson.sequence, title: 'Loops' }, screen: null, excerpt: expect.stringMatching(/^Why so\? x+…$/) },
      target: { lesson_id: lesson.id, screen_id: null, comment_id: null, release_id: null, build_number: null },
      read_at: null,
    });
    expect(made?.details.excerpt).toHaveLength(200);
    expect([await unread('staff'), await unread('owner')]).toEqual([1, 0]);
  });

  it('leaves out the one who did it, users who left, and external authors unless it is about a lesson', async () => {
    const { db } = server.platform;
    const left = await buildUser(db, { role: 'staff' });
    await db.updateTable('users').set({ revoked_at: new Date() }).where('id', '=', left.id).execute();
    await send({ to: [idOf('owner'), left.id, idOf('external'), 999_999] });
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  it('leaves out external authors who may not see the lesson', async () => {
    const lesson = await makeLesson();
    const news = (n: number) => ({ kind: 'mention', about: `comment:${n}`, actor: null, to: [idOf('external')] }) as const;
    const tell = (n: number) => server.platform.db.transaction().execute((tx) => notifyReaders(tx, server.platform, lesson, news(n)));
    await tell(1);
    expect(await unread('external')).toBe(1);
    // A newer version of the lesson hides this one from external authors.
    const newer = await as('owner').cloneLesson({ params: { id: lesson.id } });
    await server.platform.db.updateTable('lessons').set({ sequence: lesson.sequence }).where('id', '=', newer.id).execute();
    await tell(2);
    expect(await server.platform.db.selectFrom('notifications').select('about').execute()).toEqual([{ about: 'comment:1' }]);
    expect([await unread('external'), await inbox('external')]).toEqual([0, []]);
  });

  it('tells a user once of the same, and undoes nothing else', async () => {
    await send({ about: 'message:1', kind: 'mention', to: [idOf('staff'), idOf('staff')] });
    await send({ about: 'message:1', kind: 'reply' });
    expect((await inbox('staff')).map(({ kind }) => kind)).toEqual(['mention']);
  });

  it('is undone with the change that it is about', async () => {
    const failing = server.platform.db.transaction().execute(async (tx) => {
      await notifyUsers(tx, server.platform, asked());
      throw new Error('Nothing happened.');
    });
    await expect(failing).rejects.toThrow('Nothing happened.');
    expect(await inbox('staff')).toEqual([]);
  });

  it('updates the pages of the user on commit', async () => {
    const heard: string[] = [];
    const { live } = server.platform;
    const socket = { ...fakeSocket(), send: (text: string) => heard.push(text) };
    const visitor = { actor: toActor(server.users.staff), credential: 'x' };
    live.connect(socket as never, visitor, () => Promise.resolve(true));
    socket.receive({ type: 'subscribe', topic: `user:${idOf('staff')}` });
    socket.receive({ type: 'subscribe', topic: `user:${idOf('owner')}` });
    await vi.waitFor(() => expect(heard.join('')).toContain('Topic not found.'), { timeout: 300_000 });
    await send();
    await vi.waitFor(() => expect(heard.at(-1)).toContain('notifications-changed'), 300_000);
    expect(heard.filter((text) => text.includes('error'))).toHaveLength(1);
    socket.end();
  });
});

describe('the inbox', () => {
  it('is read page by page, newest first', async () => {
    for (const about of ['a', 'b', 'c']) await send({ about });
    const first = await as('staff').listNotifications({ query: { limit: 2 } });
    const second = await as('staff').listNotifications({ query: { limit: 2, before: first.next! } });
    const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
    expect([ids.length, second.next]).toEqual([3, null]);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  });

  it('is marked as read, one by one and up to one; later ones stay', async () => {
    for (const about of ['a', 'b', 'c', 'd']) await send({ about });
    const [d, c] = await inbox('staff');
    expect(await as('staff').readNotification({ params: { id: d!.id } })).toEqual({ unread: 3 });
    const readAt = (await inbox('staff'))[0]!.read_at;
    await as('staff').readNotification({ params: { id: d!.id } });
    expect((await inbox('staff'))[0]!.read_at).toBe(readAt);
    await send({ about: 'e' });
    expect(await as('staff').readNotifications({ body: { up_to: c!.id } })).toEqual({ unread: 1 });
    await expect(as('owner').readNotification({ params: { id: c!.id } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves out lessons in the trash', async () => {
    const lesson = await makeLesson();
    const news = { kind: 'finished', about: 'x', actor: null, to: [idOf('staff')] } as const;
    await server.platform.db.transaction().execute((tx) => notifyReaders(tx, server.platform, lesson, news));
    expect(await unread('staff')).toBe(1);
    await as('staff').deleteLesson({ params: { id: lesson.id } });
    expect([await unread('staff'), await inbox('staff')]).toEqual([0, []]);
  });

  it('forgets what is old', async () => {
    await send();
    const { db } = server.platform;
    expect(await deleteNotificationsBefore(db, new Date(Date.now() - 60_000))).toBe(0);
    expect(await deleteNotificationsBefore(db, new Date(Date.now() + 60_000))).toBe(1);
  });
});

describe('the settings', () => {
  it('say which kinds appear in the inbox', async () => {
    const { settings, can_email } = await as('staff').getNotificationSettings();
    expect([settings.kinds.review_request, settings.email, can_email]).toEqual([{ inbox: true, email: true }, 'daily', false]);
    const kinds = { ...settings.kinds, review_request: { inbox: false, email: true }, reply: { inbox: false, email: false } };
    expect(await as('staff').saveNotificationSettings({ body: { kinds, email: 'hourly' } })).toEqual({ kinds, email: 'hourly' });
    await send();
    await send({ kind: 'reply' });
    const rows = await server.platform.db.selectFrom('notifications').select(['kind', 'in_inbox', 'by_email']).execute();
    expect(rows).toEqual([{ kind: 'review_request', in_inbox: false, by_email: true }]);
    expect([await unread('staff'), await inbox('staff')]).toEqual([0, []]);
    expect((await as('owner').getNotificationSettings()).settings).toEqual(settings);
  });

  it.each([{}, { email: 'hourly' }, { kinds: { reply: { inbox: false, email: false }, unheard: { inbox: true, email: true } } }, 'x'])(
    'of other versions are read: %j',
    (stored) => {
      const { kinds, email } = toSettings(stored);
      expect(Object.keys(kinds)).toEqual(['mention', 'reply', 'review_request', 'review', 'proposal', 'proposal_decision', 'finished']);
      expect(['hourly', 'daily']).toContain(email);
    },
  );
});

function fakeSocket() {
  const listeners = new Map<string, (data: Buffer) => void>();
  const on = (name: string, listener: (data: Buffer) => void) => void listeners.set(name, listener);
  return {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    on,
    once: on,
    close: () => listeners.get('close')?.(Buffer.alloc(0)),
    terminate: () => undefined,
    receive: (request: unknown) => listeners.get('message')?.(Buffer.from(JSON.stringify(request))),
    end: () => listeners.get('close')?.(Buffer.alloc(0)),
  };
}
