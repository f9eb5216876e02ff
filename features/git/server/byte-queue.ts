const LINE_END = 0x0a;

/** Buffers incoming chunks; read by line or by length. */
export class ByteQueue {
  #chunks: Buffer[] = [];
  #length = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** Returns the next line without its terminator; null until it is complete. */
  takeLine(): string | null {
    let before = 0;
    for (const chunk of this.#chunks) {
      const at = chunk.indexOf(LINE_END);
      if (at >= 0) {
        const line = this.#remove(before + at + 1);
        return line.toString('utf8', 0, line.length - 1);
      }
      before += chunk.length;
    }
    return null;
  }

  /** Returns the next `length` bytes; null until they have all arrived. */
  take(length: number): Buffer | null {
    return this.#length < length ? null : this.#remove(length);
  }

  #remove(length: number): Buffer {
    const parts: Buffer[] = [];
    let wanted = length;
    let used = 0;
    for (const chunk of this.#chunks) {
      if (wanted < chunk.length) {
        parts.push(chunk.subarray(0, wanted));
        this.#chunks[used] = chunk.subarray(wanted);
        break;
      }
      parts.push(chunk);
      wanted -= chunk.length;
      used += 1;
      if (wanted === 0) break;
    }
    this.#chunks.splice(0, used);
    this.#length -= length;
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, length);
  }
}
