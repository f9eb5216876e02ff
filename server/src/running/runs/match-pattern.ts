import { Worker } from 'node:worker_threads';

/** A pattern that needs longer is hostile, or a mistake; excludes the start of its thread. */
const MATCH_MS = 1_000;
const BEGIN_MS = 20_000;
const WORKER_MB = 64;
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.postMessage(workerData.texts.some((text) => new RegExp(workerData.source, workerData.flags).test(text)));
`;

/**
 * Whether a regular expression matches one of the texts; null if that takes too long. Patterns are untrusted, and some
 * would backtrack forever, so they run in a worker thread that can be terminated.
 */
export async function matchPattern(pattern: RegExp, texts: readonly string[]): Promise<boolean | null> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    env: {},
    workerData: { source: pattern.source, flags: pattern.flags, texts },
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MB },
  });
  const { promise, resolve } = Promise.withResolvers<boolean | null>();
  let timer = setTimeout(() => resolve(null), BEGIN_MS);
  worker.once('online', () => {
    clearTimeout(timer);
    timer = setTimeout(() => resolve(null), MATCH_MS);
  });
  worker.once('message', (isFound: boolean) => resolve(isFound));
  worker.once('error', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
