/**
 * What is kept at hand, bounded by the bytes that it takes: beyond them the entries that were not asked for the longest go. One that is
 * larger than a quarter of all is not kept.
 */
export class ByteCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Moved to the end: the first entry of the map is the one that was not asked for the longest.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** `valueBytes`: what the value takes, without its key. */
  set(key: string, value: Value, valueBytes: number): void {
    this.delete(key);
    const bytes = valueBytes + textBytes(key);
    if (bytes > this.#maxBytes / 4) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

/** At most what a text takes in memory. */
export function textBytes(text: string): number {
  return text.length * 2;
}
