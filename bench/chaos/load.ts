import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunReply } from '#features/runs/contract/runs.ts';
import { ApiError } from '#platform/contract/client.ts';
import type { Person } from './people.ts';

/** The longest that a call waits. */
const PATIENCE_MS = 60_000;
const CALL_LIMIT_MS = 30_000;
/** A page repeats a failed save. */
const REPEAT_MS = 250;
const CALCULATE_EVERY_MS = 1_000;
const POLL_MS = 250;

/** A save with its own title, which tells later what became of it. */
export interface Save {
  readonly person: Person;
  readonly title: string;
  readonly isAcknowledged: boolean;
}

/** How a run ended for the person who started it. */
export interface Run {
  readonly word: string;
  /** `error`: with a clear text of the product. `cut`: the connection broke, and the page says so. `none`: no answer in time. */
  readonly end: 'result' | 'error' | 'cut' | 'none' | 'wrong';
  readonly text: string;
}

/** The time from the start of a save or run to its answer, with all attempts. */
export interface Wait {
  /** When it began, of `performance.now()`. */
  readonly at: number;
  readonly ms: number;
}

/** What one phase of the load measured. */
export interface Phase {
  readonly seconds: number;
  readonly saveWaits: readonly Wait[];
  readonly runWaits: readonly Wait[];
  /** How much of the machine's processors was used, from 0 to 1. */
  readonly busy: number;
  /** Processor times of the same calculation, in milliseconds: a virtual machine may be slowed down without notice. */
  readonly calculationTimes: readonly number[];
}

interface Rates {
  readonly saves: number;
  readonly runs: number;
}

/** People who save and run code, at rates that don't depend on how fast the answers are. */
export class Load {
  readonly saves: Save[] = [];
  readonly runs: Run[] = [];
  /** Replies that no fault explains. */
  readonly surprises: string[] = [];
  readonly #saving: Turns;
  readonly #running: Turns;
  #saveWaits: Wait[] = [];
  #runWaits: Wait[] = [];
  #count = 0;

  constructor(people: readonly Person[]) {
    this.#saving = new Turns(people);
    this.#running = new Turns(people);
  }

  /** Waits for the last answers too. */
  async run(seconds: number, { saves, runs }: Rates): Promise<Phase> {
    [this.#saveWaits, this.#runWaits] = [[], []];
    const before = processorTimes();
    const calculationTimes: number[] = [];
    const calculating = setInterval(() => calculationTimes.push(timeCalculation()), CALCULATE_EVERY_MS);
    await Promise.all([
      repeat(seconds, saves, () => this.#saving.give((person, waiting) => this.#save(person, waiting))),
      repeat(seconds, runs, () => this.#running.give((person, waiting) => this.#run(person, waiting))),
    ]);
    clearInterval(calculating);
    const after = processorTimes();
    const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
    return { seconds, saveWaits: this.#saveWaits, runWaits: this.#runWaits, busy, calculationTimes };
  }

  /** Until it is acknowledged, as a page does. Each attempt has its own title. */
  async #save(person: Person, begin: number): Promise<void> {
    const { client, lessonId, screenId } = person;
    while (performance.now() - begin < PATIENCE_MS) {
      const title = `Save ${(this.#count += 1)}`;
      try {
        await client.saveScreen({ params: { lessonId, screenId }, body: { title } }, { signal: AbortSignal.timeout(CALL_LIMIT_MS) });
        this.saves.push({ person, title, isAcknowledged: true });
        this.#saveWaits.push({ at: begin, ms: performance.now() - begin });
        return;
      } catch (error) {
        this.saves.push({ person, title, isAcknowledged: false });
        if (!isOfFault(error)) this.surprises.push(`save: ${textOf(error)}`);
      }
      await sleep(REPEAT_MS);
    }
    this.surprises.push(`save: not acknowledged within ${PATIENCE_MS / 1000} s`);
  }

  async #run({ client, lessonId, screenId }: Person, begin: number): Promise<void> {
    const word = randomUUID();
    const end = await this.#answerTo(word, async (signal) => {
      const body = { lesson_id: lessonId, screen_id: screenId, code: `print("${word}")` };
      let reply: RunReply = await client.runCode({ body }, { signal });
      while (reply.status === 'pending') {
        await sleep(POLL_MS, undefined, { signal });
        const { runner_name: runnerName, session_id: sessionId, code_run_id: codeRunId } = reply;
        reply = await client.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } }, { signal });
      }
      return reply.output;
    });
    this.runs.push(end);
    this.#runWaits.push({ at: begin, ms: performance.now() - begin });
    if (end.end === 'wrong' || end.end === 'none') this.surprises.push(`run: ${end.text}`);
  }

  async #answerTo(word: string, ask: (signal: AbortSignal) => Promise<string>): Promise<Run> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const text = await ask(signal);
      return { word, end: text === `${word}\n` ? 'result' : 'wrong', text };
    } catch (error) {
      const text = textOf(error);
      if (signal.aborted) return { word, end: 'none', text };
      if (!isOfFault(error)) return { word, end: 'wrong', text };
      return { word, end: error instanceof ApiError && error.code === 'unavailable' ? 'error' : 'cut', text };
    }
  }
}

/** Each person does one thing at a time; the one who has been idle for longest is next. */
class Turns {
  readonly #idle: Person[];
  readonly #waiting: ((person: Person) => void)[] = [];

  constructor(people: readonly Person[]) {
    this.#idle = [...people];
  }

  /** @param work Gets the time since when it should have begun. */
  async give(work: (person: Person, begin: number) => Promise<void>): Promise<void> {
    const begin = performance.now();
    const person = this.#idle.shift() ?? (await new Promise<Person>((resolve) => this.#waiting.push(resolve)));
    await work(person, begin);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(person);
    else next(person);
  }
}

async function repeat(seconds: number, perSecond: number, work: () => Promise<void>): Promise<void> {
  const begun: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < seconds * perSecond; index += 1) {
    await sleep(Math.max(0, start + (index * 1000) / perSecond - performance.now()));
    begun.push(work());
  }
  await Promise.all(begun);
}

function processorTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((each) => each.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) };
}

function timeCalculation(): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let count = 0; count < 2_000_000; count += 1) sum = (sum + count * 7) % 1_000_003;
  const { user, system } = process.cpuUsage(before);
  // So that the loop isn't removed.
  return sum < 0 ? 0 : (user + system) / 1000;
}

/** The connection broke, or a server or the proxy said that something cannot be reached. */
function isOfFault(error: unknown): boolean {
  if (error instanceof ApiError) return [0, 502, 503, 504].includes(error.status);
  // The reply broke off.
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
}

function textOf(error: unknown): string {
  return error instanceof ApiError ? `${error.status} ${error.message}` : String(error);
}
