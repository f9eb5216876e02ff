import type { Readable } from 'node:stream';

/** What a stored blob is found by. */
export interface StoredBlob {
  /** In lower-case hex; also the key. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

export interface PutOptions {
  /** More bytes than this are refused, with nothing kept. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Files by content: the same bytes are kept once, and what is kept never changes (product §7). */
export interface BlobStore {
  /** Where it is, for people: a folder, or a bucket and its host. */
  readonly place: BlobPlace;
  /**
   * Keeps bytes, or a stream of them; they are on disk when this resolves. Work on disk: never inside a transaction.
   * @throws AppError `too_large`, `unavailable` when the store cannot be reached, or the stream's own error. Nothing is kept then.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /**
   * @param size When given, compared with what is found.
   * @throws AppError `unavailable` when the blob is not there or not whole.
   */
  get(sha256: string, size?: number): Promise<Uint8Array>;
  /**
   * The same bytes as a stream, for what is large and is only passed on.
   * @throws AppError `unavailable` when the blob is not there or not whole.
   */
  stream(sha256: string, size?: number): Promise<Readable>;
  /** @throws AppError `unavailable` when the store cannot be reached: then nobody knows. */
  has(sha256: string): Promise<boolean>;
  /** Every blob, in no order that is promised. */
  list(signal?: AbortSignal): AsyncIterable<StoredBlob>;
  /**
   * Removes what nobody has referred to for `graceMs`, counted from the first sweep that found it so; whatever is stored again
   * meanwhile stays. Answers how much went.
   */
  sweep(referred: ReadonlySet<string>, options: SweepOptions): Promise<Swept>;
}

export interface BlobPlace {
  readonly kind: 'folder' | 's3';
  readonly text: string;
}

export interface SweepOptions {
  readonly now: Date;
  readonly graceMs: number;
  readonly signal?: AbortSignal;
}

export interface Swept {
  readonly removed: number;
  readonly bytes: number;
}
