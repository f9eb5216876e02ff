// Used by deploy/check-runner-image: `node try-runner.ts URL TOKEN_FILE` runs a program in each language on a runner, and fails if one does
// not answer as it should.
import { readFileSync } from 'node:fs';
import { RunnerHealth, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { buildRequest, eventsOf } from '../../runner/testing/test-runner.ts';

const [url = '', tokenFile = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` };

const PROGRAMS: readonly (readonly [what: string, request: Partial<RunnerRunRequest>, printed: string])[] = [
  ['python', { code: 'import numpy, pandas, matplotlib\nprint(pandas.DataFrame({"a": [6 * 7]}).a[0])' }, '42'],
  ['r', { language: 'r', code: 'cat(6 * 7)' }, '42'],
  ['sqlite', { language: 'sql', sql: { engine: 'sqlite', max_rows: 10 }, code: 'SELECT 6 * 7' }, '42'],
  ['postgres', { language: 'sql', sql: { engine: 'postgres', max_rows: 10 }, code: 'SELECT 6 * 7' }, '42'],
  ['cli', { language: 'cli', code: 'echo $((6 * 7)) | tee x && cat x' }, '42'],
];

const health = RunnerHealth.parse(await (await fetch(`${url}/health`, { headers })).json());
process.stdout.write(`not enforced: ${health.sandbox.not_enforced.join('; ') || 'nothing'}\n`);
for (const [what, request, printed] of PROGRAMS) {
  const start = performance.now();
  const response = await fetch(`${url}/runs`, { method: 'POST', headers, body: JSON.stringify(buildRequest(request)) });
  const last = (await eventsOf(response)).at(-1);
  if (last?.type !== 'finished' || last.outcome.error !== null || !JSON.stringify(last.outcome).includes(printed))
    throw new Error(`${what} did not print ${printed}: ${JSON.stringify(last)}`);
  process.stdout.write(`${what}: ${Math.round(performance.now() - start)} ms\n`);
}
