import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { liveRoutes, type LiveMessage } from '#platform/contract/live.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { readConfig } from './config.ts';
import { AppError } from './errors.ts';
import { mount } from './http/mount.ts';
import { createServer } from './http/server.ts';
import { LiveHub } from './live.ts';

const actors: Record<string, Actor> = {
  ada: { id: 1, name: 'Ada', role: 'staff' },
  bob: { id: 2, name: 'Bob', role: 'external' },
};

const MAX_OF_ONE = 4;
let app: FastifyInstance;
let live: LiveHub;
let url: string;
const ended = new Set<string>();
/** More lessons that external authors may see. */
const seen = new Set<string>();
/** How the rule of fragile topics fails; null: it doesn't. */
let failure: Error | null = null;

beforeEach(async () => {
  live = new LiveHub({ maxOfOne: MAX_OF_ONE });
  ended.clear();
  seen.clear();
  failure = null;
  live.allow('lesson', async (actor, rest) => actor.role === 'staff' || rest === '2' || seen.has(rest), ['lesson-changed']);
  live.allow('fragile', async () => {
    if (failure !== null) throw failure;
    return true;
  });
  live.allow('broken', () => Promise.reject(new Error('no database')));
  app = await createServer(readConfig({}), pino({ level: 'silent' }), async (request) => {
    const name = String(request.headers['x-person']);
    const actor = actors[name];
    return actor === undefined ? null : { actor, credential: `session:${name}` };
  });
  mount(app, liveRoutes, {
    live: ({ request }, socket) => {
      const { visitor } = request;
      if (visitor !== null) live.connect(socket, visitor, async () => !ended.has(visitor.credential));
    },
  });
  app.addHook('preClose', () => live.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/live`;
});

afterEach(() => app.close());

interface Page {
  socket: WebSocket;
  /** The next message. */
  next(): Promise<LiveMessage>;
  subscribe(topic: string): void;
  closed: Promise<number>;
}

async function open(person: string, headers: Record<string, string> = {}): Promise<Page> {
  const socket = new WebSocket(url, { headers: { 'x-person': person, ...headers } });
  const received: LiveMessage[] = [];
  const waiting: ((message: LiveMessage) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as LiveMessage;
    const wanted = waiting.shift();
    if (wanted === undefined) received.push(message);
    else wanted(message);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await once(socket, 'open');
  return {
    socket,
    closed,
    next: () => {
      const message = received.shift();
      return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message);
    },
    subscribe: (topic) => socket.send(JSON.stringify({ type: 'subscribe', topic })),
  };
}

/**
 * Subscribing has no reply, so this waits for the error of a later message, which proves that the subscription was
 * processed.
 */
async function subscribed(page: Page, topic: string): Promise<void> {
  page.subscribe(topic);
  page.subscribe('nothing:at-all');
  expect(await page.next()).toEqual({ topic: 'nothing:at-all', error: 'Topic not found.' });
}

const changed = { type: 'screens-changed' } as const;

describe('the live connection', () => {
  it('notifies only subscribers', async () => {
    const ada = await open('ada');
    const other = await open('ada');
    await subscribed(ada, 'lesson:1');
    await subscribed(other, 'lesson:2');
    live.publish('lesson:1', changed);
    live.publish('lesson:2', changed);
    expect(await ada.next()).toEqual({ topic: 'lesson:1', event: changed });
    expect(await other.next()).toEqual({ topic: 'lesson:2', event: changed });
  });

  it.each(['lesson:1', 'broken:1', 'unknown:1', 'lesson', ''])('refuses what one may not hear: %o', async (topic) => {
    const bob = await open('bob');
    bob.subscribe(topic);
    expect(await bob.next()).toEqual({ topic, error: 'Topic not found.' });
    live.publish(topic, changed);
    await subscribed(bob, 'lesson:2');
    live.publish('lesson:2', changed);
    expect(await bob.next()).toMatchObject({ topic: 'lesson:2' });
  });

  it('sends nothing after unsubscribing, even right after subscribing', async () => {
    const ada = await open('ada');
    ada.subscribe('lesson:1');
    ada.socket.send(JSON.stringify({ type: 'unsubscribe', topic: 'lesson:1' }));
    await subscribed(ada, 'lesson:2');
    live.publish('lesson:1', changed);
    live.publish('lesson:2', changed);
    expect(await ada.next()).toMatchObject({ topic: 'lesson:2' });
  });

  it('accepts a limited number of topics', async () => {
    const ada = await open('ada');
    for (let n = 0; n <= 100; n++) ada.subscribe(`lesson:${n}`);
    expect(await ada.next()).toEqual({ topic: 'lesson:100', error: 'Too many topics on one connection.' });
  });

  it('limits the connections of one user, without closing existing ones', async () => {
    const pages = await Promise.all(Array.from({ length: MAX_OF_ONE }, () => open('ada')));
    const [first] = pages;
    await subscribed(first!, 'lesson:1');
    expect(await (await open('ada')).closed).toBe(4008);
    const bob = await open('bob');
    await subscribed(bob, 'lesson:2');
    live.publish('lesson:1', changed);
    expect(await first!.next()).toEqual({ topic: 'lesson:1', event: changed });
    pages[1]!.socket.close();
    await pages[1]!.closed;
    await vi.waitFor(() => expect(live.connections).toBe(MAX_OF_ONE), { timeout: 300_000 });
    await subscribed(await open('ada'), 'lesson:1');
  });

  it.each(['{', '{"type": "shout"}', '"x"', JSON.stringify({ type: 'subscribe', topic: 'x'.repeat(201) })])(
    'ends on nonsense: %s',
    async (text) => {
      const ada = await open('ada');
      ada.socket.send(text);
      expect(await ada.closed).toBe(1008);
    },
  );

  it('closes on oversized messages', async () => {
    const ada = await open('ada');
    ada.socket.send('x'.repeat(20_000));
    expect(await ada.closed).toBe(1009);
  });

  it('closes with its session, and sends nothing more', async () => {
    const ada = await open('ada');
    const bob = await open('bob');
    await subscribed(ada, 'lesson:2');
    await subscribed(bob, 'lesson:2');
    live.endCredential('session:ada');
    live.publish('lesson:2', changed);
    expect(await ada.closed).toBe(4001);
    expect(await bob.next()).toMatchObject({ topic: 'lesson:2' });
    live.endUser(2);
    expect(await bob.closed).toBe(4001);
  });

  it('ends a topic that its user may not hear any more, and keeps the others', async () => {
    const bob = await open('bob');
    const ada = await open('ada');
    await subscribed(ada, 'lesson:3');
    seen.add('3');
    await subscribed(bob, 'lesson:3');
    await subscribed(bob, 'lesson:2');
    seen.delete('3');
    const moved = { type: 'lesson-changed' } as const;
    live.publish('lesson:3', moved);
    for (const page of [ada, bob]) expect(await page.next()).toEqual({ topic: 'lesson:3', event: moved });
    expect(await bob.next()).toEqual({ topic: 'lesson:3', error: 'Topic not found.' });
    live.publish('lesson:3', changed);
    live.publish('lesson:2', changed);
    expect(await ada.next()).toEqual({ topic: 'lesson:3', event: changed });
    expect(await bob.next()).toEqual({ topic: 'lesson:2', event: changed });
  });

  it('closes at once when the session ended during the handshake', async () => {
    ended.add('session:ada');
    const ada = await open('ada');
    expect(await ada.closed).toBe(4001);
  });

  it('closes with the server', async () => {
    const ada = await open('ada');
    await live.close();
    expect(await ada.closed).toBe(1001);
  });
});

describe('presence', () => {
  const people = (...entries: [string, number | null][]) => ({
    topic: 'lesson:2',
    event: { type: 'presence', people: entries.map(([name, screen_id]) => ({ id: name === 'Ada' ? 1 : 2, name, screen_id })) },
  });
  const present = (page: Page, screen_id: number | null, lesson_id = 2, part?: string) =>
    page.socket.send(JSON.stringify({ type: 'present', lesson_id, screen_id, part }));
  async function enter(person: string, screen: number | null): Promise<Page> {
    const page = await open(person);
    await subscribed(page, 'lesson:2');
    present(page, screen);
    return page;
  }

  it('is sent to every user in the lesson when a user joins, moves or leaves', async () => {
    const ada = await enter('ada', null);
    expect(await ada.next()).toEqual(people(['Ada', null]));
    const bob = await enter('bob', 7);
    for (const page of [ada, bob]) expect(await page.next()).toEqual(people(['Ada', null], ['Bob', 7]));
    present(bob, 8);
    for (const page of [ada, bob]) expect(await page.next()).toEqual(people(['Ada', null], ['Bob', 8]));
    // What he writes in, too, and no longer on the next screen.
    present(bob, 8, 2, 'Hint');
    const inHint = { id: 2, name: 'Bob', screen_id: 8, part: 'Hint' };
    for (const page of [ada, bob]) expect(await page.next()).toMatchObject({ event: { people: [{ name: 'Ada' }, inHint] } });
    present(bob, 7);
    for (const page of [ada, bob]) expect(await page.next()).toEqual(people(['Ada', null], ['Bob', 7]));
    bob.socket.close();
    expect(await ada.next()).toEqual(people(['Ada', null]));
  });

  it('is sent once for a user with several pages, with the latest and remaining positions', async () => {
    const bob = await enter('bob', 7);
    await bob.next();
    const first = await enter('ada', 1);
    expect(await bob.next()).toEqual(people(['Ada', 1], ['Bob', 7]));
    const second = await enter('ada', 2);
    expect(await bob.next()).toEqual(people(['Ada', 2], ['Bob', 7]));
    second.socket.send(JSON.stringify({ type: 'unsubscribe', topic: 'lesson:2' }));
    expect(await bob.next()).toEqual(people(['Ada', 1], ['Bob', 7]));
    live.endCredential('session:ada');
    expect(await bob.next()).toEqual(people(['Bob', 7]));
    await Promise.all([first.closed, second.closed]);
  });

  it("is hidden from users without access to the lesson, who can't join", async () => {
    const ada = await open('ada');
    await subscribed(ada, 'lesson:1');
    const bob = await open('bob');
    bob.subscribe('lesson:1');
    await bob.next();
    present(bob, 3, 1);
    expect(await bob.next()).toEqual({ topic: 'lesson:1', error: 'Topic not found.' });
    present(ada, 4, 1);
    expect(await ada.next()).toEqual({
      topic: 'lesson:1',
      event: { type: 'presence', people: [{ id: 1, name: 'Ada', screen_id: 4 }] },
    });
    await subscribed(bob, 'lesson:2');
  });
});

describe('the handshake', () => {
  async function statusOf(headers: Record<string, string>): Promise<number> {
    const socket = new WebSocket(url, { headers });
    const [request, response] = (await once(socket, 'unexpected-response')) as [{ destroy(): void }, { statusCode: number }];
    request.destroy();
    return response.statusCode;
  }

  it.each([
    ['signed out', {}, 401],
    ['from another site', { 'x-person': 'ada', origin: 'https://evil.example' }, 403],
    ['under another name', { 'x-person': 'ada', host: 'evil.example' }, 403],
  ])('is refused %s', async (_case, headers, status) => {
    expect(await statusOf(headers)).toBe(status);
  });

  it('is accepted from our own page', async () => {
    const page = await open('ada', { origin: new URL(url).origin.replace('ws:', 'http:') });
    expect(page.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('is required, and a plain call gets an explanation', async () => {
    const reply = await app.inject({ url: '/api/live', headers: { 'x-person': 'ada' } });
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'This address only accepts WebSocket connections.']);
  });
});

/** The parts of a socket that the hub uses, without a network: unread and unanswered data is set by hand. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  pings = 0;
  send(text: string): void {
    this.sent.push(text);
  }
  ping(): void {
    this.pings++;
  }
  close(): void {
    // The other end doesn't respond.
  }
  terminate(): void {
    this.readyState = 3;
    this.emit('close', 1006);
  }
}

describe('an unresponsive page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function connect(isStillValid = async () => true): Promise<FakeSocket> {
    const socket = new FakeSocket();
    live.connect(socket as unknown as WebSocket, { actor: { id: 1, name: 'Ada', role: 'staff' }, credential: 'session:ada' }, isStillValid);
    socket.emit('message', Buffer.from(JSON.stringify({ type: 'subscribe', topic: 'lesson:1' })));
    await vi.advanceTimersByTimeAsync(0);
    return socket;
  }

  it('is disconnected when it leaves too much unread, without delaying others', async () => {
    const slow = await connect();
    const quick = await connect();
    slow.bufferedAmount = 8 * 1024 * 1024 + 1;
    live.publish('lesson:1', changed);
    expect([slow.readyState, slow.sent]).toEqual([3, []]);
    expect(quick.sent).toHaveLength(1);
    quick.terminate();
  });

  it('is disconnected when it misses a heartbeat', async () => {
    const gone = await connect();
    const here = await connect();
    await vi.advanceTimersByTimeAsync(30_000);
    here.emit('pong');
    await vi.advanceTimersByTimeAsync(30_000);
    expect([gone.readyState, gone.pings]).toEqual([3, 1]);
    expect([here.readyState, here.pings]).toEqual([1, 2]);
    here.terminate();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loses a topic by the heartbeat when its access ended without an event, but not while access can’t be checked', async () => {
    const page = await connect();
    page.emit('message', Buffer.from(JSON.stringify({ type: 'subscribe', topic: 'fragile:1' })));
    await vi.advanceTimersByTimeAsync(0);
    failure = new Error('The database is away.');
    await vi.advanceTimersByTimeAsync(30_000);
    page.emit('pong');
    expect(page.sent).toEqual([]);
    failure = new AppError('not_found', 'Not found.');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(page.sent.map((text) => JSON.parse(text) as unknown)).toEqual([{ topic: 'fragile:1', error: 'Topic not found.' }]);
    live.publish('fragile:1', changed);
    expect(page.sent).toHaveLength(1);
    page.terminate();
  });

  it('is disconnected by the heartbeat when its session expired', async () => {
    let isValid = true;
    const page = await connect(async () => isValid);
    isValid = false;
    await vi.advanceTimersByTimeAsync(30_000);
    live.publish('lesson:1', changed);
    expect(page.sent).toEqual([]);
  });

  it("stays connected when the session briefly can't be looked up", async () => {
    const page = await connect(() => Promise.reject(new Error('no database')));
    await vi.advanceTimersByTimeAsync(30_000);
    live.publish('lesson:1', changed);
    expect(page.sent).toHaveLength(1);
    page.terminate();
  });

  it('does not prevent the server from stopping', async () => {
    const page = await connect();
    const closing = live.close();
    await vi.advanceTimersByTimeAsync(2_000);
    await closing;
    expect(page.readyState).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});
