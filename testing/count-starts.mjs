import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// Loaded into every Node process of a test run (scripts/suites/starts.ts): records what it starts, and for which test file.
// Git commands, databases and pages are published on the channel below. Plain JavaScript, so that processes start
// without the TypeScript loader.

const CHANNEL = 'lessonwright:starts';

/** The commands that count, by the name of their program. */
const PROGRAMS = { bwrap: 'sandboxes', postgres: 'postgresqlServers' };
const PRODUCT = /(^|\/)(app|dist)\/server\/main\.(ts|js)$/;
const INTERPRETER = /^(python3?(\.\d+)?|Rscript|R)$/;
/** Calls that a runner answers by running code. */
const RUN_PATH = /^\/(runs|repeats)$/;
const RUNNER = /(^|\/)(runner\/src\/main\.ts|dist\/server\/runner\.js)$/;

const folder = process.env.TEST_STARTS_FOLDER;

function count(kind) {
  appendFileSync(join(folder, `${process.pid}.txt`), `${kind}\t${process.env.TEST_FILE ?? ''}\n`);
}

/** A command may begin with programs that prepare it, such as `unshare`, so all of its words are searched. */
function kindOf(words) {
  for (const word of words) {
    const kind = PROGRAMS[basename(word)];
    if (kind) return kind;
    if (PRODUCT.test(word)) return 'products';
    if (RUNNER.test(word)) return 'runners';
  }
  return INTERPRETER.test(basename(words[0] ?? '')) ? 'interpreters' : null;
}

function countRun(method, path) {
  if (method === 'POST' && RUN_PATH.test(path)) count('runs');
}

if (folder) {
  subscribe(CHANNEL, count);
  subscribe('http.client.request.start', ({ request }) => countRun(request.method, request.path));
  subscribe('undici:request:create', ({ request }) => countRun(request.method, request.path));
  subscribe('child_process', ({ process: child }) => {
    // Published before the command is known.
    queueMicrotask(() => {
      const kind = kindOf(child.spawnargs ?? []);
      if (kind) count(kind);
    });
  });
}
