/** The bytes of a file that are read when their turn comes, and not kept. */
export interface LaterBytes {
  /** In bytes. */
  readonly size: number;
  /** From the beginning, each time. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** The bytes of a file: at hand, or to be read. */
export type FileBytes = Uint8Array | LaterBytes;
