import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { currentCall } from './http/current-call.ts';

export interface TaskLimits {
  /** Time of the processor that one task may use, in milliseconds. */
  readonly taskMs: number;
  /** Time limit of the thread's start; the first task waits for it. */
  readonly startMs: number;
  /** How long a task may wait in the queue. */
  readonly waitMs: number;
  readonly waiting: number;
  readonly memoryMb: number;
  /** How long the thread waits for another task before it ends and gives its memory back. */
  readonly idleMs: number;
}

const LIMITS: TaskLimits = { taskMs: 2_000, startMs: 20_000, waitMs: 5_000, waiting: 1_000, memoryMb: 256, idleMs: Infinity };

/** The id of a thread that has ended. */
const ENDED = -1;
/** How many times longer than its limit a task may take by the clock, on a machine that is busy with others. */
const CLOCK_FACTOR = 10;

/** Processor time that a thread has used since its start, in milliseconds. */
async function usedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

/** What someone who waits for a task may want. */
export interface TaskWatch {
  /** Ends the task, whose result is then `busy`. */
  readonly signal?: AbortSignal;
  /** Called with what the task reports while it runs. */
  readonly onProgress?: (done: number) => void;
}

/** A message of a task that goes on. */
export interface TaskProgress {
  readonly progress: number;
}

interface Task<Request, Reply> {
  readonly watch: TaskWatch;
  readonly request: Request;
  readonly until: number;
  /** Counts the time of the thread for the person whose call asked for it. */
  readonly spend: (ms: number) => void;
  readonly done: (reply: Reply | Failure) => void;
}

/** `too expensive`: it exceeded a limit, and would again. `busy`: it waited too long in the queue. */
type Failure = 'too expensive' | 'busy';

/**
 * A worker thread that runs one task at a time with limits of time and memory. A task that exceeds one is ended with
 * its thread, and the next starts a new one. Callers take turns: one with many expensive tasks delays those of others by one of them at
 * a time. An idle thread keeps no process alive.
 */
export class TaskThread<Request, Reply extends object> {
  readonly #program: URL;
  readonly #limits: TaskLimits;
  /** By caller. The one whose turn was longest ago comes first. */
  readonly #waiting = new Map<string, Task<Request, Reply>[]>();
  #waitingTasks = 0;
  #worker: Promise<Worker> | null = null;
  #isRunning = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(program: URL, limits: Partial<TaskLimits> = {}) {
    this.#program = program;
    this.#limits = { ...LIMITS, ...limits };
  }

  async run(request: Request, watch: TaskWatch = {}): Promise<Reply | Failure> {
    if (this.#waitingTasks >= this.#limits.waiting) return 'busy';
    const { promise, resolve } = Promise.withResolvers<Reply | Failure>();
    const { caller = '', spend = () => undefined } = currentCall() ?? {};
    const task = { request, watch, until: Date.now() + this.#limits.waitMs, spend, done: resolve };
    const own = this.#waiting.get(caller);
    if (own) own.push(task);
    else this.#waiting.set(caller, [task]);
    this.#waitingTasks += 1;
    if (!this.#isRunning) void this.#work();
    return await promise;
  }

  /** Ends the thread; a later task starts another. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await (await worker?.catch(() => null))?.terminate();
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    clearTimeout(this.#idle);
    for (let task = this.#next(); task; task = this.#next()) {
      if (Date.now() > task.until || task.watch.signal?.aborted === true) task.done('busy');
      else task.done(await this.#do(task));
    }
    this.#isRunning = false;
    if (this.#limits.idleMs !== Infinity) this.#idle = setTimeout(() => void this.close(), this.#limits.idleMs).unref();
  }

  /** The task of the caller whose turn it is. */
  #next(): Task<Request, Reply> | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [caller, tasks] = first;
    const task = tasks.shift();
    // Removed and added again, so that the map is ordered by last turn.
    this.#waiting.delete(caller);
    if (tasks.length > 0) this.#waiting.set(caller, tasks);
    this.#waitingTasks -= 1;
    return task;
  }

  async #do({ request, spend, watch: { signal, onProgress } }: Task<Request, Reply>): Promise<Reply | Failure> {
    let worker: Worker;
    try {
      worker = await (this.#worker ??= this.#start());
      if (worker.threadId === ENDED) worker = await (this.#worker = this.#start());
    } catch {
      this.#worker = null;
      return 'busy';
    }
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<Reply | Failure>();
    const ended = new AbortController();
    // It rejects when the task ends, or its thread.
    this.#watchTime(worker, ended.signal).then(resolve, () => undefined);
    const fail = () => resolve('too expensive');
    const stop = () => resolve('busy');
    const receive = (message: Reply | TaskProgress) => ('progress' in message ? onProgress?.(message.progress) : resolve(message));
    worker.on('message', receive).once('error', fail).once('exit', fail);
    signal?.addEventListener('abort', stop);
    const start = performance.now();
    worker.postMessage(request);
    const reply = await promise;
    spend(performance.now() - start);
    ended.abort();
    signal?.removeEventListener('abort', stop);
    worker.off('message', receive).off('error', fail).off('exit', fail);
    if (typeof reply === 'string') await this.close();
    else worker.unref();
    return reply;
  }

  /** Returns once a task has used more than its time of the processor. Never, if it ended before. */
  async #watchTime(worker: Worker, ended: AbortSignal): Promise<Failure> {
    const { taskMs } = this.#limits;
    const start = performance.now();
    const usedBefore = await usedMs(worker);
    for (let used = 0; used < taskMs; used = (await usedMs(worker)) - usedBefore) {
      if (performance.now() - start > CLOCK_FACTOR * taskMs) return 'busy';
      await sleep(Math.max(taskMs - used, 1), undefined, { signal: ended });
    }
    return 'too expensive';
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(this.#program, { env: {}, resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb } });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error('The thread did not start in time.')), this.#limits.startMs);
    worker.once('message', () => resolve()).once('error', reject);
    try {
      await promise;
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    worker.off('error', reject);
    // A failure while idle is detected below by the thread's id.
    worker.on('error', () => undefined);
    return worker;
  }
}
