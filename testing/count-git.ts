import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ObjectReader } from '#features/git/server/object-reader.ts';

/** What some work asks of git. */
export interface GitWork {
  /** Started processes. */
  commands: number;
  /** Requests to the process that reads objects, without {@link refs}. */
  objects: number;
  /** Questions where a branch is. */
  refs: number;
}

const counted = new AsyncLocalStorage<GitWork>();
const KINDS = { info: 'objects', read: 'objects', readTreeOfCommit: 'objects', commitOf: 'refs' } as const;

/** How much of git this process asks for some work. What others, such as jobs, ask meanwhile isn't counted. */
export async function countGit(work: () => Promise<unknown>): Promise<GitWork> {
  const count: GitWork = { commands: 0, objects: 0, refs: 0 };
  const add = (kind: keyof GitWork) => {
    const own = counted.getStore();
    if (own === count) own[kind] += 1;
  };
  const addCommand = (kind: unknown) => {
    if (kind === 'gitCommands') add('commands');
  };
  subscribe('lessonwright:starts', addCommand);
  const restore = Object.entries(KINDS).map(([name, kind]) => countCalls(name, () => add(kind)));
  try {
    await counted.run(count, work);
  } finally {
    unsubscribe('lessonwright:starts', addCommand);
    for (const each of restore) each();
  }
  return count;
}

function countCalls(name: string, onCall: () => void): () => void {
  const original = Reflect.get(ObjectReader.prototype, name) as (...given: unknown[]) => unknown;
  const calling = function counting(this: ObjectReader, ...given: unknown[]) {
    onCall();
    return original.apply(this, given);
  };
  Reflect.set(ObjectReader.prototype, name, calling);
  return () => Reflect.set(ObjectReader.prototype, name, original);
}
