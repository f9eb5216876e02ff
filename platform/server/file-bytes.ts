/** The bytes of a file that are read on demand and not kept in memory. */
export interface LazyBytes {
  /** In bytes. */
  readonly size: number;
  /** From the beginning on each call. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** The bytes of a file: in memory, or read on demand. */
export type FileBytes = Uint8Array | LazyBytes;
