/** The queue of runs, in which owners take turns, and the runs that clients can join later. */

import { NO_OUTCOME } from '#platform/contract/run-outcome.ts';
import type { RunnerEvent, RunnerSpan } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from './cannot-run.ts';
import type { Work } from './language-runtime.ts';
import { Refusal } from './refusal.ts';
import { SandboxFailure } from './sandbox/explain-failure.ts';
import type { Shares } from './settings.ts';

/** A run to be queued. */
interface NewJob {
  /** Must be new. */
  readonly id: string;
  readonly owner: string;
  /** The server that sent it. */
  readonly client: string;
  /** Others go first. */
  readonly isBackground?: boolean;
  /**
   * Ends within moments, so it may take any slot that is free, the last one too, whatever its owner already has. It waits until
   * nothing else can use that slot.
   */
  readonly isBrief?: boolean;
  /** Size of its request, which stays in memory while it waits. */
  readonly bytes: number;
  readonly work: Work;
}

interface Job extends NewJob {
  readonly stop: AbortController;
  readonly emit: (event: RunnerEvent) => void;
  readonly ended: Promise<void>;
  readonly settle: () => void;
  reportedPosition: number;
}

/** A run that clients can join (`keep_seconds`). */
interface KeptRun {
  readonly events: EventLog;
  readonly ended: Promise<void>;
  isEnded: boolean;
}

/** Limit, in characters, for all kept runs together. Beyond it the ones that ended first are forgotten. */
const KEPT_LENGTH = 64 * 1024 * 1024;

/**
 * Runs up to `capacity` jobs at once, serving owners round-robin and none beyond their share, and reports queue positions to
 * those who wait. Runs in the background take what is left, except the last slot, which only brief ones take.
 */
export class RunQueue {
  readonly #capacity: number;
  readonly #shares: Shares;
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  readonly #queue = new PatientQueue();
  #runningInBackground = 0;
  readonly #jobs = new Map<string, Job>();
  readonly #kept = new Map<string, KeptRun>();
  readonly #forgetting = new Map<string, NodeJS.Timeout>();
  #isClosed = false;
  #isDraining = false;

  constructor(capacity: number, shares: Shares) {
    this.#capacity = capacity;
    this.#shares = { ...shares, ownerRuns: Math.max(1, Math.min(shares.ownerRuns, capacity - 1)) };
  }

