import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { fitsNotification, Notifications, notify, PayloadTooLargeError, type Channel } from './notifications.ts';

const SILENT = pino({ level: 'silent' });
const WAIT = { timeout: 300_000, interval: 20 };
const LARGEST = 7_999;

const Payload = z.object({ text: z.string() });
const channel: Channel<z.infer<typeof Payload>> = { name: 'lessonwright_test', schema: Payload };

let database: TestDatabase;
let opened: Notifications[];

beforeEach(async () => {
  database = await createTestDatabase();
  opened = [];
});
afterEach(async () => {
  for (const each of opened) await each.close();
  await database.close();
});

interface TestListener {
  readonly notifications: Notifications;
  /** Everything that arrived; `missed` marks where notifications may have been lost. */
  readonly received: string[];
}

async function open(options: { beatMs?: number; url?: string } = {}): Promise<TestListener> {
  const notifications = await Notifications.open({ url: options.url ?? database.url }, { log: SILENT, ...options });
  opened.push(notifications);
  const received: string[] = [];
  await notifications.listen(channel, { onMessage: ({ text }) => received.push(text), onMissed: () => received.push('missed') });
  return { notifications, received };
}

const say = (text: string) => database.db.transaction().execute((tx) => notify(tx, channel, { text }));

/** Ends the notification connections, as a restart of PostgreSQL does. */
async function endConnections(): Promise<number> {
  const { rowCount } = await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'lessonwright notifications'",
  );
  return rowCount ?? 0;
}

async function countConnections(): Promise<number> {
  const { rowCount } = await database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'lessonwright notifications'",
  );
  return rowCount ?? 0;
}

