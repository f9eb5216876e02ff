import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { readSourceFiles } from './layers/imports.ts';
import { ALL_TEST_PARTS, chooseParts, listParts, type Choice } from './suites/choose-parts.ts';
import { readLastTimes, writeLastTimes } from './suites/last-times.ts';
import { FOLDERS_WITH_TESTS, nearTests } from './suites/near-tests.ts';
import { busySeconds } from './suites/processor-time.ts';
import { Progress, TICK_MS } from './suites/progress.ts';
import { runSuite, type SuiteResult } from './suites/run-suite.ts';
import { beginCounting, problemsOf, readLimits, readStarts, summarizeStarts } from './suites/starts.ts';
import { allSuites, fullSuites, suitesOf, type Narrowed, type Suite } from './suites/suites.ts';
import { summarizeFailures, summarizeSlowest, summarizeTotal } from './suites/summary.ts';
import { workersFor } from './suites/workers.ts';

// `gate` [arguments] is `npm run check`, `all` is `npm test`, and `full` is `npm run test:all`, which includes everything.

function git(...words: string[]): string[] {
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/** The selected files, by their paths from the root. */
function filesOf({ paths, isChanged }: Choice): string[] {
  const untracked = ['ls-files', '--others', '--exclude-standard'];
  const changed = isChanged ? [...git('diff', '--name-only', '--no-renames', 'HEAD'), ...git(...untracked)] : [];
  const named = paths.flatMap((path) => {
    const found = git('ls-files', '--cached', '--others', '--exclude-standard', '--', path);
    if (found.length === 0) throw new Error(`File not found: ${path}.`);
    return found;
  });
  return [...new Set([...changed, ...named])];
}

async function narrowTo(choice: Choice): Promise<Narrowed> {
  const files = filesOf(choice);
  const tests = nearTests(files, await readSourceFiles(process.cwd(), FOLDERS_WITH_TESTS));
  console.log(`${files.length} files, ${tests.length} test files nearby`);
  return { files: files.filter((file) => existsSync(file)), tests };
}

async function chosenSuites(set: string, words: readonly string[]): Promise<Suite[]> {
  const workers = workersFor({ cores: availableParallelism(), memoryBytes: totalmem() });
  if (set === 'all') return allSuites(ALL_TEST_PARTS, workers);
  if (set === 'full') return [...allSuites(ALL_TEST_PARTS, workers), ...fullSuites(workers)];
  if (set !== 'gate') throw new Error(`Unknown set of tests: ${set}`);
  const choice = chooseParts(words);
  const projects = ALL_TEST_PARTS.filter((part) => choice.parts.includes(part));
  const isNarrow = choice.isChanged || choice.paths.length > 0;
  return suitesOf(choice.parts, projects, workers, isNarrow ? await narrowTo(choice) : undefined);
}

/** Runs a few at a time, in the order of the list, and shows the progress. */
async function runAll(suites: readonly Suite[], atOnce: number, signal: AbortSignal): Promise<SuiteResult[]> {
  const start = performance.now();
  const last = await readLastTimes();
  const environment = await beginCounting();
  const progress = new Progress({
    suites,
    last,
    write: (text) => process.stdout.write(text),
    elapsed: () => (performance.now() - start) / 1000,
  });
  const ticks = setInterval(() => progress.tick(), TICK_MS);
  const results: SuiteResult[] = [];
  const waiting = [...suites];
  const work = async () => {
    for (let suite = waiting.shift(); suite && !signal.aborted; suite = waiting.shift()) {
      progress.started(suite);
      const result = await runSuite(
        { ...suite, environment: { ...suite.environment, ...environment } },
        { signal, onEvent: (of, event) => progress.event(of, event) },
      );
      progress.ended(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  clearInterval(ticks);
  progress.close();
  if (!signal.aborted) await writeLastTimes(last, results);
  return results;
}

/** What failed, in full; nothing if all passed. */
function printFailures(results: readonly SuiteResult[]): void {
  for (const { name, failures, problems, output } of results) {
    for (const line of summarizeFailures(failures)) console.log(line);
    for (const problem of problems) console.log(`failed: ${name}: ${problem}`);
    // Its own failures say more, if it has any.
    if (problems.length > 0 && failures.length === 0) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
  }
}

/** The part that every run of a whole suite has: what it started, and whether that was too much. */
async function checkStarts(): Promise<string[]> {
  const limits = await readLimits();
  const starts = await readStarts();
  console.log(`started ${summarizeStarts(starts, limits)}`);
  return problemsOf(starts, limits);
}

async function main(set: string, words: readonly string[]): Promise<void> {
  if (words.includes('--list')) return console.log(listParts());
  const suites = await chosenSuites(set, words);
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());

  const start = performance.now();
  const busyAtStart = busySeconds();
  const { suites: atOnce } = workersFor({ cores: availableParallelism(), memoryBytes: totalmem() });
  const results = await runAll(suites, atOnce, interrupted.signal);
  const times = {
    wallSeconds: (performance.now() - start) / 1000,
    processorSeconds: busyAtStart === null ? null : (busySeconds() ?? 0) - busyAtStart,
    tests: results.flatMap(({ tests }) => tests),
    files: results.flatMap(({ files }) => files),
  };

  console.log('');
  if (set !== 'gate') console.log(`${summarizeSlowest(times).join('\n')}\n`);
  const tooMany = set === 'all' ? await checkStarts() : [];
  printFailures(results);
  for (const problem of tooMany) console.log(`failed: ${problem}`);
  if (interrupted.signal.aborted) console.log('interrupted');
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, { failures, problems }) => sum + failures.length + problems.length, tooMany.length);
  console.log(`${passed} passed, ${failed} failed; ${summarizeTotal(times)}`);
  process.exitCode = failed > 0 || interrupted.signal.aborted ? 1 : 0;
}

const [set = 'all', ...words] = process.argv.slice(2);
await main(set, words).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
