import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSeenLessonIds } from '#features/lesson-store/server/index.ts';
import { HOUR_MS } from '#platform/contract/times.ts';
import { buildUser } from '#testing/factories.ts';
import { startSmtpServer, type TestSmtpServer } from '#testing/smtp-server.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { Notification, NotificationSettings } from '../../contract/notifications.ts';
import { notifyUsers } from '../notify.ts';
import { digestEmail } from './digest.ts';
import { openMailer } from './mailer.ts';
import { startDigests, sendDigests } from './send-digests.ts';

const LOGIN = { user: 'lessons', password: 'a-password-of-mail' };

let smtp: TestSmtpServer;
let server: TestServer;

beforeAll(async () => {
  smtp = await startSmtpServer(LOGIN);
  server = await startTestServer({
    hasWorkers: false,
    env: {
      LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org',
      LESSONWRIGHT_SMTP_URL: smtp.url,
      LESSONWRIGHT_SMTP_FROM: 'Lessonwright <lessons@example.org>',
      LESSONWRIGHT_SMTP_USER: LOGIN.user,
      LESSONWRIGHT_SMTP_PASSWORD: LOGIN.password,
    },
  });
});
afterAll(async () => {
  await server?.close();
  await smtp.close();
});
beforeEach(async () => {
  smtp.emails.length = 0;
  smtp.refuse(null);
  await server.platform.db.deleteFrom('notifications').execute();
  await server.platform.db.deleteFrom('notification_settings').execute();
});

let about = 0;
const add = (to: 'staff' | 'external' = 'staff', target = {}) =>
  server.platform.db.transaction().execute((tx) =>
    notifyUsers(tx, server.platform, {
      kind: 'review_request',
      about: `pull:${(about += 1)}`,
      actor: { id: server.users.owner.id },
      to: [server.users[to].id],
      details: { release: 'Spring' },
      target,
    }),
  );
const context = (hours: number) => ({
  platform: server.platform,
  visible: listSeenLessonIds,
  send: openMailer(server.platform.config.notifications.smtp!),
  now: new Date(Date.now() + hours * HOUR_MS),
});
const inHours = (hours: number) => sendDigests(context(hours));
async function choose(email: NotificationSettings['email']) {
  const { settings } = await server.client('staff').getNotificationSettings();
  await server.client('staff').saveNotificationSettings({ body: { ...settings, email } });
}

