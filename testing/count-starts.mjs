import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// Loaded into every Node process of a test run (scripts/suites/starts.ts): writes down what it starts, and for which test file.
// What has no process of its own is published on the channel below by whoever starts it. Plain JavaScript, so that processes start
// without the TypeScript loader.

export const CHANNEL = 'lessonwright:starts';

/** The commands that count, by the name of their program. */
const PROGRAMS = { bwrap: 'sandboxes', postgres: 'postgresqlServers', git: 'gitCommands' };
const PRODUCT = /(^|\/)(server\/src|dist\/server)\/main\.(ts|js)$/;
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
  return null;
}

if (folder) {
  subscribe(CHANNEL, count);
  subscribe('child_process', ({ process: child }) => {
    // Published before the command is known.
    queueMicrotask(() => {
      const kind = kindOf(child.spawnargs ?? []);
      if (kind) count(kind);
    });
  });
}
