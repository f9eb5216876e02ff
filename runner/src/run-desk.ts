import type { RunnerEvent } from '#contract/runner-protocol.ts';
import { NO_OUTCOME } from '#contract/runs.ts';
import { FairQueue } from './fair-queue.ts';
import { KeptEvents } from './kept-events.ts';
import { CannotRunError } from './cannot-run.ts';
import type { Work } from './language-runtime.ts';
import { Refusal } from './refusal.ts';
import type { Shares } from './settings.ts';
import { SandboxFailure } from './sandbox/explain-failure.ts';

interface Job {
  readonly id: string;
  readonly owner: string;
  /** Of its request, which is in memory as long as it waits. */
  readonly bytes: number;
  readonly work: Work;
  readonly stop: AbortController;
  readonly tell: (event: RunnerEvent) => void;
  readonly ended: Promise<void>;
  readonly settle: () => void;
  toldPosition: number;
}

/** A run that can be joined (`keep_seconds`). */
interface KeptRun {
  readonly events: KeptEvents;
  readonly ended: Promise<void>;
  isEnded: boolean;
}

/** Characters of all kept runs together; beyond it the ended ones that were kept longest are forgotten. */
const KEPT_LENGTH = 64 * 1024 * 1024;

/**
 * Lets so many runs go on at the same time, owners in turns, none with more than its share; tells everyone who waits where
 * they stand.
 */
export class RunDesk {
  readonly #capacity: number;
  readonly #shares: Shares;
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  readonly #queue = new FairQueue<Job>();
  readonly #jobs = new Map<string, Job>();
  readonly #kept = new Map<string, KeptRun>();
  readonly #forgetting = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(capacity: number, shares: Shares) {
    this.#capacity = capacity;
    this.#shares = { ...shares, ownerRuns: Math.max(1, Math.min(shares.ownerRuns, capacity - 1)) };
  }

  /**
   * Whether another run can be taken in.
   * @throws Refusal 429 for an owner with too many runs that wait, 503 when too much waits of all; naming the limit.
   */
  requireRoom(owner: string, bytes: number): void {
    const { ownerWaiting, waitingBytes } = this.#shares;
    if (this.#queue.countOf(owner) >= ownerWaiting) {
      throw new Refusal(429, {
        error: `${ownerWaiting} of your runs are waiting already, which is the most one person or share link may have. Try again when some of them are over.`,
      });
    }
    const waiting = this.#queue.inOrder().reduce((sum, job) => sum + job.bytes, 0);
    if (waiting + bytes > waitingBytes) {
      throw new Refusal(503, {
        error: `Runs with ${Math.round(waitingBytes / 2 ** 20)} MB of code are waiting already, which is the most this runner takes. Try again in a minute.`,
      });
    }
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Whether a run with this id goes on, or is kept. */
  has(id: string): boolean {
    return this.#jobs.has(id) || this.#kept.has(id);
  }

  /**
   * Takes in a run that goes on whoever listens, and whose events can be had until `seconds` after its end.
   * `id` must not be known yet.
   */
  keep(id: string, owner: string, work: Work, seconds: number, bytes = 0): void {
    const events = new KeptEvents();
    const ended = this.submit(id, owner, work, (event) => events.add(event), bytes);
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

  /** Settles when a run is over; at once for one that is not known. */
  async ended(id: string): Promise<void> {
    await this.#jobs.get(id)?.ended;
  }

  /** Tells a kept run's events, from the first on, until its end or until `signal` aborts. */
  async join(id: string, tell: (event: RunnerEvent) => void, signal: AbortSignal): Promise<void> {
    const kept = this.#kept.get(id);
    if (!kept) return;
    const leave = kept.events.tell(tell);
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([kept.ended, left]);
    leave();
  }

  /** Takes a run in. Settles when it is over; its last event has then been told. `id` must not be known yet. */
  async submit(id: string, owner: string, work: Work, tell: (event: RunnerEvent) => void, bytes = 0): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const job: Job = { id, owner, bytes, work, stop: new AbortController(), tell, ended: promise, settle: resolve, toldPosition: 0 };
    this.#jobs.set(id, job);
    this.#queue.add(owner, job);
    if (this.#isClosed) this.stop(id);
    this.#advance();
    await promise;
  }

  /** Stops a run, or takes it out of the queue. Answers false when there is none. */
  stop(id: string): boolean {
    const job = this.#jobs.get(id);
    if (!job) return false;
    job.stop.abort();
    if (this.#queue.remove(job)) {
      this.#finish(job, { type: 'stopped', outcome: NO_OUTCOME });
      this.#tellPositions();
    }
    return true;
  }

  /** Stops everything, takes nothing in any more, and waits until nothing is left of what ran. */
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
      const job = this.#queue.take((owner) => (this.#runningOf.get(owner) ?? 0) < this.#shares.ownerRuns);
      if (!job) break;
      void this.#run(job);
    }
    this.#tellPositions();
  }

  async #run(job: Job): Promise<void> {
    this.#count(job.owner, 1);
    job.tell({ type: 'started' });
    const event = await this.#work(job);
    this.#count(job.owner, -1);
    this.#finish(job, event);
    this.#advance();
  }

  #count(owner: string, change: 1 | -1): void {
    this.#running += change;
    const ofOwner = (this.#runningOf.get(owner) ?? 0) + change;
    if (ofOwner === 0) this.#runningOf.delete(owner);
    else this.#runningOf.set(owner, ofOwner);
  }

  async #work(job: Job): Promise<RunnerEvent> {
    try {
      const onText = (type: 'stdout' | 'stderr', text: string) => job.tell({ type, text });
      const onPreparing = (text: string) => job.tell({ type: 'preparing', text });
      const { outcome, isStopped } = await job.work({ signal: job.stop.signal, onText, onPreparing });
      return { type: isStopped ? 'stopped' : 'finished', outcome };
    } catch (error) {
      if (error instanceof SandboxFailure || error instanceof CannotRunError) return { type: 'failed', error: error.message };
      // Ours to mend; its words would say nothing to an author.
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return { type: 'failed', error: 'The runner could not start the run.' };
    }
  }

  #finish(job: Job, event: RunnerEvent): void {
    this.#jobs.delete(job.id);
    job.tell(event);
    job.settle();
  }

  #tellPositions(): void {
    this.#queue.inOrder().forEach((job, index) => {
      const position = index + 1;
      if (job.toldPosition === position) return;
      job.toldPosition = position;
      job.tell({ type: 'queued', position });
    });
  }
}
