import { sql } from 'kysely';
import type { Logger } from 'pino';
import { RunnerHealth, type RunnerAnnouncement } from '#platform/contract/runner-protocol.ts';
import { canConnect } from '#platform/server/can-connect.ts';
import type { Db } from '#platform/server/database/database.ts';
import { AppError } from '#platform/server/errors.ts';
import { KeyedMutex } from '#platform/server/keyed-mutex.ts';
import { repeat } from '#platform/server/repeat.ts';
import type { SecretText } from '#platform/server/secret-text.ts';
import { fetchRunnerHealth } from './runner-client.ts';
import type { Runner } from './runner-health.ts';

/** How often a server reads which runners have announced themselves. */
const READ_EVERY_MS = 500;
/**
 * A runner that is silent for this long is asked directly. If it accepts no connection, it is gone at once; if it doesn't respond
 * twice, too. Once may only mean that its machine is busy.
 */
const SILENCE_MS = 1_500;
const CONNECT_LIMIT_MS = 1_000;
const ASK_MS = 1_500;
const MOST_UNANSWERED = 2;
/** Rows of runners that stopped announcing themselves are removed after this long. */
const FORGET_AFTER = '1 hour';

type AnnouncedRunner = Runner & {
  readonly instance: string;
  readonly health: RunnerHealth;
  /** When it last announced itself, in microseconds. */
  readonly at: number;
};

interface Options {
  /** Every announcing runner has it, and servers call runners with it. */
  readonly token: SecretText;
  readonly log: Logger;
  /** Whether a machine accepts connections at an address. */
  readonly isReachable?: (url: string) => Promise<boolean>;
  /** How long a runner may be silent before it is asked. */
  readonly silenceMs?: number;
}

/**
 * The runners that announced themselves to any server of this database. Each server reads the list twice a second. A runner that
 * falls silent is asked directly before it counts as gone, because it may be the database or a server that is slow.
 */
export class AnnouncedRunners {
  readonly #db: Db;
  readonly #options: Options;
  readonly #silenceMs: number;
  readonly #reading: { stop(): Promise<void> };
  #known: ReadonlyMap<string, AnnouncedRunner> = new Map();
  #names: readonly string[] = [];
  /** How often each runner was asked in a row without a response. */
  readonly #unanswered = new Map<string, number>();
  /** The last announcement of runners that were found to be cut off. They are back with the next one. */
  readonly #leftOut = new Map<string, number>();
  readonly #turns = new KeyedMutex();
  #onGone: (name: string) => void = () => undefined;

