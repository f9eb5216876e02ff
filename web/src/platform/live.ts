import type { LiveMessage, LiveRequest } from '#contract/live.ts';

/**
 * The live connection of `contract/src/live.ts`: one WebSocket per page, opened with the first subscription and closed a
 * while after the last one ended. A lost connection is opened again, with growing pauses; what was missed meanwhile is
 * asked for by the listeners themselves (`onResume`), since nothing depends on the connection.
 */
export type LiveEvent = Extract<LiveMessage, { event: unknown }>['event'];

export interface LiveListener {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed: the connection is back after it was lost, or the server says so. */
  onResume?: () => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const IDLE_CLOSE_MS = 15_000;

/** The part of a WebSocket that is used, so that tests can hand in their own. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;

type Place = Extract<LiveRequest, { type: 'present' }>;

export class LiveConnection {
  readonly #open: () => Socket;
  readonly #topics = new Map<string, Set<LiveListener>>();
  #place: Place | null = null;
  #socket: Socket | null = null;
  #pause = FIRST_PAUSE_MS;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  #wasLost = false;

  constructor(open: () => Socket) {
    this.#open = open;
  }

  /** Listens to a topic until the answered function is called. */
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
   * Says where one is in a lesson that one listens to (`lesson:{id}`): on a screen, or (null) on its page. Said again whenever the
   * connection is opened again, until the answered function is called; whoever stops listening is no longer there.
   */
  enter(lessonId: number, screenId: number | null): () => void {
    const place: Place = { type: 'present', lesson_id: lessonId, screen_id: screenId };
    this.#place = place;
    this.#send(place);
    return () => {
      if (this.#place === place) this.#place = null;
    };
  }

  /** Tries at once, without waiting for the pause to end: the network came back. */
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
    socket.addEventListener('close', () => this.#closed(socket));
  }

  #opened(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#pause = FIRST_PAUSE_MS;
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

  #closed(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.#topics.size === 0) return;
    this.#wasLost = true;
    // Spread over half the pause, so that a restarted server is not met by every page at once.
    this.#retry = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #closeIdle(): void {
    this.#idle = null;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#wasLost = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
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

/** The page's one live connection. */
export const live = new LiveConnection(() => new WebSocket(new URL('/api/live', location.href.replace(/^http/, 'ws'))));

globalThis.addEventListener('online', () => live.wake());

/**
 * Listens to a topic of the live connection (`lesson:{id}`, `run:{stream_id}`, `operation:{id}`, `releases:all`) until the
 * answered function is called.
 */
export function subscribe(topic: string, listener: LiveListener | LiveListener['onEvent']): () => void {
  return live.subscribe(topic, listener);
}
