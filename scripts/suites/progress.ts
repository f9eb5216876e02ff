import type { SuiteEvent } from './events.ts';
import type { LastTimes } from './last-times.ts';
import type { SuiteResult } from './run-suite.ts';
import type { Suite } from './suites.ts';
import { duration } from './summary.ts';

/** How often something is printed. */
export const TICK_MS = 15_000;
/** A line is extended for a minute, or for this part of the time so far, so that a run of an hour is as short to read as one of ten minutes. */
const LINE_SECONDS = 60;
const LINE_PART = 1 / 6;
/** Below this part of the work, an estimate of the rest would be a guess. */
const LEAST_PART = 0.03;

interface Running {
  readonly files: number;
  readonly tests: number | null;
  doneFiles: number;
  doneTests: number;
}

export interface ProgressOptions {
  readonly suites: readonly Suite[];
  /** The times of earlier runs. */
  readonly last: LastTimes;
  readonly write: (text: string) => void;
  /** Seconds since the run began. */
  readonly elapsed: () => number;
}

/** Prints the progress of a run: what is running, how much is done, what failed, and about how much time is left. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #running = new Map<string, Running>();
  readonly #workSeconds: number;
  #doneSeconds = 0;
  #doneTests = 0;
  #lineBegan = 0;
  #isLineOpen = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#workSeconds = Object.values(options.last).reduce((sum, { seconds }) => sum + seconds, 0);
    const names = options.suites.map(({ name }) => name).join(', ');
    this.#line(`${clock(0)}  running ${names}`);
  }

  started({ name }: Suite): void {
    this.#running.set(name, { files: 0, tests: null, doneFiles: 0, doneTests: 0 });
  }

  event({ name }: Suite, event: SuiteEvent): void {
    const running = this.#running.get(name);
    if (!running) return;
    if (event.kind === 'planned') {
      this.#running.set(name, { ...running, files: event.files, tests: event.tests });
    } else if (event.kind === 'passed' || event.kind === 'failed') {
      running.doneTests += 1;
      this.#doneTests += 1;
      if (event.kind === 'passed') this.#count(event.file, 1);
      else this.#showFailure(event);
    } else if (event.kind === 'file') running.doneFiles += 1;
  }

  ended({ name, seconds, passed, failures, problems, tests }: SuiteResult): void {
    this.#running.delete(name);
    if (tests.length === 0) this.#count(name, 1);
    const failed = failures.length + problems.length;
    const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
    this.#line(`${this.#clock()}  ${failed > 0 ? '✗' : '✓'} ${name}: ${counts} in ${duration(seconds)}`);
  }

  tick(): void {
    const now = this.#options.elapsed();
    if (this.#isLineOpen && now - this.#lineBegan < Math.max(LINE_SECONDS, now * LINE_PART)) {
      this.#options.write(` · ${this.#doneTests.toLocaleString('en-GB')}`);
      return;
    }
    const left = this.#secondsLeft();
    const rest = left === null ? [] : [`about ${duration(Math.round(left))} left`];
    this.#closeLine();
    this.#options.write([`${this.#clock()}  ${[...this.#running].map(describe).join(', ')}`, ...rest].join('; '));
    this.#isLineOpen = true;
    this.#lineBegan = now;
  }

  /** Before something else is printed. */
  close(): void {
    this.#closeLine();
  }

  /** Estimated from the times of the last run; null: too early to say. */
  #secondsLeft(): number | null {
    const part = this.#doneSeconds / this.#workSeconds;
    return part >= LEAST_PART ? Math.max(0, (this.#options.elapsed() * (1 - part)) / part) : null;
  }

  #count(key: string, tests: number): void {
    const last = this.#options.last[key];
    if (last) this.#doneSeconds = Math.min(this.#workSeconds, this.#doneSeconds + (last.seconds * tests) / last.tests);
  }

  #showFailure({ failure }: Extract<SuiteEvent, { kind: 'failed' }>): void {
    const [first = ''] = failure.message.split('\n');
    this.#line(`${this.#clock()}  ✗ ${[failure.file, failure.name].filter(Boolean).join(' > ')}: ${first}`);
  }

  #clock(): string {
    return clock(this.#options.elapsed());
  }

  #line(text: string): void {
    this.#closeLine();
    this.#options.write(`${text}\n`);
  }

  #closeLine(): void {
    if (this.#isLineOpen) this.#options.write('\n');
    this.#isLineOpen = false;
  }
}

function describe([name, { files, tests, doneFiles, doneTests }]: [string, Running]): string {
  if (files === 0) return name;
  const done = doneTests.toLocaleString('en-GB');
  return tests === null ? `${name} ${done} (${doneFiles} of ${files} files)` : `${name} ${done} of ${tests}`;
}

/** `7:05` */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
