#!/usr/bin/env node
/** The program `lessonwright`. */

// Everything else is loaded afterwards: an older Node couldn't read it.
const NODE_MIN = 24;
if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
  process.stderr.write(`lessonwright needs Node.js ${NODE_MIN} or later, and this is ${process.versions.node}.\n`);
  process.exit(2);
}
const { enableCompileCache } = await import('node:module');
// The second start takes half as long.
enableCompileCache();
const { runProgram } = await import('./program.ts');

const stop = new AbortController();
// The first asks, the second ends. A closed terminal sends SIGHUP.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
// `lessonwright check | head` closes the pipe early, and nothing can be written to a closed terminal.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    stop.abort();
  });
}

process.exitCode = await runProgram(process.argv.slice(2), {
  folder: process.cwd(),
  environment: process.env,
  signal: stop.signal,
  output: {
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    isTerminal: process.stdout.isTTY,
  },
});
