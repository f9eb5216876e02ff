/**
 * Runs SQL on a PostgreSQL of its own, inside the sandbox: started ahead of its one run, it waits warm for the request.
 *
 *     descriptor 3   one request as JSON; its end starts the run
 *     descriptor 4   lines of JSON: {"ready":true}, then {"at":{…}} before each statement, at last {"end":{…}}
 *     stdout         the last result, as contract/src/result-table.ts reads it
 *     stderr         what PostgreSQL says beside it (NOTICE)
 *
 * A learner's SQL cannot reach this process's own code or descriptors: it runs in WebAssembly. Time and memory are kept by
 * the runner outside, which knows by `at` what was going on when it ends this process.
 */
import { readFile } from 'node:fs/promises';
import { readFileSync, writeSync } from 'node:fs';
import { Database } from './database.mts';
import { runRequest, type Request } from './run-request.mts';

const [, , dataFile = ''] = process.argv;
const INPUT = 3;
const REPORT = 4;

const report = (line: object) => writeAll(REPORT, `${JSON.stringify(line)}\n`);

const database = await Database.open(await readFile(dataFile));
report({ ready: true });
// Nothing else is to be done meanwhile, and so no thread has to wait.
const request = JSON.parse(readFileSync(INPUT, 'utf8')) as Request;
const outcome = await runRequest(database, request, {
  onStatement: (at) => report({ at }),
  onNotice: (text) => writeAll(2, `${text}\n`),
});
writeAll(1, outcome.output);
report({ end: { error: outcome.error, isCut: outcome.isCut, statements: request.keepsStatements ? outcome.statements : [] } });
// The database has nothing to save.
process.exit(0);

function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // A pipe that is full for the moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
