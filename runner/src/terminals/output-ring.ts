/** The last bytes of a terminal's output, addressed by their position since its start. */
export class OutputRing {
  readonly #capacity: number;
  #chunks: Buffer[] = [];
  #kept = 0;
  #end = 0;

  /** @param capacity in bytes; older output is dropped by whole chunks */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Position of the first byte that is still available. */
  get start(): number {
    return this.#end - this.#kept;
  }

  /** Position of the next byte. */
  get end(): number {
    return this.#end;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#end += chunk.length;
    while (this.#kept > this.#capacity && this.#chunks.length > 1) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }

  /** Returns everything from a position on, or from the first available byte if that is later. */
  since(byte: number): Buffer {
    return Buffer.concat(this.#chunks).subarray(Math.max(0, byte - this.start));
  }
}