  /**
   * Rejects a run that would exceed the queue limits.
   * @throws Refusal 429 if the owner has too many waiting runs, 503 if too much is waiting in total; the message names the limit
   */
  requireRoom(owner: string, bytes: number): void {
    const { ownerWaiting, waitingBytes } = this.#shares;
    if (this.#queue.countOf(owner) >= ownerWaiting) {
      throw new Refusal(429, {
        error: `${ownerWaiting} of your runs are already waiting, the most that one person or share link may have. Try again when some of them have finished.`,
      });
    }
    const waiting = this.#queue.inOrder().reduce((sum, job) => sum + job.bytes, 0);
    if (waiting + bytes > waitingBytes) {
      throw new Refusal(503, {
        error: `Runs with ${Math.round(waitingBytes / 2 ** 20)} MB of code are already waiting, the most that this runner accepts. Try again in a minute.`,
      });
    }
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Number of waiting and running runs by the server that sent them. */
  get clients(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { client } of this.#jobs.values()) counts[client] = (counts[client] ?? 0) + 1;
    return counts;
  }

  /** Whether a run with this id is waiting, running or kept. */
  has(id: string): boolean {
    return this.#jobs.has(id) || this.#kept.has(id);
  }

  /** Adds a run that doesn't depend on a client and whose events stay available until `seconds` after its end. */
  keep(run: NewJob, seconds: number): void {
    const { id } = run;
    const events = new EventLog();
    const ended = this.submit(run, (event) => events.add(event));
    const kept: KeptRun = { events, ended, isEnded: false };
    this.#kept.set(id, kept);
    void ended.then(() => {
      kept.isEnded = true;
      if (this.#isClosed) return;
      this.#forgetting.set(
        id,
        setTimeout(() => this.#forget(id), seconds * 1000),
      );
      this.#makeRoom();
    });
  }

  isKept(id: string): boolean {
    return this.#kept.has(id);
  }

  /** Settles when a run has ended; at once if the id is unknown. */
  async ended(id: string): Promise<void> {
    await this.#jobs.get(id)?.ended;
  }

  /** Emits all events of a kept run until its end or until `signal` aborts. */
  async join(id: string, emit: (event: RunnerEvent) => void, signal: AbortSignal): Promise<void> {
    const kept = this.#kept.get(id);
    if (!kept) return;
    const leave = kept.events.subscribe(emit);
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([kept.ended, left]);
    leave();
  }

  /** Adds a run. Settles after its last event was emitted. */
  async submit(run: NewJob, emit: (event: RunnerEvent) => void): Promise<void> {
    const { id } = run;
    const { promise, resolve } = Promise.withResolvers<void>();
    const job: Job = { ...run, stop: new AbortController(), emit, ended: promise, settle: resolve, reportedPosition: 0 };
    this.#jobs.set(id, job);
    if (this.#isDraining) this.#finish(job, { type: 'returned' });
    else this.#queue.add(job);
    if (this.#isClosed) this.stop(id);
    this.#advance();
    await promise;
  }

  /** Stops a run or removes it from the queue. Returns false if the id is unknown. */
  stop(id: string): boolean {
    const job = this.#jobs.get(id);
    if (!job) return false;
    job.stop.abort();
    if (this.#queue.remove(job)) {
      this.#finish(job, { type: 'stopped', outcome: NO_OUTCOME });
      this.#reportPositions();
    }
    return true;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Returns waiting and new runs to their clients, and waits until the running ones have ended or `signal` aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    this.#isDraining = true;
    for (const job of this.#queue.inOrder()) {
      this.#queue.remove(job);
      this.#finish(job, { type: 'returned' });
    }
    const limit = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([Promise.all([...this.#jobs.values()].map((job) => job.ended)), limit]);
  }

  /** Stops everything, accepts nothing more, and waits until all runs are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#jobs.values()].map((job) => job.ended);
    for (const id of this.#jobs.keys()) this.stop(id);
    await Promise.all(ends);
    for (const id of this.#kept.keys()) this.#forget(id);
  }

  #forget(id: string): void {
    clearTimeout(this.#forgetting.get(id));
    this.#forgetting.delete(id);
    this.#kept.delete(id);
  }

  #makeRoom(): void {
    let length = [...this.#kept.values()].reduce((sum, { events }) => sum + events.length, 0);
    for (const [id, { events, isEnded }] of this.#kept) {
      if (length <= KEPT_LENGTH) return;
      if (!isEnded) continue;
      length -= events.length;
      this.#forget(id);
    }
  }

  #advance(): void {
    while (this.#running < this.#capacity) {
      const mayGo = (owner: string) => (this.#runningOf.get(owner) ?? 0) < this.#shares.ownerRuns;
      const hasRoom = this.#runningInBackground < Math.max(1, this.#capacity - 1);
      const job = this.#queue.take(mayGo) ?? (hasRoom ? this.#queue.takeInBackground(mayGo) : undefined) ?? this.#queue.takeBrief();
      if (!job) break;
      void this.#run(job);
    }
    this.#reportPositions();
  }

  async #run(job: Job): Promise<void> {
    this.#count(job, 1);
    job.emit({ type: 'started' });
    const event = await this.#work(job);
    this.#count(job, -1);
    this.#finish(job, event);
    this.#advance();
  }

  #count({ owner, isBackground, isBrief }: Job, change: 1 | -1): void {
    this.#running += change;
    if (isBrief) return;
    if (isBackground) this.#runningInBackground += change;
    const ofOwner = (this.#runningOf.get(owner) ?? 0) + change;
    if (ofOwner === 0) this.#runningOf.delete(owner);
    else this.#runningOf.set(owner, ofOwner);
  }

  async #work(job: Job): Promise<RunnerEvent> {
    try {
      const onText = (type: 'stdout' | 'stderr', text: string) => job.emit({ type, text });
      const onPreparing = (text: string) => job.emit({ type: 'preparing', text });
      const onTraced = (spans: RunnerSpan[]) => job.emit({ type: 'traced', spans });
      const { outcome, isStopped } = await job.work({ signal: job.stop.signal, onText, onPreparing, onTraced });
      return { type: isStopped ? 'stopped' : 'finished', outcome };
    } catch (error) {
      const isExpected = error instanceof SandboxFailure || error instanceof CannotRunError;
      // It was stopped before its code ran.
      if (isExpected && job.stop.signal.aborted) return { type: 'stopped', outcome: NO_OUTCOME };
      if (isExpected) return { type: 'failed', error: error.message };
      // An internal error: log it; its message would not help an author.
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return { type: 'failed', error: 'The runner couldn’t start the run.' };
    }
  }

  #finish(job: Job, event: RunnerEvent): void {
    this.#jobs.delete(job.id);
    job.emit(event);
    job.settle();
  }

  #reportPositions(): void {
    this.#queue.inOrder().forEach((job, index) => {
      const position = index + 1;
      if (job.reportedPosition === position) return;
      job.reportedPosition = position;
      job.emit({ type: 'queued', position });
    });
  }
}

/** Three queues: what waits in the background comes after everything else, and brief runs after that. */
class PatientQueue {
  readonly #first = new FairQueue<Job>();
  readonly #later = new FairQueue<Job>();
  readonly #brief = new FairQueue<Job>();

  get size(): number {
    return this.#first.size + this.#later.size + this.#brief.size;
  }

  add(job: Job): void {
    (job.isBrief ? this.#brief : job.isBackground ? this.#later : this.#first).add(job.owner, job);
  }

  countOf(owner: string): number {
    return this.#first.countOf(owner) + this.#later.countOf(owner);
  }

  take(mayGo: (owner: string) => boolean): Job | undefined {
    return this.#first.take(mayGo);
  }

  takeInBackground(mayGo: (owner: string) => boolean): Job | undefined {
    return this.#later.take(mayGo);
  }

  takeBrief(): Job | undefined {
    return this.#brief.take();
  }

  remove(job: Job): boolean {
    return this.#first.remove(job) || this.#later.remove(job) || this.#brief.remove(job);
  }

  inOrder(): Job[] {
    return [...this.#first.inOrder(), ...this.#later.inOrder(), ...this.#brief.inOrder()];
  }
}

/**
 * A queue that serves owners round-robin: the first item of each owner, then the second of each, and so on. One owner's hundred
 * items don't hold up another's first.
 */
export class FairQueue<T> {
  /** In order of turns; the next owner is first. */
  readonly #owners = new Map<string, T[]>();

  get size(): number {
    return [...this.#owners.values()].reduce((sum, items) => sum + items.length, 0);
  }

  add(owner: string, item: T): void {
    const own = this.#owners.get(owner);
    if (own) own.push(item);
    else this.#owners.set(owner, [item]);
  }

  /** Number of waiting items of an owner. */
  countOf(owner: string): number {
    return this.#owners.get(owner)?.length ?? 0;
  }

  /**
   * Removes and returns the next item; its owner moves to the back.
   * @param mayGo returns false for owners to skip
   */
  take(mayGo: (owner: string) => boolean = () => true): T | undefined {
    const first = [...this.#owners].find(([owner]) => mayGo(owner));
    if (!first) return undefined;
    const [owner, items] = first;
    const item = items.shift();
    this.#owners.delete(owner);
    if (items.length > 0) this.#owners.set(owner, items);
    return item;
  }

  /** Removes a waiting item. */
  remove(item: T): boolean {
    for (const [owner, items] of this.#owners) {
      const index = items.indexOf(item);
      if (index === -1) continue;
      items.splice(index, 1);
      if (items.length === 0) this.#owners.delete(owner);
      return true;
    }
    return false;
  }

  /** Returns all items in the order in which `take` would return them. */
  inOrder(): T[] {
    const rounds: T[][] = [];
    for (const items of this.#owners.values()) items.forEach((item, round) => (rounds[round] ??= []).push(item));
    return rounds.flat();
  }
}

/** The events of one run, kept for clients that join later. Adjacent pieces of one stream are merged. */
class EventLog {
  readonly #events: RunnerEvent[] = [];
  readonly #listeners = new Set<(event: RunnerEvent) => void>();
  #length = 0;

  /** Length in characters; the limits of the run bound it. */
  get length(): number {
    return this.#length;
  }

  add(event: RunnerEvent): void {
    const last = this.#events.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type) {
      this.#events[this.#events.length - 1] = { ...last, text: last.text + event.text };
    } else if (event.type !== 'queued' || last?.type !== 'queued') {
      this.#events.push(event);
    } else {
      this.#events[this.#events.length - 1] = event;
    }
    this.#length += 'text' in event ? event.text.length : JSON.stringify(event).length;
    for (const listener of this.#listeners) listener(event);
  }

  /** Emits all events from the first one on, and new ones until the returned function is called. */
  subscribe(listener: (event: RunnerEvent) => void): () => void {
    for (const event of this.#events) listener(event);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
