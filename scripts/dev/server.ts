import { readFileSync } from 'node:fs';

// A waiting server: loads the packages, which don't change, and starts with our own files when it receives a message.

const word = new Promise<void>((resolve) => {
  process.once('message', () => resolve());
});
// The dev program was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
for (const name of Object.keys(dependencies)) {
  // Some packages have no main file; the server imports what it needs.
  await import(name).catch(() => undefined);
}
await word;
await import('#app/server/main.ts');
