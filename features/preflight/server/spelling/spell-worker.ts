import { parentPort } from 'node:worker_threads';
import type { SpellReply, SpellRequest } from './check-words.ts';
import { openDictionary } from './dictionary.ts';

// The worker thread that has the dictionary.

const dictionary = await openDictionary();
parentPort?.on('message', ({ words, proposes }: SpellRequest) => {
  const unknown = dictionary.check(words);
  parentPort?.postMessage({ unknown, ...(proposes && { proposals: dictionary.propose(words) }) } satisfies SpellReply);
});
parentPort?.postMessage({ unknown: new Map() } satisfies SpellReply);
