import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TerminalToPage } from '#platform/contract/terminal-frames.ts';
import { TerminalSession } from './terminal-session.ts';
import type { TerminalState } from './terminal-state.ts';

/** A connection whose other end is the test. */
class FakeConnection extends EventTarget {
  readonly sent: (string | number)[] = [];
  readyState = 1;
  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  send(data: unknown): void {
    this.sent.push(typeof data === 'string' ? data : (data as Uint8Array).length);
  }

  close(): void {
    this.readyState = 3;
  }

  tell(message: TerminalToPage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  show(bytes: number): void {
    this.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(bytes) }));
  }

  end(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(new CloseEvent('close', { code }));
  }

  /** The acknowledgements and sizes sent. */
  get told(): unknown[] {
    return this.sent.filter((each) => typeof each === 'string').map((each) => JSON.parse(each) as unknown);
  }
}

function setUp() {
  const connections: FakeConnection[] = [];
  const states: TerminalState[] = [];
  const shown = { bytes: 0, resets: 0 };
  const drawn: (() => void)[] = [];
  const open = vi.fn(async (_options: { restart: boolean }) => '/api/terminal/1');
  const session = new TerminalSession(
    {
      write: (bytes, whenDrawn) => {
        shown.bytes += bytes.length;
        drawn.push(whenDrawn);
      },
      reset: () => (shown.resets += 1),
      size: () => ({ columns: 80, rows: 24 }),
    },
    {
      open,
      connect: (path) => {
        const connection = new FakeConnection(path);
        connections.push(connection);
        return connection as unknown as WebSocket;
      },
      errorText: (error) => (error as Error).message,
    },
    (state) => states.push(state),
  );
  const last = (): FakeConnection => {
    const connection = connections.at(-1);
    if (!connection) throw new Error('Nothing was connected.');
    return connection;
  };
  const drawAll = () => {
    for (const whenDrawn of drawn.splice(0)) whenDrawn();
  };
  return { session, connections, states, shown, open, last, drawAll };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a terminal session', () => {
  it('opens, connects, sends its size, and acknowledges what was drawn', async () => {
    const { session, last, states, shown, open, drawAll } = setUp();
    await session.start(false);
    expect(open).toHaveBeenCalledWith({ restart: false, columns: 80, rows: 24 });
    expect(last().path).toBe('/api/terminal/1?after=0');
    last().tell({ type: 'from', byte: 0, until: 0 });
    last().show(100);
    expect(shown.bytes).toBe(100);
    drawAll();
    expect(last().told).toEqual([
      { type: 'resize', columns: 80, rows: 24 },
      { type: 'ack', bytes: 100 },
    ]);
    expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'open']);
  });

  it('acknowledges output in batches while more arrives', async () => {
    const { session, last, drawAll } = setUp();
    await session.start(false);
    last().tell({ type: 'from', byte: 0, until: 0 });
    for (let index = 0; index < 40; index += 1) last().show(1024);
    drawAll();
    expect(last().told.slice(1)).toEqual([16, 32, 40].map((kilobytes) => ({ type: 'ack', bytes: kilobytes * 1024 })));
  });

  it('does not answer queries in repeated output', async () => {
    const { session, last, drawAll } = setUp();
    await session.start(false);
    last().tell({ type: 'from', byte: 0, until: 50 });
    last().show(50);
    session.type(new Uint8Array(3));
    expect(last().sent).not.toContain(3);
    expect(session.hasTyped).toBe(false);
    drawAll();
    session.type(new Uint8Array(3));
    expect(last().sent).toContain(3);
    expect(session.hasTyped).toBe(true);
  });

  it('splits a long paste', async () => {
    const { session, last } = setUp();
    await session.start(false);
    last().tell({ type: 'from', byte: 0, until: 0 });
    session.type(new Uint8Array(150_000));
    expect(last().sent.filter((each) => typeof each === 'number')).toEqual([65_536, 65_536, 18_928]);
  });

  it('reconnects where it left off, with growing delays', async () => {
    const { session, connections, last, states, drawAll } = setUp();
    await session.start(false);
    last().tell({ type: 'from', byte: 0, until: 0 });
    last().show(70);
    last().end(1006);
    expect(states.at(-1)).toEqual({ kind: 'reconnecting' });
    await vi.advanceTimersByTimeAsync(500);
    expect(last().path).toBe('/api/terminal/1?after=70');
    last().end(1006);
    await vi.advanceTimersByTimeAsync(999);
    expect(connections).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    last().tell({ type: 'from', byte: 70, until: 90 });
    // Output of the first connection does not count for the third.
    drawAll();
    last().show(20);
    drawAll();
    expect(last().told).toEqual([expect.objectContaining({ type: 'resize' }), { type: 'ack', bytes: 20 }]);
    expect(states.at(-1)).toEqual({ kind: 'open' });
  });

  it('reconnects at once when the network is back', async () => {
    const { session, connections, last } = setUp();
    await session.start(false);
    session.wake();
    expect(connections).toHaveLength(1);
    last().end(1006);
    session.wake();
    expect(connections).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toHaveLength(2);
  });

  it('starts with an empty window when too much was missed', async () => {
    const { session, last, shown } = setUp();
    await session.start(false);
    const before = shown.resets;
    last().tell({ type: 'from', byte: 0, until: 0 });
    last().end(1006);
    await vi.advanceTimersByTimeAsync(500);
    last().tell({ type: 'from', byte: 2_000_000, until: 3_000_000 });
    expect(shown.resets).toBe(before + 1);
  });

  it.each<[what: string, message: TerminalToPage | null, code: number, state: TerminalState]>([
    ['the shell', { type: 'exit', code: 2, reason: 'exit' }, 1000, { kind: 'ended', text: 'The shell has ended with exit code 2.' }],
    [
      'its time',
      { type: 'exit', code: null, reason: 'idle' },
      1000,
      { kind: 'ended', text: expect.stringContaining('half an hour') as string },
    ],
    ['there being none', { type: 'error', error: 'Terminal not found.' }, 1008, { kind: 'ended', text: 'Terminal not found.' }],
    ['another window', { type: 'error', error: 'Opened elsewhere.' }, 1000, { kind: 'elsewhere', text: 'Opened elsewhere.' }],
    ['signing out', null, 4001, { kind: 'failed', text: expect.stringContaining('signed out') as string }],
  ])('stays ended by %s', async (_, message, code, state) => {
    const { session, connections, last, states } = setUp();
    await session.start(false);
    last().tell({ type: 'from', byte: 0, until: 0 });
    if (message) last().tell(message);
    last().end(code);
    expect(states.at(-1)).toEqual(state);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connections).toHaveLength(1);
  });

  it('starts over on a restart', async () => {
    const { session, connections, last, shown, open } = setUp();
    await session.start(false);
    last().tell({ type: 'from', byte: 0, until: 0 });
    last().show(10);
    session.type(new Uint8Array(1));
    const first = last();
    await session.start(true);
    expect(open).toHaveBeenLastCalledWith({ restart: true, columns: 80, rows: 24 });
    expect(last().path).toBe('/api/terminal/1?after=0');
    expect([first.readyState, session.hasTyped, shown.resets]).toEqual([3, false, 2]);
    first.show(1000);
    first.end(1006);
    expect([shown.bytes, connections.length]).toEqual([10, 2]);
  });

  it('reports why it could not be opened', async () => {
    const { session, states, open } = setUp();
    open.mockRejectedValueOnce(new Error('No runner is available for this lesson'));
    await session.start(false);
    expect(states.at(-1)).toEqual({ kind: 'failed', text: 'No runner is available for this lesson' });
  });

  it('is silent after it was left', async () => {
    const { session, connections, last, states } = setUp();
    await session.start(false);
    session.leave();
    const before = states.length;
    last().end(1006);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([states.length, connections.length, last().readyState]).toEqual([before, 1, 3]);
  });
});
