import { sql } from 'kysely';
import type { Api } from '#app/contract/api.ts';
import type { Owner } from '#features/history/server/queries.ts';
import { ApiError, type Client } from '#platform/contract/client.ts';
import { ErrorReply } from '#platform/contract/errors.ts';
import type { TestServer } from '../test-server.ts';
import { listContents, listNewest, storedState } from './states.ts';

/** What a lesson, course or path was after a change that was acknowledged. */
export interface Acknowledged {
  readonly owner: Owner;
  readonly version: number;
  readonly action: string;
  readonly state: string;
  /** Hashes of its content. */
  readonly content: string;
}

interface Live {
  id: number;
  sequence: number;
  folder: string;
  release_id: number;
}

/** @throws ApiError as a client would, if the call failed */
export function requireDone({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode >= 300) throw new ApiError(statusCode, ErrorReply.parse(JSON.parse(body)));
}

/** A change that people make. What is refused changes nothing. `true`: it was done, although it may leave no version (a move). */
export type Action = (world: World) => Promise<unknown>;

const WORDS = ['loops', 'repeat', 'until', 'nothing', 'is', 'left', 'and', 'then', 'stop', '–', '“why”', '\u2028', 'ß', '𝒳', '\\n'];

/** A generator of numbers below a limit that is the same for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Lessons, courses and paths in several releases that two people change at random, and every state that was acknowledged. */
export class World {
  readonly server: TestServer;
  readonly random: (below: number) => number;
  readonly acknowledged: Acknowledged[] = [];
  /** Changes so far: each action, and each file that a commit of the clone changed. */
  edits = 0;
  /** How often each action was acknowledged, and refused. */
  readonly done = new Map<string, number>();
  readonly refused = new Map<string, number>();
  /** Folder for the clone. */
  readonly folder: string;
  /** Address of the server, for git. */
  readonly address: string;
  /** Revisions of screens that were opened at some time. */
  readonly opened: { lessonId: number; screenId: number; revision: number }[] = [];
  #sequence = 1_000;
  #last = 0;
  #contents = new Map<string, string>();

  constructor(server: TestServer, { seed, folder, address }: { seed: number; folder: string; address: string }) {
    this.server = server;
    this.random = randomFrom(seed);
    this.folder = folder;
    this.address = address;
  }

  get db() {
    return this.server.platform.db;
  }

  get staff(): Client<Api> {
    return this.server.client('staff');
  }

  /** One of the two people. */
  get someone(): Client<Api> {
    return this.server.client(this.random(2) === 0 ? 'staff' : 'owner');
  }

  /** A number that no lesson, course or path has. */
  get nextSequence(): number {
    return (this.#sequence += 1);
  }

  /** Null: the list is empty. */
  pick<T>(list: readonly T[]): T | null {
    return list[this.random(Math.max(1, list.length))] ?? null;
  }

  word(): string {
    return WORDS[this.random(WORDS.length)] ?? '';
  }

  text(lines = 12): string {
    return Array.from({ length: 1 + this.random(lines) }, () => `${this.word()} ${this.word()}`).join('\n');
  }

  title(): string {
    return `${['Loops', 'Owls', 'Sets', 'Über', 'Sums'][this.random(5)]} ${this.random(50)}`;
  }

  /** Releases that can be changed. */
  releases() {
    return this.db.selectFrom('releases').selectAll().where('is_main', '=', false).where('deleted_at', 'is', null).orderBy('id').execute();
  }

  async release() {
    const release = this.pick(await this.releases());
    if (!release) throw new Error('There is no release.');
    return release;
  }

  /** Lessons, courses or paths that can be changed. */
  async live(table: 'lessons' | 'courses' | 'paths'): Promise<Live[]> {
    const { rows } = await sql<Live>`
      select t.id, t.sequence, t.folder, t.release_id from ${sql.table(table)} t join releases r on r.id = t.release_id
      where t.deleted_at is null and not r.is_main and r.deleted_at is null order by t.id`.execute(this.db);
    return rows;
  }

  /** Does what `action` does, and records what it left. A refusal is counted; everything else fails. */
  async act(name: string, action: Action): Promise<void> {
    this.edits++;
    let isRefused = false;
    let isDone = false;
    try {
      isDone = (await action(this)) === true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status < 500)) throw error;
      isRefused = true;
    }
    const count = isRefused ? this.refused : this.done;
    // An action without anything to change is neither.
    if ((await this.#record(name)) || isDone || isRefused) count.set(name, (count.get(name) ?? 0) + 1);
  }

  async #record(action: string): Promise<boolean> {
    const contents = await listContents(this.db);
    const changed = new Set([...contents].flatMap(([owner, content]) => (this.#contents.get(owner) === content ? [] : [owner])));
    const newest = await listNewest(this.db, this.#last);
    for (const { owner, version } of newest) {
      const name = `${owner.kind} ${owner.id}`;
      changed.delete(name);
      this.#last = Math.max(this.#last, version);
      this.acknowledged.push({ owner, version, action, state: await storedState(this.db, owner), content: contents.get(name) ?? '' });
    }
    if (changed.size > 0) throw new Error(`"${action}" changed ${[...changed].join(', ')} without a version.`);
    this.#contents = contents;
    return newest.length > 0;
  }
}
