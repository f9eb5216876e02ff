import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveConnection, type LiveListener, type Socket } from './live.ts';
import { isSignedOut } from './signed-out.ts';

class FakeSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING;
  readonly sent: unknown[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }
  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  receive(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const network = new EventTarget();
  const connection = new LiveConnection(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as Socket;
  }, network);
  return { connection, sockets, network, last: () => sockets.at(-1)! };
}

const listen = () => vi.fn<LiveListener['onEvent']>();
const event = { type: 'screens-changed' } as const;

describe('the live connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('subscribes when open, and passes on events of its topic', () => {
    const { connection, last } = setUp();
    const heard = listen();
    connection.subscribe('lesson:1', heard);
    last().open();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'lesson:1' }]);
    last().receive({ topic: 'lesson:1', event });
    last().receive({ topic: 'lesson:2', event });
    last().receive({ topic: 'lesson:1', error: 'no' });
    expect(heard.mock.calls).toEqual([[event]]);
  });

  it('knows that the session has ended, and reconnects at once when the user is signed in again', () => {
    const { connection, sockets, last } = setUp();
    connection.subscribe('lesson:1', listen());
    last().open();
    last().dispatchEvent(new CloseEvent('close', { code: 4001 }));
    expect(isSignedOut()).toBe(true);
    connection.wake();
    expect(sockets).toHaveLength(2);
    last().open();
    expect(isSignedOut()).toBe(false);
  });

  it('has one connection and one subscription for many listeners', () => {
    const { connection, sockets, last } = setUp();
    const stops = [connection.subscribe('a', listen()), connection.subscribe('a', listen()), connection.subscribe('b', listen())];
    last().open();
    expect([sockets.length, last().sent.length]).toEqual([1, 2]);
    stops[0]!();
    expect(last().sent).toHaveLength(2);
    stops[1]!();
    expect(last().sent.at(-1)).toEqual({ type: 'unsubscribe', topic: 'a' });
  });

  it('reports the position after subscribing, and again on a new connection, until the user leaves', () => {
    const { connection, last } = setUp();
    connection.subscribe('lesson:1', listen());
    const here = { type: 'present', lesson_id: 1, screen_id: 7 };
    const leave = connection.enter(1, 7);
    last().open();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'lesson:1' }, here]);
    last().close();
    vi.advanceTimersByTime(700);
    last().open();
    expect(last().sent.at(-1)).toEqual(here);
    const leaveNext = connection.enter(1, null);
    expect(last().sent.at(-1)).toEqual({ ...here, screen_id: null });
    // The next page subscribes before the previous one unsubscribes.
    leave();
    last().close();
    vi.advanceTimersByTime(700);
    last().open();
    expect(last().sent.at(-1)).toEqual({ ...here, screen_id: null });
    leaveNext();
    last().close();
    vi.advanceTimersByTime(700);
    last().open();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'lesson:1' }]);
  });

  it('reconnects with growing delays, resubscribes and reports that events may be missing', () => {
    const { connection, sockets, last } = setUp();
    const onResume = vi.fn();
    connection.subscribe('a', { onEvent: vi.fn(), onResume });
    last().open();
    last().close();
    vi.advanceTimersByTime(700);
    expect(sockets).toHaveLength(2);
    last().close();
    vi.advanceTimersByTime(700);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(700);
    expect(sockets).toHaveLength(3);
    expect(onResume).not.toHaveBeenCalled();
    last().open();
    expect(last().sent).toEqual([{ type: 'subscribe', topic: 'a' }]);
    expect(onResume).toHaveBeenCalledTimes(1);
  });

  it('reports to subscribers that the server dropped events of their topic', () => {
    const { connection, last } = setUp();
    const [onResume, onOther, onEvent] = [vi.fn(), vi.fn(), listen()];
    connection.subscribe('a', { onEvent, onResume });
    connection.subscribe('b', { onEvent, onResume: onOther });
    last().open();
    last().receive({ topic: 'a', missed: true });
    expect([onResume, onOther, onEvent].map((each) => each.mock.calls.length)).toEqual([1, 0, 0]);
  });

  it('is cut when reconnecting fails, until it succeeds', () => {
    const { connection, last } = setUp();
    const watcher = vi.fn();
    connection.watch(watcher);
    connection.subscribe('a', listen());
    last().open();
    last().close();
    // A restart of the server is over before anyone would read about it.
    expect(connection.isCut()).toBe(false);
    vi.advanceTimersByTime(700);
    last().close();
    expect(connection.isCut()).toBe(true);
    vi.advanceTimersByTime(1_400);
    last().open();
    expect([connection.isCut(), watcher.mock.calls.length]).toEqual([false, 2]);
  });

  it('does not wait when the network comes back', () => {
    const { connection, sockets, network, last } = setUp();
    connection.subscribe('a', listen());
    last().close();
    network.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  it('closes shortly after the last subscription ends, and leaves no timer', () => {
    const { connection, sockets, last } = setUp();
    const stop = connection.subscribe('a', listen());
    last().open();
    stop();
    vi.advanceTimersByTime(20_000);
    expect(last().readyState).toBe(WebSocket.CLOSED);
    expect([sockets.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
