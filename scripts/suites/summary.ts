import type { Failure, FileTime, TestTime } from './events.ts';

const MOST_TESTS = 5;
const MOST_FILES = 10;

export interface Times {
  readonly wallSeconds: number;
  /** Null: unknown on this system. */
  readonly processorSeconds: number | null;
  readonly tests: readonly TestTime[];
  readonly files: readonly FileTime[];
}

/** `1 min 5 s`, or `9.4 s` below a minute. */
export function duration(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The total time of the run. */
export function summarizeTotal({ wallSeconds, processorSeconds }: Times): string {
  if (processorSeconds === null) return `took ${duration(wallSeconds)}`;
  const cores = (processorSeconds / Math.max(wallSeconds, 0.1)).toFixed(1);
  return `took ${duration(wallSeconds)}, and ${duration(processorSeconds)} of processor time (${cores} cores)`;
}

/** The slowest tests and files of the run. */
export function summarizeSlowest({ tests, files }: Times): string[] {
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, MOST_TESTS);
  const slowestFiles = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, MOST_FILES);
  return [
    ...(slowest.length > 0 ? ['slowest tests:'] : []),
    ...slowest.map(({ seconds, file, name }) => row(seconds, `${file}: ${name}`)),
    ...(slowestFiles.length > 0 ? ['slowest files, with their set-up:'] : []),
    ...slowestFiles.map(({ seconds, setUpSeconds, file }) =>
      row(seconds, setUpSeconds === null ? file : `${file} (set-up ${duration(setUpSeconds)})`),
    ),
  ];
}

/** Every failed test with the start of its message, for the end of the long output. */
export function summarizeFailures(failures: readonly Failure[]): string[] {
  return failures.map(
    ({ file, name, message }) => `failed: ${name === '' ? file : `${file}: ${name}`}\n${message.replaceAll(/^/gm, '    ')}`,
  );
}

function row(seconds: number, text: string): string {
  return `  ${duration(seconds).padStart(12)}  ${text}`;
}
