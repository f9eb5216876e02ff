/** The last bytes that a terminal wrote, by their place since its start. */
export class OutputRing {
  readonly #capacity: number;
  #chunks: Buffer[] = [];
  #kept = 0;
  #end = 0;

  /** @param capacity in bytes; what is older than so many is gone, a whole chunk at a time. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The first byte that is still here. */
  get start(): number {
    return this.#end - this.#kept;
  }

  /** The byte that the next one written will be. */
  get end(): number {
    return this.#end;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#end += chunk.length;
    while (this.#kept > this.#capacity && this.#chunks.length > 1) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }

  /** Everything from a byte on; from the first one that is here, when that one is gone. */
  since(byte: number): Buffer {
    return Buffer.concat(this.#chunks).subarray(Math.max(0, byte - this.start));
  }
}
