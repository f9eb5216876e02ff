import { api as routes } from '#app/contract/api.ts';
import { ApiError } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { upload } from '#platform/web/upload.ts';
import type { Dataset, DatasetUpload } from '../contract/datasets.ts';
import { DATASET_CHUNK_BYTES } from '../datasets.policy.ts';
import { bytesOfChunks, type ChosenFile } from './chosen-files.ts';

/** What to upload: a new dataset (`datasetId` null), or a new version of one. */
export interface UploadRequest {
  readonly datasetId: number | null;
  readonly name: string;
  readonly description: string;
  readonly files: readonly ChosenFile[];
  /** An interrupted upload to resume; null: a new upload. */
  readonly uploadId: string | null;
}

/** Callbacks for progress. */
export interface UploadProgress {
  /** Bytes sent per file. */
  readonly sent: readonly number[];
  readonly state: 'sending' | 'waiting' | 'making';
  /** While waiting: the reason. */
  readonly reason: string | null;
}

interface Hooks {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
  /** Called once the server has created the upload. */
  readonly onBegun: (uploadId: string) => void;
}

/** Temporary failures of the network or server, which are retried. */
const PASSING: readonly number[] = [0, 401, 408, 429, 502, 503, 504];
/** Retry delays in milliseconds; the last one repeats. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000] as const;

/**
 * Uploads files and survives lost connections: it asks the server what has arrived and sends the rest.
 *
 * @throws ApiError for a permanent failure; an AbortError when it is stopped.
 */
export async function sendUpload(request: UploadRequest, hooks: Hooks): Promise<Dataset> {
  const sending = new Sending(request, hooks);
  return sending.run();
}

class Sending {
  readonly #request: UploadRequest;
  readonly #hooks: Hooks;
  #uploadId: string | null;
  #sent: number[];

  constructor(request: UploadRequest, hooks: Hooks) {
    this.#request = request;
    this.#hooks = hooks;
    this.#uploadId = request.uploadId;
    this.#sent = request.files.map(({ info, arrived }) => bytesOfChunks(info, arrived));
  }

  async run(): Promise<Dataset> {
    let state = await this.#untilItPasses((isAgain) => this.#begin(isAgain));
    for (;;) {
      if (state.dataset !== null) return state.dataset;
      const before = state;
      state = await this.#untilItPasses(async (isAgain) => this.#sendRest(isAgain ? await this.#ask() : before));
    }
  }

  /** Small files are sent with the first call; it may have succeeded even if the connection was lost. */
  async #begin(isAgain: boolean): Promise<DatasetUpload> {
    if (this.#uploadId !== null) return this.#ask();
    const known = isAgain ? await this.#findBegun() : null;
    if (known !== null) return this.#begun(known);
    const { datasetId, name, description, files } = this.#request;
    const first: Record<string, File> = {};
    let room = DATASET_CHUNK_BYTES;
    for (const [index, { info, file }] of files.entries()) {
      if (file === null || info.chunkCount > 1 || info.bytes > room) continue;
      first[`file${index}`] = file;
      room -= info.bytes;
    }
    const fields = { description, fileCount: files.length, filesInfo: JSON.stringify(files.map(({ info }) => info)), ...first };
    this.#tell(Object.keys(first).length === files.length ? 'making' : 'sending');
    const { signal } = this.#hooks;
    return this.#begun(
      datasetId === null
        ? await upload(routes.createDataset, { fields: { name, ...fields }, signal })
        : await upload(routes.addDatasetVersion, { params: { id: datasetId }, fields, signal }),
    );
  }

  async #findBegun(): Promise<DatasetUpload | null> {
    const { datasetId, name, description, files } = this.#request;
    const names = files.map(({ info }) => info.name).join('\n');
    const open = await api.listDatasetUploads(undefined, { signal: this.#hooks.signal });
    const isIt = (one: DatasetUpload) =>
      one.dataset_id === datasetId &&
      (datasetId !== null || one.name === name) &&
      one.description === description &&
      one.files.map((file) => file.name).join('\n') === names;
    return open.find(isIt) ?? null;
  }

  #begun(begun: DatasetUpload): DatasetUpload {
    this.#uploadId = begun.uploadId;
    this.#hooks.onBegun(begun.uploadId);
    return begun;
  }

  async #ask(): Promise<DatasetUpload> {
    return api.getDatasetUpload({ params: { uploadId: this.#uploadId ?? '' } }, { signal: this.#hooks.signal });
  }

  /** Sends the missing chunks. If none is missing, sends the last one again: that call waits for the version to be created. */
  async #sendRest(state: DatasetUpload): Promise<DatasetUpload> {
    this.#sent = this.#request.files.map(({ info }, index) => bytesOfChunks(info, state.files[index]?.arrived ?? []));
    const missing = state.files.flatMap(({ chunkCount, arrived }, file) => {
      const known = new Set(arrived);
      return Array.from({ length: chunkCount }, (_, chunk) => ({ file, chunk })).filter(({ chunk }) => !known.has(chunk));
    });
    const last = state.files.length - 1;
    const left = missing.length > 0 ? missing : [{ file: last, chunk: (state.files[last]?.chunkCount ?? 1) - 1 }];
    let after = state;
    for (const [index, at] of left.entries()) after = await this.#sendChunk(state.uploadId, at, index === left.length - 1);
    return after;
  }

  async #sendChunk(uploadId: string, { file: index, chunk }: { file: number; chunk: number }, isLast: boolean): Promise<DatasetUpload> {
    const chosen = this.#request.files[index];
    // A fully uploaded file need not be available here. Any bytes will do, since the server ignores them.
    const from = chunk * DATASET_CHUNK_BYTES;
    const bytes = chosen?.file?.slice(from, from + DATASET_CHUNK_BYTES) ?? new Blob();
    const before = this.#sent[index] ?? 0;
    const size = bytes.size;
    this.#tell('sending');
    const after = await upload(routes.sendDatasetChunk, {
      fields: { uploadId, file: index, chunk, bytes: new File([bytes], 'chunk') },
      signal: this.#hooks.signal,
      onProgress: (sent, total) => {
        this.#sent[index] = before + Math.round((size * sent) / Math.max(1, total));
        this.#tell(isLast && sent === total ? 'making' : 'sending');
      },
    });
    this.#sent[index] = before + size;
    return after;
  }

  #tell(state: UploadProgress['state'], reason: string | null = null): void {
    this.#hooks.onProgress({ sent: [...this.#sent], state, reason });
  }

  async #untilItPasses<T>(attempt: (isAgain: boolean) => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await attempt(failures > 0);
      } catch (error) {
        this.#hooks.signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        this.#tell('waiting', error instanceof ApiError && error.status !== 0 ? error.message : 'The connection was lost.');
        await pause(PAUSES[Math.min(failures, PAUSES.length - 1)] ?? 0, this.#hooks.signal);
      }
    }
  }
}

/** Browsers report a failed request as a TypeError. */
function isPassing(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof ApiError && PASSING.includes(error.status));
}

/** Waits for the delay or until the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const timer = setTimeout(resolve, ms);
  window.addEventListener('online', () => resolve(), { signal: ended.signal });
  signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: ended.signal });
  return promise.finally(() => {
    clearTimeout(timer);
    ended.abort();
  });
}
