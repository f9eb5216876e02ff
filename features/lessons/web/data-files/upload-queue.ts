import { ApiError } from '#platform/contract/client.ts';
import { FILE_TOO_LARGE, LIMITS } from '#platform/contract/limits.ts';
import { errorText } from '#platform/web/error-text.ts';
import { isAbort } from '#platform/web/operation.ts';
import { Store } from '#platform/web/store.ts';
import type { FileInFolder } from '#platform/web/ui/dropped-files.ts';
import { MESSAGES } from './messages.ts';

/** One file on its way, or one that did not get there. What arrived is in the list of files instead. */
export interface UploadItem {
  readonly id: number;
  /** With its folders. */
  readonly name: string;
  /** `storing`: all bytes are sent, and the server is working. `exists`: asks whether to overwrite. */
  readonly state: 'waiting' | 'sending' | 'storing' | 'exists' | 'failed';
  /** 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
}

interface SendOptions {
  /** Empty or omitted: none. */
  folder?: string;
  overwrite: boolean;
  signal: AbortSignal;
  onProgress: (sent: number, total: number) => void;
}

/** Sends one file. @throws ApiError `already_exists` when the name is taken and `overwrite` is not set. */
export type SendFile = (file: File, options: SendOptions) => Promise<void>;

interface Entry {
  item: UploadItem;
  readonly file: File;
  readonly folder: string;
  overwrite: boolean;
  readonly aborting: AbortController;
}

/** More would take the connections that the page needs for everything else. */
const AT_ONCE = 2;

/** Files that are uploaded, a few at a time; each can be stopped by itself. */
export class UploadQueue extends Store<readonly UploadItem[]> {
  readonly #send: SendFile;
  readonly #onUploaded: (name: string) => void;
  #entries: Entry[] = [];
  #nextId = 1;

  constructor(send: SendFile, onUploaded: (name: string) => void) {
    super([]);
    this.#send = send;
    this.#onUploaded = onUploaded;
  }

  /** Adds files. One over 50 MB is not sent. */
  add(files: readonly FileInFolder[]): void {
    for (const { file, folder } of files) {
      const isTooLarge = file.size > LIMITS.dataFileBytes;
      const state = isTooLarge ? ('failed' as const) : ('waiting' as const);
      const name = folder === '' ? file.name : `${folder}/${file.name}`;
      const item = { id: this.#nextId++, name, state, progress: 0, error: isTooLarge ? FILE_TOO_LARGE : null };
      this.#entries.push({ item, file, folder, overwrite: false, aborting: new AbortController() });
    }
    this.#goOn();
  }

  /** Sends a file whose name is taken again, to overwrite the other one. */
  overwrite(id: number): void {
    const entry = this.#entries.find(({ item }) => item.id === id);
    if (entry?.item.state !== 'exists') return;
    entry.overwrite = true;
    this.#show(entry, { state: 'waiting', progress: 0 });
    this.#goOn();
  }

  /** Retries a failed upload. */
  retry(id: number): void {
    const entry = this.#entries.find(({ item }) => item.id === id);
    if (entry?.item.state !== 'failed' || entry.file.size > LIMITS.dataFileBytes) return;
    this.#show(entry, { state: 'waiting', progress: 0, error: null });
    this.#goOn();
  }

  /** Stops a file that is on its way, and forgets it. */
  remove(id: number): void {
    const entry = this.#entries.find(({ item }) => item.id === id);
    if (!entry) return;
    this.#forget(entry);
    entry.aborting.abort();
    this.#goOn();
  }

  /** Stops all. */
  removeAll(): void {
    for (const { id } of this.state()) this.remove(id);
  }

  #goOn(): void {
    const free = AT_ONCE - this.#entries.filter(({ item }) => item.state === 'sending' || item.state === 'storing').length;
    for (const entry of this.#entries.filter(({ item }) => item.state === 'waiting').slice(0, free)) void this.#start(entry);
    this.#tell();
  }

  async #start(entry: Entry): Promise<void> {
    this.#show(entry, { state: 'sending' });
    const { folder, overwrite, aborting } = entry;
    const onProgress = (sent: number, total: number) => {
      this.#show(entry, { state: sent >= total ? 'storing' : 'sending', progress: sent / Math.max(1, total) });
      this.#tell();
    };
    try {
      await this.#send(entry.file, { folder, overwrite, signal: aborting.signal, onProgress });
      this.#forget(entry);
      this.#onUploaded(entry.item.name);
    } catch (error) {
      if (isAbort(error)) this.#forget(entry);
      else if (!overwrite && error instanceof ApiError && error.code === 'already_exists') this.#show(entry, { state: 'exists' });
      else this.#show(entry, { state: 'failed', error: errorText(error, MESSAGES.uploadFailed) });
    }
    this.#goOn();
  }

  #show(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
  }

  #forget(entry: Entry): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
  }

  #tell(): void {
    this.show(this.#entries.map(({ item }) => item));
  }
}
