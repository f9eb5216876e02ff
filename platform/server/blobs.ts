import type { Readable } from 'node:stream';

/** Identifies a stored blob. */
export interface StoredBlob {
  /** In lower-case hex; also the key. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

export interface PutOptions {
  /** More bytes than this are rejected and nothing is stored. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Content-addressed files: equal bytes are stored once, and stored bytes never change. */
export interface BlobStore {
  /** Where the store is, for display: a folder, or a bucket and its host. */
  readonly place: BlobLocation;
  /**
   * Stores bytes or a stream; they are on disk when this resolves. Does disk work: never call it inside a transaction.
   * @throws AppError `too_large`, `unavailable` if the store can't be reached, or the stream's own error. Nothing is
   * stored then.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredBlob>;
  /**
   * @param size If given, compared with the stored size.
   * @throws AppError `unavailable` if the blob is missing or incomplete.
   */
  get(sha256: string, size?: number): Promise<Uint8Array>;
  /**
   * Returns the same bytes as a stream, for large files that are only passed on.
   * @throws AppError `unavailable` if the blob is missing or incomplete.
   */
  stream(sha256: string, size?: number): Promise<Readable>;
  /** @throws AppError `unavailable` if the store can't be reached and the answer is therefore unknown. */
  has(sha256: string): Promise<boolean>;
  /** Lists every blob in no particular order. */
  list(signal?: AbortSignal): AsyncIterable<StoredBlob>;
  /**
   * Removes blobs that have been unreferenced for `graceMs`, counted from the first sweep that found them so; blobs
   * that are stored again are kept. Returns how much was removed.
   */
  sweep(referred: ReadonlySet<string>, options: SweepOptions): Promise<Swept>;
}

export interface BlobLocation {
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
