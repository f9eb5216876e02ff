import { appendLog, isBuildOpen, MESSAGES } from '#features/environments/server/index.ts';
import { BufferedLog } from '#platform/server/buffered-log.ts';
import type { Platform } from '#platform/server/platform.ts';

/** How often new output is stored and published, and how often a stop is checked. */
const FLUSH_MS = 400;
/** Most characters of a build's log. */
const MOST_LOG = 300_000;

/**
 * The log of a running build: stored in its row and sent to the pages of its lesson. It also notices when the row says
 * that the build is over.
 */
export class BuildLog extends BufferedLog {
  readonly #platform: Pick<Platform, 'db' | 'live'>;
  readonly #build: { readonly id: number; readonly lesson_id: number };
  readonly #onOver: () => void;
  #waiting = '';
  #length = 0;

  /** @param onOver Called once the build is no longer in progress. */
  constructor(platform: Pick<Platform, 'db' | 'live'>, build: { id: number; lesson_id: number }, onOver: () => void) {
    super(FLUSH_MS);
    this.#platform = platform;
    this.#build = build;
    this.#onOver = onOver;
  }

  /** Drops control characters that the database can't store. */
  add(text: string): void {
    if (this.#length >= MOST_LOG) return;
    // oxlint-disable-next-line no-control-regex
    const clean = text.replaceAll(/\0|\u001b\[[0-9;]*[A-Za-z]/g, '');
    const isFull = this.#length + clean.length >= MOST_LOG;
    this.#waiting += isFull ? clean.slice(0, MOST_LOG - this.#length) + MESSAGES.cut : clean;
    this.#length += clean.length;
  }

  protected override async write(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    const { db } = this.#platform;
    const isOpen = text === '' ? await isBuildOpen(db, this.#build.id) : await appendLog(db, this.#build.id, text);
    if (text !== '') this.#platform.live.publish(`lesson:${this.#build.lesson_id}`, { type: 'build-log', build_id: this.#build.id, text });
    if (!isOpen) this.#onOver();
  }
}
