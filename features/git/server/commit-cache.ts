import { serialize } from 'node:v8';
import { ByteCache } from '#platform/server/byte-cache.ts';

/** Serialized. A pull request that changes 1,000 lessons takes about 1 MB. */
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Keeps what was read of commits, because a commit never changes. Concurrent readers share one read, and all share its result: don't
 * change it.
 */
export class CommitCache {
  readonly #cache: ByteCache<{ readonly value: unknown }>;
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#cache = new ByteCache(maxBytes);
  }

  /**
   * Returns what `read` returned for these commits before, or calls it. `undefined` isn't kept: a missing commit may be fetched later.
   *
   * @param what Names what is read, with everything but the commits that it depends on.
   * @param commits Full object ids of commits or their trees.
   */
  async read<Value>(what: string, commits: readonly string[], read: () => Promise<Value>): Promise<Value> {
    const key = [what, ...commits].join(' ');
    const kept = this.#cache.get(key);
    if (kept) return kept.value as Value;
    const reading = this.#reading.get(key) ?? this.#read(key, read);
    return reading as Promise<Value>;
  }

  #read<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading = read()
      .then((value) => {
        if (value !== undefined) this.#cache.set(key, { value }, serialize(value).byteLength);
        return value;
      })
      .finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }
}