  private constructor(db: Db, options: Options) {
    this.#db = db;
    this.#options = options;
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#reading = repeat(READ_EVERY_MS, async () => {
      // The database may be away for a while: until it is back, the last list counts.
      await this.read().catch((error: unknown) => options.log.warn({ err: error }, 'could not read which runners there are'));
      return READ_EVERY_MS;
    });
  }

  /** Reads the list once and then repeatedly, until `stop`. */
  static async open(db: Db, options: Options): Promise<AnnouncedRunners> {
    const announced = new AnnouncedRunners(db, options);
    await announced.read();
    return announced;
  }

  stop(): Promise<void> {
    return this.#reading.stop();
  }

  /** Sets what is called when a runner disappears or another process takes its name. */
  onGone(listener: (name: string) => void): void {
    this.#onGone = listener;
  }

  get all(): readonly AnnouncedRunner[] {
    return [...this.#known.values()];
  }

  /** Runners that went away without saying that they stop, and have not come back. They are forgotten after an hour. */
  get lost(): readonly string[] {
    return this.#names.filter((name) => !this.#known.has(name));
  }

  find(name: string): AnnouncedRunner | undefined {
    return this.#known.get(name);
  }

  /** A runner can't be reached: it is gone until it announces itself again. */
  leaveOut(name: string): void {
    const runner = this.#known.get(name);
    if (runner === undefined) return;
    this.#leftOut.set(name, runner.at);
    this.#known = new Map([...this.#known].filter(([each]) => each !== name));
    this.#options.log.warn({ runner: name }, 'a runner cannot be reached');
    this.#onGone(name);
  }

  /**
   * Stores what a runner announced.
   * @throws AppError `already_exists` if another running process has this name.
   */
  async record(name: string, { url, instance, health }: RunnerAnnouncement): Promise<void> {
    if (health === null) {
      await this.#db.deleteFrom('announced_runners').where('name', '=', name).where('instance', '=', instance).execute();
    } else {
      const values = { url, instance, health: JSON.stringify(health) };
      const isOwnOrSilent = sql<boolean>`announced_runners.instance = ${instance} or announced_runners.announced_at < now() - make_interval(secs => ${this.#silenceMs / 1000})`;
      const { numInsertedOrUpdatedRows } = await this.#db
        .insertInto('announced_runners')
        .values({ name, ...values })
        .onConflict((row) =>
          row
            .column('name')
            .doUpdateSet({ ...values, announced_at: sql<Date>`now()` })
            .where(isOwnOrSilent),
        )
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n) throw new AppError('already_exists', `Another runner announces itself as "${name}".`);
    }
    if (this.#known.get(name)?.instance !== instance || health === null) await this.read();
  }

  /** Reads the list now. One read at a time: an older one that asks a silent runner must not replace the result of a newer one. */
  read(): Promise<void> {
    return this.#turns.take('read', () => this.#readOnce());
  }

  async #readOnce(): Promise<void> {
    const rows = await this.#db
      .selectFrom('announced_runners')
      .select([
        'name',
        'url',
        'instance',
        'health',
        sql<number>`(extract(epoch from announced_at) * 1000000)::float8`.as('announced_us'),
        sql<number>`(extract(epoch from now() - announced_at) * 1000)::float8`.as('silent_ms'),
      ])
      .where('announced_at', '>', sql<Date>`now() - ${FORGET_AFTER}::interval`)
      .orderBy('name')
      .execute();
    const names = new Set(rows.map(({ name }) => name));
    for (const remembered of [this.#leftOut, this.#unanswered])
      for (const name of remembered.keys()) if (!names.has(name)) remembered.delete(name);
    const token = this.#options.token.reveal();
    const before = this.#known;
    const read = await Promise.all(
      rows.map(async ({ name, url, instance, health, announced_us: at, silent_ms }): Promise<AnnouncedRunner | null> => {
        if (this.#isLeftOut({ name, at })) return null;
        const isSilent = silent_ms > this.#silenceMs;
        // One that was already gone is not asked again: it comes back by announcing itself.
        if (isSilent && before.get(name)?.instance !== instance) return null;
        const current = isSilent ? await this.#ask(name, { url, token }) : RunnerHealth.parse(health);
        if (!isSilent) this.#unanswered.delete(name);
        return current && { name, instance, health: current, at, address: () => Promise.resolve({ url, token }) };
      }),
    );
    this.#names = rows.map(({ name }) => name);
    // One may have been left out since.
    this.#known = new Map(read.flatMap((runner) => (runner === null || this.#isLeftOut(runner) ? [] : [[runner.name, runner]])));
    for (const { name, instance } of before.values()) {
      if (this.#known.get(name)?.instance === instance) continue;
      this.#options.log.warn({ runner: name }, 'a runner is gone');
      this.#onGone(name);
    }
  }

  #isLeftOut({ name, at }: Pick<AnnouncedRunner, 'name' | 'at'>): boolean {
    return at <= (this.#leftOut.get(name) ?? 0);
  }

  /** The state of a silent runner; null: it is gone. */
  async #ask(name: string, address: { url: string; token: string }): Promise<RunnerHealth | null> {
    const { isReachable = (url) => canConnect(url, CONNECT_LIMIT_MS) } = this.#options;
    const asked = fetchRunnerHealth(address, ASK_MS).catch(() => null);
    const isThere = await isReachable(address.url);
    const health = isThere ? await asked : null;
    const unanswered = (this.#unanswered.get(name) ?? 0) + 1;
    if (isThere && health === null && unanswered < MOST_UNANSWERED) {
      this.#unanswered.set(name, unanswered);
      return this.#known.get(name)?.health ?? null;
    }
    this.#unanswered.delete(name);
    return health;
  }
}
