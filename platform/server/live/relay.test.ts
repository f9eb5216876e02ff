import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { LiveMessage } from '#platform/contract/live.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { Notifications } from '../database/notifications.ts';
import { LiveHub } from '../live.ts';
import { LiveRelay } from './relay.ts';

const SILENT = pino({ level: 'silent' });
const WAIT = { timeout: 300_000, interval: 20 };

/** A server and its pages. */
class TestHub {
  readonly hub = new LiveHub();
  readonly notifications: Notifications;

  private constructor(notifications: Notifications) {
    this.notifications = notifications;
  }

  static async open(database: TestDatabase): Promise<TestHub> {
    const server = new TestHub(await Notifications.open(database, { log: SILENT }));
    server.hub.allow('lesson', () => Promise.resolve(true));
    server.hub.allow('run', () => Promise.resolve(true));
    await server.hub.connectServers(new LiveRelay(server.notifications, SILENT));
    return server;
  }

  /** A page subscribed to a topic, and the messages it received. */
  async page(topic: string, id = 1): Promise<TestPage> {
    const page = new TestPage();
    const visitor = { actor: { id, name: `Person ${id}`, role: 'staff' as const }, credential: `session:${id}` };
    this.hub.connect(page as unknown as WebSocket, visitor, () => Promise.resolve(true));
    page.says({ type: 'subscribe', topic });
    // The error that follows proves that the subscription was processed.
    page.says({ type: 'subscribe', topic: 'nothing:1' });
    await vi.waitUntil(() => page.received.some((message) => message.topic === 'nothing:1'), WAIT);
    page.received.splice(0);
    return page;
  }
}

/** The parts of a WebSocket that the hub uses. */
class TestPage extends EventEmitter {
  readonly OPEN = 1;
  readonly bufferedAmount = 0;
  readyState = 1;
  readonly received: LiveMessage[] = [];
  closeCode: number | null = null;

  send(text: string): void {
    this.received.push(JSON.parse(text) as LiveMessage);
  }

  close(code: number): void {
    this.closeCode = code;
    this.readyState = 3;
    this.emit('close');
  }

  ping(): void {
    this.emit('pong');
  }

  says(request: unknown): void {
    this.emit('message', Buffer.from(JSON.stringify(request)));
  }
}

const changed = { type: 'screens-changed' } as const;

let database: TestDatabase;
let here: TestHub;
let there: TestHub;

beforeEach(async () => {
  database = await createTestDatabase();
  here = await TestHub.open(database);
  there = await TestHub.open(database);
  await know();
});
afterEach(async () => {
  for (const { hub, notifications } of [here, there]) {
    await hub.close();
    await notifications.close();
  }
  await database.close();
});

/** A server may know the other one a moment before its own connection is up. */
async function know(): Promise<void> {
  const isReady = ({ notifications }: TestHub) => notifications.isUp && notifications.hasOthers;
  await vi.waitFor(() => expect([here, there].map(isReady)).toEqual([true, true]), WAIT);
}

async function endConnection(which: 'min' | 'max'): Promise<void> {
  await database.pool.query(
    `select pg_terminate_backend(${which}(pid)) from pg_stat_activity where datname = current_database() and application_name = 'lessonwright notifications'`,
  );
}

