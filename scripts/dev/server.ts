import { readFileSync } from 'node:fs';

// A server in waiting: loads the packages, which do not change, and starts with our own files when it gets the word.

const word = new Promise<void>((resolve) => {
  process.once('message', () => resolve());
});
// The dev program was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
for (const name of Object.keys(dependencies)) {
  // Some have no main file; the server knows which it needs.
  await import(name).catch(() => undefined);
}
await word;
await import('../../server/src/main.ts');
