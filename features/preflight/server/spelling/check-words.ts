import { pathToFileURL } from 'node:url';
import { ByteCache } from '#platform/server/byte-cache.ts';
import { programFile } from '#platform/server/program-file.ts';
import { TaskThread } from '#platform/server/task-thread.ts';
import type { UnknownWords } from '../../rules/spelling.ts';

export interface SpellRequest {
  readonly words: readonly string[];
  /** Also looks for similar words. */
  readonly proposes?: boolean;
}

export interface SpellReply {
  readonly unknown: UnknownWords;
  readonly proposals?: ReadonlyMap<string, readonly string[]>;
}

/** What is known of words: those of some hundred lessons. */
const CACHE_BYTES = 4 * 1024 * 1024;
/** With more unknown words, the dictionary suggests nothing for the others. */
const SUGGESTIONS_MAX = 200;

const NONE_UNKNOWN: UnknownWords = new Map();

type SpellThread = Pick<TaskThread<SpellRequest, SpellReply>, 'run'>;

/** Looks words up in the dictionary, each once: reading it takes a second and 80 MB, and most words of a save were looked up before. */
export class SpellChecker {
  readonly #thread: SpellThread;
  /** `isKnown`: the dictionary has it. Otherwise with what was probably meant. */
  readonly #cache = new ByteCache<{ readonly isKnown: boolean; readonly meant: string | null }>(CACHE_BYTES);

  constructor(thread: SpellThread) {
    this.#thread = thread;
  }

  /** Those of `words` that the dictionary doesn't know, with what was probably meant. Null if the machine is too busy. */
  async check(words: readonly string[]): Promise<UnknownWords | null> {
    const distinct = [...new Set(words)];
    const cached = new Map(distinct.map((word) => [word, this.#cache.get(word)]));
    const missing = distinct.filter((word) => cached.get(word) === undefined);
    const reply = missing.length === 0 ? { unknown: NONE_UNKNOWN } : await this.#thread.run({ words: missing });
    if (typeof reply !== 'object') return null;
    const { unknown } = reply;
    if (unknown.size <= SUGGESTIONS_MAX)
      for (const word of missing) {
        const meant = unknown.get(word) ?? null;
        this.#cache.set(word, { isKnown: !unknown.has(word), meant }, meant?.length ?? 0);
      }
    return new Map(
      distinct.flatMap((word) => {
        const known = cached.get(word);
        if (known !== undefined) return known.isKnown ? [] : [[word, known.meant] as const];
        return unknown.has(word) ? [[word, unknown.get(word) ?? null] as const] : [];
      }),
    );
  }
}

const thread = new TaskThread<SpellRequest, SpellReply>(pathToFileURL(programFile('spell-worker')), {
  taskMs: 20_000,
  waitMs: 60_000,
  idleMs: 10_000,
});
const checker = new SpellChecker(thread);

/** Those of `words` that the dictionary doesn't know, with what was probably meant. Null if the machine is too busy. */
export function checkWords(words: readonly string[]): Promise<UnknownWords | null> {
  return checker.check(words);
}

/** Words that are similar to those; none for those beyond a limit, and none if the machine is too busy. */
export async function proposeWords(words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const reply = await thread.run({ words, proposes: true });
  return (typeof reply === 'object' && reply.proposals) || new Map();
}
