import type { BlobStore, StoredBlob } from '../blobs.ts';

/** Cached results; the oldest are evicted first. Each is a number or two. */
const KEPT = 10_000;

/**
 * Caches `look` by content hash, because stored content never changes. `look` receives the bytes. A file that is
 * missing or damaged throws `unavailable` each time.
 */
export function cacheByContent<T>(look: (bytes: Uint8Array) => T): (blobs: BlobStore, blob: StoredBlob) => Promise<T> {
  const known = new Map<string, { readonly answer: T }>();
  return async (blobs, { sha256, size }) => {
    const cached = known.get(sha256);
    if (cached) return cached.answer;
    const answer = look(await blobs.get(sha256, size));
    known.set(sha256, { answer });
    const [oldest] = known.size > KEPT ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return answer;
  };
}