describe('a live event', () => {
  it('reaches the pages of both servers once, and the local ones immediately', async () => {
    const [near, far] = [await here.page('lesson:1'), await there.page('lesson:1')];
    here.hub.publish('lesson:1', changed);
    expect(near.received).toEqual([{ topic: 'lesson:1', event: changed }]);
    await vi.waitFor(() => expect(far.received).toEqual([{ topic: 'lesson:1', event: changed }]), WAIT);
    // Sent after the first one on the same connection.
    there.hub.publish('lesson:1', { type: 'files-changed' });
    await vi.waitFor(() => expect(near.received).toHaveLength(2), WAIT);
    expect(far.received).toHaveLength(2);
  });

  it('keeps its order for any sizes', async () => {
    const far = await there.page('run:a');
    // Large messages are split at any byte: the text has multi-byte characters and some that JSON escapes.
    const texts = Array.from({ length: 40 }, (_, number) => `${number} ${'ü"\\\n\u0000€😀'.repeat(number % 3 === 0 ? 3_000 : 1)}`);
    for (const text of texts) here.hub.publish('run:a', { type: 'stdout', code_run_id: 'a', text });
    await vi.waitFor(() => expect(far.received).toHaveLength(texts.length), WAIT);
    expect(far.received.map((message) => ('event' in message && 'text' in message.event ? message.event.text : null))).toEqual(texts);
  });

  it('is forwarded each time, even if identical', async () => {
    const far = await there.page('run:a');
    for (let count = 0; count < 50; count += 1) here.hub.publish('run:a', { type: 'stdout', code_run_id: 'a', text: '.' });
    await vi.waitFor(() => expect(far.received).toHaveLength(50), WAIT);
  });

  it('becomes a request to reload if it is too large', async () => {
    const far = await there.page('run:a');
    const other = await there.page('lesson:1');
    here.hub.publish('run:a', { type: 'stdout', code_run_id: 'a', text: 'x'.repeat(500_000) });
    here.hub.publish('lesson:1', changed);
    await vi.waitFor(() => expect(other.received).toEqual([{ topic: 'lesson:1', event: changed }]), WAIT);
    expect(far.received).toEqual([{ topic: 'run:a', missed: true }]);
  });

  it('is not sent without another server', async () => {
    await there.notifications.close();
    await vi.waitFor(() => expect(here.notifications.hasOthers).toBe(false), WAIT);
    const post = vi.spyOn(here.notifications, 'post');
    here.hub.publish('lesson:1', changed);
    expect(post).not.toHaveBeenCalled();
  });

  it('is requested by the pages of both servers if it was missed because of a lost connection', async () => {
    const pages = [await here.page('lesson:1'), await there.page('lesson:2')];
    await endConnection('min');
    for (const [index, { received }] of pages.entries())
      await vi.waitFor(() => expect(received).toEqual([{ topic: `lesson:${index + 1}`, missed: true }]), WAIT);
    await know();
    here.hub.publish('lesson:2', changed);
    await vi.waitFor(() => expect(pages[1]?.received.at(-1)).toEqual({ topic: 'lesson:2', event: changed }), WAIT);
  });

  it('is not missed when the only server loses its connection', async () => {
    await there.notifications.close();
    await vi.waitFor(() => expect(here.notifications.hasOthers).toBe(false), WAIT);
    const page = await here.page('lesson:1');
    await endConnection('max');
    await vi.waitFor(() => expect(here.notifications.isUp).toBe(false), { ...WAIT, interval: 1 });
    await vi.waitFor(() => expect(here.notifications.isUp).toBe(true), WAIT);
    expect(page.received).toEqual([]);
  });
});

describe('users on two servers', () => {
  const present = (page: TestPage) => page.says({ type: 'present', lesson_id: 1, screen_id: null });
  /** The users that the page shows. */
  const seen = (page: TestPage): unknown =>
    page.received
      .flatMap((message) => ('event' in message && message.event.type === 'presence' ? [message.event.people] : []))
      .at(-1)
      ?.map(({ id }) => id);

  it('see each other, until one of them or a server leaves', async () => {
    const [ada, bob, eve] = [await here.page('lesson:1', 1), await there.page('lesson:1', 2), await there.page('lesson:1', 3)];
    for (const page of [ada, bob, eve]) present(page);
    for (const page of [ada, bob]) await vi.waitFor(() => expect(seen(page)).toEqual([1, 2, 3]), WAIT);
    eve.close(1000);
    for (const page of [ada, bob]) await vi.waitFor(() => expect(seen(page)).toEqual([1, 2]), WAIT);
    await there.notifications.close();
    await vi.waitFor(() => expect(seen(ada)).toEqual([1]), WAIT);
  });

  it('see each other again after a connection was lost', async () => {
    const [ada, bob] = [await here.page('lesson:1', 1), await there.page('lesson:1', 2)];
    for (const page of [ada, bob]) present(page);
    for (const page of [ada, bob]) await vi.waitFor(() => expect(seen(page)).toEqual([1, 2]), WAIT);
    await endConnection('min');
    for (const page of [ada, bob]) await vi.waitFor(() => expect(page.received).toContainEqual({ topic: 'lesson:1', missed: true }), WAIT);
    await know();
    for (const page of [ada, bob]) await vi.waitFor(() => expect(seen(page)).toEqual([1, 2]), WAIT);
  });

  it('see users who joined before their server started', async () => {
    const ada = await here.page('lesson:1', 1);
    present(ada);
    const third = await TestHub.open(database);
    const bob = await third.page('lesson:1', 2);
    await vi.waitFor(() => expect(third.notifications.hasOthers).toBe(true), WAIT);
    present(bob);
    await vi.waitFor(() => expect(seen(bob)).toEqual([1, 2]), WAIT);
    await third.hub.close();
    await third.notifications.close();
  });
});

describe('an end on one server', () => {
  it('of a session closes its pages on the other one, and no others', async () => {
    const [ended, other] = [await there.page('lesson:1', 1), await there.page('lesson:1', 2)];
    here.hub.endCredential('session:1');
    await vi.waitFor(() => expect(ended.closeCode).toBe(4001), WAIT);
    expect(other.closeCode).toBe(null);
  });

  it("of a user's access closes their connections on the other one", async () => {
    const ended: number[] = [];
    there.hub.onEndedUser((id) => ended.push(id));
    const page = await there.page('lesson:1', 7);
    here.hub.endUser(7);
    await vi.waitFor(() => expect(page.closeCode).toBe(4001), WAIT);
    expect(ended).toEqual([7]);
  });
});
