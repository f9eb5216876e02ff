import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BlobLocation, BlobStore, PutOptions, StoredBlob, SweepOptions, Swept } from '../blobs.ts';
import { AppError, unavailable } from '../errors.ts';
import { KeyedMutex } from '../keyed-mutex.ts';
import { blobKey, hashOfKey, missingBlob, requireFullSize } from './blob-key.ts';
import { IncomingFiles, type ReceivedBlob } from './incoming-files.ts';
import type { S3Config } from './s3-config.ts';
import { sweepBlobs } from './sweep.ts';
import { UnreferencedMarks } from './unreferenced-marks.ts';

/** A failed S3 response. */
interface S3Failure {
  readonly name: string;
  readonly message: string;
  readonly status: number | null;
}

/** Returns the S3 response behind an error; null if it is another error. */
function asS3Failure(error: unknown): S3Failure | null {
  if (!(error instanceof Error)) return null;
  const metadata = '$metadata' in error ? (error.$metadata as { httpStatusCode?: number } | undefined) : undefined;
  return { name: error.name, message: error.message, status: metadata?.httpStatusCode ?? null };
}

function isNotThere(error: unknown): boolean {
  const failure = asS3Failure(error);
  return failure !== null && (failure.status === 404 || failure.name === 'NoSuchKey' || failure.name === 'NotFound');
}

/** The user-facing error for an S3 failure: nothing was stored, and what to check. */
function s3Unavailable(place: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const known = unavailable(`The file store (${place}) ${describeFailure(error)} Nothing was stored; try again in a moment.`);
  known.cause = error;
  return known;
}

