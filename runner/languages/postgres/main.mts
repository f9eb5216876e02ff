import { readFileSync, writeSync } from 'node:fs';
/**
 * Runs SQL on its own PostgreSQL inside the sandbox. It is started before its only run and waits, warmed up, for the request.
 *
 *     descriptor 3   one request as JSON; end of file starts the run
 *     descriptor 4   lines of JSON: {"ready":true}; {"earlier":…} before the code of each earlier screen and after all of it, with
 *                    {"earlier_error":{…}} for each that failed; {"at":{…}} before each statement; finally {"end":{…}}
 *     stdout         the last result, in the format of features/runs/contract/result-table.ts
 *     stderr         PostgreSQL's messages (NOTICE)
 *
 * A learner's SQL runs in WebAssembly and cannot reach this process's code or descriptors. The runner enforces time and memory
 * from outside; the last `at` tells it which statement was running when it kills this process.
 */
import { readFile } from 'node:fs/promises';
import { Database } from './database.mts';
import { runRequest, type Request } from './run-request.mts';

const [, , dataFile = ''] = process.argv;
const INPUT = 3;
const REPORT = 4;

const report = (line: object) => writeAll(REPORT, `${JSON.stringify(line)}\n`);

const database = await Database.open(await readFile(dataFile));
report({ ready: true });
// A blocking read is fine: the process has nothing else to do.
const request = JSON.parse(readFileSync(INPUT, 'utf8')) as Request;
const outcome = await runRequest(database, request, {
  onStatement: (at) => report({ at }),
  onEarlier: (name) => report({ earlier: name }),
  onEarlierError: (name, message) => report({ earlier_error: { name, message } }),
  onNotice: (text) => writeAll(2, `${text}\n`),
});
writeAll(1, outcome.output);
report({ end: { error: outcome.error, isCut: outcome.isCut, statements: request.keepsStatements ? outcome.statements : [] } });
// Skip shutdown: the database has nothing to save.
process.exit(0);

function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // EAGAIN: the pipe is full; retry.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
