import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { ARCHIVE_HASH_HEADER, PLATFORM_HEADER, type EnvironmentRef } from '#platform/contract/runner-protocol.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import type { Db } from '#platform/server/database/database.ts';
import { call, sendFile, throwIfFailed, type RunnerAddress } from './runner-client.ts';

/** How long a runner that had an environment is believed to have it. */
const BELIEVED_MS = 10 * 60_000;
const ASK_MS = 10_000;
const PACK_MS = 10 * 60_000;
const MOST_BELIEVED = 10_000;

interface Options {
  readonly db: Db;
  readonly blobs: Pick<BlobStore, 'put' | 'stream'>;
  readonly log: Logger;
}

/**
 * Environments that several runners share: what one has built is stored as an archive, and sent to others of the same platform
 * before they build it themselves. A failure is logged and costs a build, nothing more.
 */
export class EnvironmentArchives {
  readonly #options: Options;
  readonly #sending = new Map<string, Promise<void>>();
  /** When a runner last had an environment, by address and key. */
  readonly #believed = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Stores an environment that a runner has built. */
  async keep(runner: RunnerAddress, ref: EnvironmentRef, signal: AbortSignal): Promise<void> {
    const { db, blobs, log } = this.#options;
    try {
      const { has, platform } = await this.#ask(runner, ref.key, signal);
      if (!has || platform === null || (await this.#find(ref.key, platform)) !== null) return;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PACK_MS)]);
      const response = await call(runner, 'POST', `/environments/${ref.key}`, Buffer.from(JSON.stringify(ref)), limit);
      await throwIfFailed(response);
      // An archive that was cut off must not look whole.
      const whole = new PassThrough();
      const [{ sha256 }] = await Promise.all([blobs.put(whole, { signal: limit }), pipeline(response, whole)]);
      await db
        .insertInto('shared_environments')
        .values({ key: ref.key, platform, sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      this.#believe(runner, ref.key);
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error, environment: ref.key }, 'could not store a built environment for other runners');
    }
  }

  /**
   * Sends an environment to a runner that lacks it, if there is an archive that fits.
   * @param signal ends the wait; others may need the environment too
   */
  async provide(runner: RunnerAddress, ref: EnvironmentRef, signal?: AbortSignal): Promise<void> {
    const name = nameOf(runner, ref.key);
    if ((this.#believed.get(name) ?? -BELIEVED_MS) > performance.now() - BELIEVED_MS) return;
    const sending = this.#sending.get(name) ?? this.#send(runner, ref).finally(() => this.#sending.delete(name));
    this.#sending.set(name, sending);
    const left = Promise.withResolvers<void>();
    const leave = () => left.resolve();
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
    await Promise.race([sending, left.promise]);
    signal?.removeEventListener('abort', leave);
  }

  async #send(runner: RunnerAddress, { key }: EnvironmentRef): Promise<void> {
    const { blobs, log } = this.#options;
    try {
      const { has, platform } = await this.#ask(runner, key, AbortSignal.timeout(ASK_MS));
      const sha256 = has || platform === null ? null : await this.#find(key, platform);
      if (sha256 !== null) {
        const headers = { [ARCHIVE_HASH_HEADER]: sha256 };
        await sendFile(runner, `/environments/${key}`, await blobs.stream(sha256), AbortSignal.timeout(PACK_MS), headers);
      }
      if (has || sha256 !== null) this.#believe(runner, key);
    } catch (error) {
      log.warn({ err: error, environment: key }, 'could not send an environment to a runner, which builds it');
    }
  }

  async #ask(runner: RunnerAddress, key: string, signal: AbortSignal): Promise<{ has: boolean; platform: string | null }> {
    const response = await call(runner, 'GET', `/environments/${key}`, null, signal);
    response.resume();
    // A runner of an earlier version has no such header.
    const platform = response.headers[PLATFORM_HEADER];
    return { has: response.statusCode === 204, platform: typeof platform === 'string' ? platform : null };
  }

  async #find(key: string, platform: string): Promise<string | null> {
    const row = await this.#options.db
      .updateTable('shared_environments')
      .set({ used_at: new Date() })
      .where('key', '=', key)
      .where('platform', '=', platform)
      .returning('sha256')
      .executeTakeFirst();
    return row?.sha256 ?? null;
  }

  #believe(runner: RunnerAddress, key: string): void {
    this.#believed.set(nameOf(runner, key), performance.now());
    if (this.#believed.size <= MOST_BELIEVED) return;
    const [oldest] = this.#believed.keys();
    if (oldest !== undefined) this.#believed.delete(oldest);
  }
}

/** Forgets archives that no runner needed since a date, and returns the hashes of the others. */
export async function listEnvironmentHashes(db: Db, unusedSince: Date): Promise<string[]> {
  await db.deleteFrom('shared_environments').where('used_at', '<', unusedSince).execute();
  return (await db.selectFrom('shared_environments').select('sha256').execute()).map(({ sha256 }) => sha256);
}

function nameOf({ url }: RunnerAddress, key: string): string {
  return `${url} ${key}`;
}