function describeFailure(error: unknown): string {
  const failure = asS3Failure(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (failure?.status === 403) return 'rejects the access key: check LESSONWRIGHT_S3_ACCESS_KEY, its secret, and its permissions.';
  if (failure?.name === 'NoSuchBucket' || failure?.status === 404) return 'has no such bucket: create it, or check LESSONWRIGHT_S3_BUCKET.';
  if (failure?.status) return `responded with ${failure.status} (${failure.name}).`;
  if (failure?.name === 'TimeoutError') return 'accepts connections but does not respond.';
  return `cannot be reached (${code ?? failure?.name ?? 'no response'}).`;
}

/**
 * Files are uploaded in parts of this size, a few at a time, which bounds the memory of an upload. S3 accepts at most
 * 10,000 parts.
 */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_MAX = 10_000;
const PARTS_AT_ONCE = 3;
/** Attempts per request before the failure is reported. */
const ATTEMPTS = 3;
const CONNECT_LIMIT_MS = 5_000;
/**
 * A connection that transfers nothing for this long is dropped. With all attempts, a bucket that accepts connections and never replies is
 * reported after less than a minute; the proxy in front of the server waits for two (docs/operating.md).
 */
const SILENCE_LIMIT_MS = 15_000;

/**
 * Blobs in a bucket, under the same keys as in a folder. The hash is known only after the last byte, so a blob is
 * written to a local file first and uploaded from there. When `put` resolves, the bucket has it.
 */
export class S3BlobStore implements BlobStore {
  readonly place: BlobLocation;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #arriving: IncomingFiles;
  readonly #marks: UnreferencedMarks;
  readonly #turns = new KeyedMutex();

  private constructor(config: S3Config, folder: string, arriving: IncomingFiles, silenceMs: number) {
    const { bucket, endpoint, region, hasPathStyle, credentials } = config;
    this.place = { kind: 's3', text: `bucket ${bucket} at ${endpoint === null ? `AWS ${region}` : new URL(endpoint).host}` };
    this.#bucket = bucket;
    this.#arriving = arriving;
    this.#marks = new UnreferencedMarks(join(folder, 'unreferred'));
    this.#client = new S3Client({
      region,
      forcePathStyle: hasPathStyle,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: silenceMs },
      // Only AWS supports the checksums that the library adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === null ? {} : { endpoint }),
      ...(credentials === null
        ? {}
        : { credentials: { accessKeyId: credentials.accessKey, secretAccessKey: credentials.secret.reveal() } }),
    });
  }

  /**
   * Opens the bucket. `folder` is local and holds unfinished uploads and marks of unreferenced files. One process may
   * write; others may read.
   * @throws AppError `unavailable` if the bucket can't be used.
   */
  static async open(config: S3Config, folder: string, isReader = false, silenceMs = SILENCE_LIMIT_MS): Promise<S3BlobStore> {
    const store = new S3BlobStore(config, folder, await IncomingFiles.open(join(folder, 'arriving'), isReader), silenceMs);
    await store.#ask(() => store.#client.send(new HeadBucketCommand({ Bucket: store.#bucket })));
    return store;
  }

  put(content: Uint8Array | AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<StoredBlob> {
    return this.#arriving.take(content, options, (blob) => this.#turns.take(blob.sha256, () => this.#keep(blob, options.signal)));
  }

  async #keep({ path, sha256, size }: ReceivedBlob, signal: AbortSignal | undefined): Promise<StoredBlob> {
    // First, so that a concurrent sweep doesn't remove the blob as long unreferenced.
    await this.#marks.clear(sha256);
    // Same key and size: already stored. A shorter object is overwritten.
    if ((await this.#size(sha256)) === size) return { sha256, size };
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: blobKey(sha256), Body: createReadStream(path), ContentType: 'application/octet-stream' },
      partSize: Math.max(PART_BYTES, Math.ceil(size / PARTS_MAX)),
      queueSize: PARTS_AT_ONCE,
    });
    const stop = () => void upload.abort();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      signal?.throwIfAborted();
      await this.#ask(() => upload.done());
      // Catches a server that acknowledges an upload without storing it.
      requireFullSize(sha256, (await this.#size(sha256)) ?? 0, size);
      return { sha256, size };
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async get(sha256: string, size?: number): Promise<Uint8Array> {
    const key = blobKey(sha256);
    const bytes = await this.#ask(async () => buffer(await this.#open(key, sha256, size)));
    requireFullSize(sha256, bytes.length, size);
    return bytes;
  }

  async stream(sha256: string, size?: number): Promise<Readable> {
    const key = blobKey(sha256);
    return this.#ask(() => this.#open(key, sha256, size));
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.#size(sha256)) !== null;
  }

  async *list(signal?: AbortSignal): AsyncGenerator<StoredBlob> {
    let after: string | undefined;
    do {
      signal?.throwIfAborted();
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: 'sha256/', ContinuationToken: after });
      const page = await this.#ask(() => this.#client.send(command));
      for (const { Key, Size } of page.Contents ?? []) {
        const sha256 = hashOfKey(Key ?? '');
        if (sha256 !== null) yield { sha256, size: Size ?? 0 };
      }
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  sweep(referred: ReadonlySet<string>, options: SweepOptions): Promise<Swept> {
    const remove = (sha256: string) => this.#remove(sha256);
    return sweepBlobs({ store: this, marks: this.#marks, turns: this.#turns, remove }, referred, options);
  }

  /** Closes the store's connections. */
  close(): void {
    this.#client.destroy();
  }

  async #remove(sha256: string): Promise<void> {
    await this.#ask(() => this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: blobKey(sha256) })));
  }

  async #open(key: string, sha256: string, size: number | undefined): Promise<Readable> {
    try {
      const { Body, ContentLength } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      if (!(Body instanceof Readable)) throw new TypeError('S3 gave no stream.');
      try {
        requireFullSize(sha256, ContentLength ?? 0, size);
      } catch (error) {
        Body.destroy();
        throw error;
      }
      return Body;
    } catch (error) {
      throw isNotThere(error) ? missingBlob(sha256) : error;
    }
  }

  /** In bytes; null if the object doesn't exist. */
  async #size(sha256: string): Promise<number | null> {
    const key = blobKey(sha256);
    return this.#ask(async () => {
      try {
        const { ContentLength } = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
        return ContentLength ?? 0;
      } catch (error) {
        if (isNotThere(error)) return null;
        throw error;
      }
    });
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw s3Unavailable(this.place.text, error);
    }
  }
}
