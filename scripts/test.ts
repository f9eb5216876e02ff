import { runSuite, type SuiteResult } from './suites/run-suite.ts';
import { SUITES, type Suite } from './suites/suites.ts';

function report(result: SuiteResult): void {
  const failed = result.failed > 0;
  const counts = failed ? `${result.passed} passed, ${result.failed} failed` : `${result.passed} passed`;
  console.log(`${failed ? '✗' : '✓'} ${result.name.padEnd(34)} ${counts} (${result.seconds.toFixed(1)} s)`);
  for (const name of result.flaky) console.log(`    passed only when it was run again: ${name}`);
  if (!failed) return;
  console.log(result.output.trimEnd().replaceAll(/^/gm, '    '));
  for (const problem of result.problems) console.log(`    ${result.name}: ${problem}`);
}

async function runLane(suites: readonly Suite[], signal: AbortSignal): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    if (signal.aborted) break;
    const result = await runSuite(suite, signal);
    report(result);
    results.push(result);
  }
  return results;
}

const set = process.argv[2] ?? 'all';
if (set !== 'gate' && set !== 'all' && set !== 'full') throw new Error(`Unknown set of tests: ${set}`);
const suites = SUITES[set];
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());

const lanes = Object.values(Object.groupBy(suites, (suite) => suite.lane));
const results = (await Promise.all(lanes.map((lane) => runLane(lane, interrupted.signal)))).flat();
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);

console.log('');
const flaky = results.flatMap((result) => result.flaky);
if (flaky.length > 0) console.log(`passed only when they were run again: ${flaky.join('; ')}`);
for (const { name, failed: count } of results) if (count > 0) console.log(`failed: ${name}`);
if (interrupted.signal.aborted) console.log('interrupted');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || interrupted.signal.aborted ? 1 : 0;