describe('a notification', () => {
  it('reaches every server after the commit, and none after a rollback', async () => {
    const [here, there] = [await open(), await open()];
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await notify(tx, channel, { text: 'never' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await database.db.transaction().execute(async (tx) => {
      await notify(tx, channel, { text: 'first' });
      // A notification sent in its own transaction overtakes one that is still open.
      await database.pool.query('select pg_notify($1, $2)', [channel.name, JSON.stringify({ text: 'overtaking' })]);
      await vi.waitFor(() => expect(here.received).toEqual(['overtaking']), WAIT);
      await notify(tx, channel, { text: 'second' });
    });
    for (const { received } of [here, there]) await vi.waitFor(() => expect(received).toEqual(['overtaking', 'first', 'second']), WAIT);
  });

  it('may have 7,999 bytes; a larger one is refused with its size, and nothing of its transaction is stored', async () => {
    const { received, notifications } = await open();
    const frame = JSON.stringify({ text: '' }).length;
    const largest = `ü${'u'.repeat(LARGEST - frame - 2)}`;
    expect(fitsNotification({ text: largest })).toBe(true);
    await say(largest);
    await vi.waitFor(() => expect(received).toEqual([largest]), WAIT);

    expect(fitsNotification({ text: `${largest}u` })).toBe(false);
    await expect(say(`${largest}u`)).rejects.toThrow(
      'A notification on lessonwright_test has 8000 bytes; PostgreSQL accepts at most 7999.',
    );
    await expect(notifications.post(channel, [{ text: 'ok' }, { text: `${largest}u` }])).rejects.toThrow(PayloadTooLargeError);
    await say('after');
    await vi.waitFor(() => expect(received).toEqual([largest, 'after']), WAIT);
  });

  it('can be sent outside of a transaction, in order', async () => {
    const [here, there] = [await open(), await open()];
    const texts = Array.from({ length: 300 }, (_, number) => String(number));
    await here.notifications.post(
      channel,
      texts.map((text) => ({ text })),
    );
    for (const { received } of [here, there]) await vi.waitFor(() => expect(received).toEqual(texts), WAIT);
  });

  it("is dropped if it doesn't match its declaration", async () => {
    const { received } = await open();
    for (const text of ['', '{', '{"text": 7}', '"x"']) await database.pool.query('select pg_notify($1, $2)', [channel.name, text]);
    await database.pool.query("select pg_notify('lessonwright_servers', '{}'), pg_notify('other', '')");
    await say('good');
    await vi.waitFor(() => expect(received).toEqual(['good']), WAIT);
  });

  it('reaches the next listener when one throws', async () => {
    const notifications = await Notifications.open(database, { log: SILENT });
    opened.push(notifications);
    const received: string[] = [];
    const onMessage = ({ text }: { text: string }) => {
      received.push(text);
      if (received.length === 1) throw new Error('broken');
    };
    await notifications.listen(channel, { onMessage, onMissed: () => undefined });
    await say('a');
    await say('b');
    await vi.waitFor(() => expect(received).toEqual(['a', 'b']), WAIT);
  });
});

describe('the listening connection', () => {
  it('has one listener for a channel', async () => {
    const { notifications } = await open();
    await expect(notifications.listen(channel, { onMessage: vi.fn(), onMissed: vi.fn() })).rejects.toThrow('already has a listener');
  });

  it('is reopened after PostgreSQL closed it, and reports that notifications may be missing', async () => {
    const { notifications, received } = await open();
    await say('before');
    await vi.waitFor(() => expect(received).toEqual(['before']), WAIT);
    expect(await endConnections()).toBe(1);
    await vi.waitFor(() => expect(received).toEqual(['before', 'missed']), WAIT);
    await vi.waitFor(() => expect(notifications.isUp).toBe(true), WAIT);
    await say('after');
    await vi.waitFor(() => expect(received).toEqual(['before', 'missed', 'after']), WAIT);
  });

  it('refuses to send while it is lost, and is closed cleanly then', async () => {
    const { notifications } = await open();
    await endConnections();
    await vi.waitFor(() => expect(notifications.isUp).toBe(false), { ...WAIT, interval: 1 });
    await expect(notifications.post(channel, [{ text: 'x' }])).rejects.toThrow('The notification connection is down.');
    await notifications.close();
    // PostgreSQL notices in its own time that a connection was closed.
    await vi.waitFor(async () => expect(await countConnections()).toBe(0), WAIT);
  });

  it('is opened later if the first attempt fails', async () => {
    const notifications = await Notifications.open({ url: `${database.url}_missing` }, { log: SILENT });
    expect(notifications.isUp).toBe(false);
    expect(await notifications.whileAlone(() => Promise.reject(new Error('not alone for certain')))).toBe(false);
    await notifications.close();
  });

  it('is closed when it is open but receives nothing', async () => {
    const { notifications, received } = await open({ beatMs: 1_000 });
    // As with a pool that gives each statement another connection.
    await notifications.post(channel, [{ text: 'here' }]);
    const { rows } = await database.pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'lessonwright notifications'",
    );
    process.kill(rows[0]!.pid, 'SIGSTOP');
    try {
      await vi.waitFor(() => expect(notifications.isUp).toBe(false), { ...WAIT, interval: 1 });
    } finally {
      process.kill(rows[0]!.pid, 'SIGCONT');
    }
    await vi.waitFor(() => expect(received.at(-1)).toBe('missed'), WAIT);
  });
});

describe('servers on one database', () => {
  it('see each other until one stops', async () => {
    const here = (await open()).notifications;
    expect(here.hasOthers).toBe(false);
    const there = (await open()).notifications;
    await vi.waitFor(() => expect([here.hasOthers, there.hasOthers]).toEqual([true, true]), WAIT);
    await there.close();
    await vi.waitFor(() => expect(here.hasOthers).toBe(false), WAIT);
  });

  it('check for missed notifications after another one was unreachable', async () => {
    const [here, there] = [await open(), await open()];
    await vi.waitFor(() => expect([here, there].map(({ notifications }) => notifications.hasOthers)).toEqual([true, true]), WAIT);
    here.received.splice(0);
    there.received.splice(0);
    await database.pool.query(
      "select pg_terminate_backend(max(pid)) from pg_stat_activity where datname = current_database() and application_name = 'lessonwright notifications'",
    );
    for (const { received } of [here, there]) await vi.waitFor(() => expect(received).toContain('missed'), WAIT);
  });

  it('run exclusive work when alone', async () => {
    const here = (await open()).notifications;
    const work = vi.fn(() => Promise.resolve());
    expect(await here.whileAlone(work)).toBe(true);
    const there = (await open()).notifications;
    expect(await here.whileAlone(work)).toBe(false);
    await there.close();
    await vi.waitFor(async () => expect(await here.whileAlone(work)).toBe(true), WAIT);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('wait until that is done', async () => {
    const here = (await open()).notifications;
    let isDone = false;
    let opening: Promise<TestListener> | undefined;
    await here.whileAlone(async () => {
      opening = open();
      void opening.then(() => expect(isDone).toBe(true));
      await vi.waitFor(async () => {
        const { rows } = await database.pool.query(
          "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
        );
        expect(rows).toHaveLength(1);
      }, WAIT);
      isDone = true;
    });
    expect((await opening)?.notifications.isUp).toBe(true);
  });
});
