import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canHaveSessions } from '#contract/languages.ts';
import type { RunnerRunRequest, SessionRequest } from '#contract/runner-protocol.ts';
import type { ApiPart } from '#runner/api-part.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import type { Equipment, RunHooks, Work } from '#runner/language-runtime.ts';
import type { Languages } from '#runner/languages.ts';
import { choosePython } from '#runner/python/python-runtime.ts';
import { applicationProgram, deploy } from './applications.ts';
import type { Session } from './session.ts';
import { sessionsToEnd } from './session-shares.ts';
import { sessionsApi } from './sessions-api.ts';
import { startSession, type Wanted } from './start-session.ts';

/** Beyond it, or beyond the share of memory, one's own least recently used session ends. */
const MOST_PER_OWNER = 4;
/** Of the runner's memory, for what the sessions of one owner may hold together. */
const SHARE_OF_ONE_OWNER = 0.5;
/** Beyond it nobody gets another one. */
const MOST = 32;
/** Names of sockets are short: the kernel takes 107 bytes. */
const LONGEST_FOLDER = 70;

/** Interpreters and applications that stay between runs (product §5). */
export class Sessions {
  readonly #equipment: Equipment;
  readonly #languages: Languages;
  readonly #sockets: string;
  readonly #open = new Map<string, { readonly wanted: Wanted; readonly signature: string; readonly session: Promise<Session> }>();

  constructor(equipment: Equipment, languages: Languages) {
    this.#equipment = equipment;
    this.#languages = languages;
    const near = join(equipment.workshop.folder, 'sockets');
    this.#sockets = near.length <= LONGEST_FOLDER ? near : join(tmpdir(), `lessonwright-${randomUUID().slice(0, 8)}`);
    // What a runner left behind that was killed.
    rmSync(this.#sockets, { recursive: true, force: true });
    mkdirSync(this.#sockets);
    chmodSync(this.#sockets, 0o711);
  }

  /** How many are open, for `/health`. */
  get size(): number {
    return this.#open.size;
  }

  get api(): ApiPart {
    return sessionsApi(this, this.#equipment.blobs);
  }

  /** True for runs that need a session: those of an interpreter that stays, and every application. */
  static takes(request: RunnerRunRequest): boolean {
    return request.session !== null && (request.deploy || canHaveSessions(request.language));
  }

  /**
   * A run in a session as something that can be started; the session is made by its first run.
   * @throws CannotRunError
   */
  plan(request: RunnerRunRequest): Work {
    const { session } = request;
    if (session === null) throw new CannotRunError('This run names no session.');
    const runtime = this.#languages.runtimeOf(request.language);
    const application = request.deploy ? applicationProgram(request, runtime) : null;
    if (runtime === this.#languages.python) choosePython(request.language_version, this.#languages.python.interpreters);
    const wanted: Wanted = { ...request, session, program: 'interpreter', base_path: '/' };
    return async (hooks) => {
      const opened = await this.#get(wanted, hooks);
      return application === null ? opened.run(request, hooks) : deploy(opened, application, request, hooks);
    };
  }

  /** Opens what POST /sessions asks for, or finds it. @throws CannotRunError */
  async open(request: SessionRequest, signal: AbortSignal): Promise<Session> {
    this.#languages.requireOffered(request.requirements);
    return this.#get(request, { signal, onPreparing: () => undefined, onText: () => undefined });
  }

  /** An open one; undefined when there is none. */
  async find(id: string): Promise<Session | undefined> {
    return this.#open.get(id)?.session.catch(() => undefined);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map(async (id) => (await this.find(id))?.end()));
    await rm(this.#sockets, { recursive: true, force: true });
  }

  async #get(wanted: Wanted, hooks: RunHooks): Promise<Session> {
    const { id } = wanted.session;
    const signature = signatureOf(wanted);
    const known = this.#open.get(id);
    if (known) {
      if (known.wanted.owner !== wanted.owner) throw new CannotRunError("This session is somebody else's.");
      if (known.signature === signature) return known.session;
      await (await this.find(id))?.end();
      hooks.onText('stderr', 'The lesson has changed, so its session began afresh.\n');
    }
    await this.#makeRoom(wanted);
    const session = startSession(this.#equipment, this.#languages, this.#sockets, { ...wanted, signature }, hooks);
    this.#open.set(id, { wanted, signature, session });
    const forget = () => {
      if (this.#open.get(id)?.session === session) this.#open.delete(id);
    };
    session.then(({ ended }) => ended.then(forget), forget);
    return session;
  }

  async #makeRoom({ owner, limits }: Wanted): Promise<void> {
    if (this.#open.size >= MOST) throw new CannotRunError('Too many sessions are open on this runner. End one that is not needed.');
    const own = await Promise.all(
      [...this.#open.values()]
        .filter(({ wanted }) => wanted.owner === owner)
        .map(async ({ wanted, session }) => {
          const opened = await session;
          const { isBusy, lastUse } = opened;
          return { opened, isBusy, lastUse, memoryBytes: wanted.limits.memory_bytes };
        }),
    );
    const most = { count: MOST_PER_OWNER, memoryBytes: this.#equipment.settings.memoryBytes * SHARE_OF_ONE_OWNER };
    const ending = sessionsToEnd(own, limits.memory_bytes, most);
    if (!ending) throw new CannotRunError('All of your sessions are in use. End one that is not needed.');
    for (const { opened } of ending) await opened.end();
  }
}

/** Another environment, version, file or size of the sandbox needs another sandbox. */
function signatureOf({ program, base_path, language, language_version, environment, files, limits, session }: Wanted): string {
  const { memory_bytes, processes, disk_bytes } = limits;
  return JSON.stringify([
    program,
    program === 'jupyterlab' ? base_path : null,
    language,
    language_version,
    environment?.key ?? null,
    files,
    [memory_bytes, processes, disk_bytes],
    session.ports,
  ]);
}
