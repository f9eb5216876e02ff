import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canHaveSessions } from '#platform/contract/languages.ts';
import type { RunnerRunRequest, SessionRequest } from '#platform/contract/runner-protocol.ts';
import type { ApiPart } from '../api-part.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { RuntimeDeps, RunHooks, Work } from '../language-runtime.ts';
import type { Languages } from '../languages.ts';
import { choosePython } from '../python/python-runtime.ts';
import { applicationProgram, deploy } from './applications.ts';
import { sessionsToEnd } from './session-shares.ts';
import type { Session } from './session.ts';
import { sessionsApi } from './sessions-api.ts';
import { startSession, type Wanted } from './start-session.ts';

/** Beyond this, or beyond the share of memory, the owner's least recently used session ends. */
const MOST_PER_OWNER = 4;
/** Share of the runner's memory for all sessions of one owner. */
const SHARE_OF_ONE_OWNER = 0.5;
/** Beyond this no session is opened. */
const MOST = 32;
/** Socket paths are short: the kernel accepts 107 bytes. */
const LONGEST_FOLDER = 70;

/** Interpreters and applications that stay between runs. */
export class Sessions {
  readonly #deps: RuntimeDeps;
  readonly #languages: Languages;
  readonly #sockets: string;
  readonly #open = new Map<string, { readonly wanted: Wanted; readonly signature: string; readonly session: Promise<Session> }>();

  constructor(deps: RuntimeDeps, languages: Languages) {
    this.#deps = deps;
    this.#languages = languages;
    const near = join(deps.folders.folder, 'sockets');
    this.#sockets = near.length <= LONGEST_FOLDER ? near : join(tmpdir(), `lessonwright-${randomUUID().slice(0, 8)}`);
    // Left behind by a runner that was killed.
    rmSync(this.#sockets, { recursive: true, force: true });
    mkdirSync(this.#sockets);
    chmodSync(this.#sockets, 0o711);
  }

  /** Number of open sessions, for `/health`. */
  get size(): number {
    return this.#open.size;
  }

  get api(): ApiPart {
    return sessionsApi(this, this.#deps.blobs);
  }

  /** Whether a run needs a session: interpreters that keep their state, and every application. */
  static takes(request: RunnerRunRequest): boolean {
    return request.session !== null && (request.deploy || canHaveSessions(request.language));
  }

  /**
   * Prepares a run in a session; its first run creates the session.
   * @throws CannotRunError
   */
  plan(request: RunnerRunRequest): Work {
    const { session } = request;
    if (session === null) throw new CannotRunError('This run needs a session id.');
    const runtime = this.#languages.runtimeOf(request.language);
    const application = request.deploy ? applicationProgram(request, runtime) : null;
    if (runtime === this.#languages.python) choosePython(request.language_version, this.#languages.python.interpreters);
    const wanted: Wanted = { ...request, session, program: 'interpreter', base_path: '/' };
    return async (hooks) => {
      const opened = await this.#get(wanted, hooks);
      return application === null ? opened.run(request, hooks) : deploy(opened, application, request, hooks);
    };
  }

  /**
   * Opens what POST /sessions requests, or returns it if it is already open.
   * @throws CannotRunError
   */
  async open(request: SessionRequest, signal: AbortSignal): Promise<Session> {
    this.#languages.requireOffered(request.requirements);
    return this.#get(request, { signal, onPreparing: () => undefined, onText: () => undefined });
  }

  /** Returns an open session, or undefined. */
  async find(id: string): Promise<Session | undefined> {
    return this.#open.get(id)?.session.catch(() => undefined);
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map(async (id) => (await this.find(id))?.end()));
    await rm(this.#sockets, { recursive: true, force: true });
  }

  async #get(wanted: Wanted, hooks: RunHooks): Promise<Session> {
    const { id } = wanted.session;
    const signature = signatureOf(wanted);
    const known = this.#open.get(id);
    if (known) {
      if (known.wanted.owner !== wanted.owner) throw new CannotRunError('This session belongs to someone else.');
      if (known.signature === signature) return known.session;
      await (await this.find(id))?.end();
      hooks.onText('stderr', 'The lesson has changed, so a new session was started.\n');
    }
    await this.#makeRoom(wanted);
    const session = startSession(this.#deps, this.#languages, this.#sockets, { ...wanted, signature }, hooks);
    this.#open.set(id, { wanted, signature, session });
    const forget = () => {
      if (this.#open.get(id)?.session === session) this.#open.delete(id);
    };
    session.then(({ ended }) => ended.then(forget), forget);
    return session;
  }

  async #makeRoom({ owner, limits }: Wanted): Promise<void> {
    if (this.#open.size >= MOST) throw new CannotRunError("Too many sessions are open on this runner. End one that you don't need.");
    const own = await Promise.all(
      [...this.#open.values()]
        .filter(({ wanted }) => wanted.owner === owner)
        .map(async ({ wanted, session }) => {
          const opened = await session;
          const { isBusy, lastUse } = opened;
          return { opened, isBusy, lastUse, memoryBytes: wanted.limits.memory_bytes };
        }),
    );
    const most = { count: MOST_PER_OWNER, memoryBytes: this.#deps.settings.memoryBytes * SHARE_OF_ONE_OWNER };
    const ending = sessionsToEnd(own, limits.memory_bytes, most);
    if (!ending) throw new CannotRunError("All of your sessions are in use. End one that you don't need.");
    for (const { opened } of ending) await opened.end();
  }
}

/** Another environment, version, file or sandbox limit needs another sandbox. */
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
