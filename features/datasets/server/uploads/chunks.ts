/** The chunks of one upload, which may arrive in any order and more than once. */
export interface Chunks {
  /** Keeps a complete chunk that has arrived as a file. The file may be moved. */
  keep(file: number, chunk: number, arrivedAt: string): Promise<void>;
  /** The chunks that have arrived, sorted, by the index of their file. */
  received(): Promise<Map<number, number[]>>;
  /** The bytes of a file of `count` chunks. */
  read(file: number, count: number): AsyncIterable<Uint8Array>;
  /** Size of a file of `count` chunks, in bytes. */
  sizeOf(file: number, count: number): Promise<number>;
  /** The path of a file of `count` chunks on this machine's disk, until `remove`. */
  assemble(file: number, count: number, signal: AbortSignal): Promise<string>;
  remove(): Promise<void>;
}

/** Groups chunks as {@link Chunks.received} returns them. */
export function groupChunks(found: readonly { readonly file: number; readonly chunk: number }[]): Map<number, number[]> {
  const byFile = Map.groupBy(found, ({ file }) => file);
  return new Map([...byFile].map(([file, list]) => [file, list.map(({ chunk }) => chunk).sort((one, other) => one - other)]));
}