describe('a digest', () => {
  it('is sent a day after its oldest notification, and once', async () => {
    expect((await server.client('staff').getNotificationSettings()).can_email).toBe(true);
    await add();
    await add();
    expect([await inHours(23), smtp.emails.length]).toEqual([0, 0]);
    expect([await inHours(25), await inHours(26)]).toEqual([1, 0]);
    const [email] = smtp.emails;
    expect(smtp.emails).toHaveLength(1);
    expect([email?.from, email?.to]).toEqual(['lessons@example.org', ['staff@example.org']]);
    for (const part of ['and 1 more', 'Auto-Submitted: auto-generated', 'text/plain', 'text/html', '<notifications.'])
      expect(email?.raw).toContain(part);
  });

  it('is sent after an hour to those who want it hourly, and never to others', async () => {
    await choose('hourly');
    await add();
    expect([await inHours(0.9), await inHours(1.1)]).toEqual([0, 1]);
    await choose('off');
    await add();
    expect(await inHours(1_000)).toBe(0);
  });

  it('leaves out what was read, and is not sent without the rest', async () => {
    await add();
    const [one] = (await server.client('staff').listNotifications({ query: {} })).notifications;
    await server.client('staff').readNotification({ params: { id: one!.id } });
    expect(await inHours(25)).toBe(0);
    await add();
    expect(await inHours(25)).toBe(1);
    expect(smtp.emails[0]?.raw).toContain('Subject: Test owner asks you to review Spring');
  });

  it('leaves out lessons that the user may not see any more, and users without access', async () => {
    const { id } = await server.client('staff').createLesson({ body: { sequence: 801, title: 'Loops' } });
    await add('external', { lesson_id: id });
    await server.client('staff').deleteLesson({ params: { id } });
    expect([await inHours(25), smtp.emails.length]).toEqual([0, 0]);
    const left = await buildUser(server.platform.db, {});
    const row = { user_id: left.id, kind: 'reply', about: 'x', in_inbox: true, by_email: true } as const;
    await server.platform.db.insertInto('notifications').values(row).execute();
    await server.platform.db.updateTable('users').set({ revoked_at: new Date() }).where('id', '=', left.id).execute();
    expect([await inHours(25), smtp.emails.length]).toEqual([0, 0]);
  });

  it('that fails is logged and sent later, with what came since, after a growing pause', async () => {
    const logged = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined);
    await add();
    smtp.refuse('Out of space');
    expect(await inHours(25)).toBe(0);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({
        user: server.users.staff.id,
        err: expect.objectContaining({ message: expect.stringContaining('Out of space') }),
      }),
      expect.any(String),
    );
    await inHours(25 + 0.5 / 60);
    expect(logged).toHaveBeenCalledTimes(1);
    await inHours(25 + 1.5 / 60);
    expect(logged).toHaveBeenCalledTimes(2);
    smtp.refuse(null);
    await add();
    expect([await inHours(25 + 3 / 60), await inHours(25 + 4 / 60)]).toEqual([0, 1]);
    expect(smtp.emails.map(({ raw }) => /You have 2 unread notifications/.test(raw))).toEqual([true]);
    logged.mockRestore();
  });

  it('is sent once by two servers', async () => {
    await add();
    const sending = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const real = context(25);
    const first = sendDigests({ ...real, send: async (email) => (sending.resolve(), await go.promise, real.send(email)) });
    await sending.promise;
    expect(await inHours(25)).toBe(0);
    go.resolve();
    expect([await first, smtp.emails.length]).toEqual([1, 1]);
  });

  it('is sent by the server as time goes by', async () => {
    await add();
    await server.platform.db
      .updateTable('notifications')
      .set({ created_at: new Date(Date.now() - 25 * HOUR_MS) })
      .execute();
    const digests = startDigests(server.platform, listSeenLessonIds, 20);
    await vi.waitFor(() => expect(smtp.emails).toHaveLength(1), 300_000);
    await digests.stop();
  });
});

describe('the text of a digest', () => {
  const notification: Notification = {
    id: 4,
    kind: 'mention',
    actor: { id: 1, name: 'Ada <b>' },
    details: {
      lesson: { sequence: 5, title: 'Loops & "lists"' },
      screen: { sequence: 2, title: 'Why' },
      release: null,
      excerpt: '<script>alert(1)</script>',
      is_unassigned: false,
      verdict: null,
      proposal: null,
      decision: null,
      work: null,
      tests: null,
      has_failed: false,
      is_from_learner: false,
    },
    target: { lesson_id: 7, screen_id: 8, comment_id: 9, release_id: null, build_number: null },
    created_at: '2026-01-01T00:00:00.000Z',
    read_at: null,
  };
  const options = { to: { id: 2, name: 'Ben', email: 'ben@example.org' }, frequency: 'daily', publicUrl: 'https://x.example' } as const;

  it('names each and links to it', () => {
    const { subject, text } = digestEmail([notification], options);
    expect(subject).toBe('Ada <b> mentioned you in a comment – Lesson 5: Loops & "lists", screen 2');
    expect(text).toBe(`You have an unread notification:

* Ada <b> mentioned you in a comment
  Lesson 5: Loops & "lists", screen 2
  “<script>alert(1)</script>”
  https://x.example/lesson/7/screen/8?comment=9&notification=4

You get this email at most once a day. Change this in your account:
https://x.example/account`);
  });

  it('has what happened last as its subject, and how much more', () => {
    const earlier = { ...notification, id: 3, actor: { id: 3, name: 'Cy' } };
    expect(digestEmail([earlier, notification], options).subject).toBe(
      'Ada <b> mentioned you in a comment – Lesson 5: Loops & "lists", screen 2, and 1 more',
    );
  });

  it('is no markup of those who wrote it', () => {
    const { html } = digestEmail([notification], options);
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('<a href="https://x.example/lesson/7/screen/8?comment=9&amp;notification=4">Ada &lt;b&gt; mentioned');
  });

  it('has the id of its notifications', () => {
    const id = (...ids: number[]) =>
      digestEmail(
        ids.map((each) => ({ ...notification, id: each })),
        options,
      ).messageId;
    expect(id(1, 2)).toBe(id(1, 2));
    expect(id(1, 2)).not.toBe(id(1, 3));
  });
});
