import type { LiveEvent, LiveMessage, LiveRequest } from '#platform/contract/live.ts';
import { isSignedOut, setSignedOut, watchSignedOut } from './signed-out.ts';

export interface LiveListener {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed: after a reconnect, or when the server says so. */
  onResume?: () => void;
}

/** How the server closes the connection of a session that has ended. */
const SIGNED_OUT = 4001;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const IDLE_CLOSE_MS = 15_000;

/** The part of a WebSocket that is used; replaced in tests. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;

type Place = Extract<LiveRequest, { type: 'present' }>;

/**
 * The live connection of `platform/contract/live.ts`: one WebSocket per page, opened with the first subscription and closed shortly after the
 * last one ends. A lost connection is reopened with growing delays. Listeners fetch missed events themselves (`onResume`); nothing
 * depends on the connection.
 */
export class LiveConnection {
  readonly #open: () => Socket;
  readonly #topics = new Map<string, Set<LiveListener>>();
  #place: Place | null = null;
  #socket: Socket | null = null;
  #pause = FIRST_PAUSE_MS;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  #wasLost = false;
  /** Reconnecting failed: the server can't be reached. Others only miss events. */
  #isCut = false;
  readonly #watchers = new Set<() => void>();

  /** @param network Reports `online` when the network is back: the connection then doesn't wait for the delay. Null: nothing reports it. */
  constructor(open: () => Socket, network: EventTarget | null = null) {
    this.#open = open;
    network?.addEventListener('online', () => this.wake());
  }

  /** Subscribes to a topic; returns a function that unsubscribes. */
  subscribe(topic: string, listener: LiveListener | LiveListener['onEvent']): () => void {
    const entry = typeof listener === 'function' ? { onEvent: listener } : listener;
    const listeners = this.#topics.get(topic) ?? new Set();
    const isNew = listeners.size === 0;
    listeners.add(entry);
    this.#topics.set(topic, listeners);
    this.#stopIdle();
    if (this.#socket === null) this.#connect();
    else if (isNew) this.#send({ type: 'subscribe', topic });
    return () => this.#unsubscribe(topic, entry);
  }

  /**
   * Reports the user's position in a subscribed lesson (`lesson:{id}`): a screen, or (null) the lesson page, and the
   * name of the text that they write in. Repeated after every
   * reconnect until the returned function is called; unsubscribing also ends the presence.
   */
  enter(lessonId: number, screenId: number | null, part?: string): () => void {
    const place: Place = { type: 'present', lesson_id: lessonId, screen_id: screenId, part };
    this.#place = place;
    this.#send(place);
    return () => {
      if (this.#place === place) this.#place = null;
    };
  }

  /** Whether the server couldn't be reached when the connection was last tried. */
  readonly isCut = (): boolean => this.#isCut;

  /** Calls back when {@link isCut} changes; returns a function that stops it. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** Reconnects without waiting: the network is back, or the user is signed in again. */
  wake(): void {
    if (this.#retry === null) return;
    this.#pause = FIRST_PAUSE_MS;
    this.#connect();
  }

  #unsubscribe(topic: string, entry: LiveListener): void {
    const listeners = this.#topics.get(topic);
    if (!listeners?.delete(entry) || listeners.size > 0) return;
    this.#topics.delete(topic);
    this.#send({ type: 'unsubscribe', topic });
    if (this.#topics.size === 0) this.#idle = setTimeout(() => this.#closeIdle(), IDLE_CLOSE_MS);
  }

  #connect(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    const socket = this.#open();
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', (message) => this.#received(message));
    socket.addEventListener('close', (event) => this.#closed(socket, event.code));
  }

  #opened(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#pause = FIRST_PAUSE_MS;
    setSignedOut(false);
    this.#setCut(false);
    for (const topic of this.#topics.keys()) this.#send({ type: 'subscribe', topic });
    if (this.#place !== null) this.#send(this.#place);
    if (!this.#wasLost) return;
    this.#wasLost = false;
    for (const listener of this.#listeners()) listener.onResume?.();
  }

  #received(message: MessageEvent<unknown>): void {
    const parsed = JSON.parse(String(message.data)) as LiveMessage;
    for (const listener of this.#topics.get(parsed.topic) ?? []) {
      if ('event' in parsed) listener.onEvent(parsed.event);
      if ('missed' in parsed) listener.onResume?.();
    }
  }

  #closed(socket: Socket, code: number): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (code === SIGNED_OUT) setSignedOut(true);
    if (this.#topics.size === 0) return;
    if (this.#wasLost) this.#setCut(true);
    this.#wasLost = true;
    // Random delay, so that a restarted server does not receive every page at once.
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #closeIdle(): void {
    this.#idle = null;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#wasLost = false;
    this.#setCut(false);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #setCut(isCut: boolean): void {
    if (this.#isCut === isCut) return;
    this.#isCut = isCut;
    for (const watcher of this.#watchers) watcher();
  }

  #stopIdle(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #send(request: LiveRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  *#listeners(): Iterable<LiveListener> {
    for (const listeners of this.#topics.values()) yield* listeners;
  }
}

/** The page's only live connection. */
export const live = new LiveConnection(
  () => new WebSocket(new URL('/api/live', location.href.replace(/^http/, 'ws'))),
  typeof window === 'undefined' ? null : window,
);

watchSignedOut(() => isSignedOut() || live.wake());

/**
 * Subscribes to a topic of the live connection (`lesson:{id}`, `run:{stream_id}`, `operation:{id}`, `releases:all`); returns a function
 * that unsubscribes.
 */
export function subscribe(topic: string, listener: LiveListener | LiveListener['onEvent']): () => void {
  return live.subscribe(topic, listener);
}
