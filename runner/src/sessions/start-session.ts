import { randomUUID } from 'node:crypto';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canHaveSessions } from '#platform/contract/languages.ts';
import type { SessionRequest, SessionSettings } from '#platform/contract/runner-protocol.ts';
import type { RuntimeDeps, RunHooks } from '../language-runtime.ts';
import type { Languages } from '../languages.ts';
import { folderBinds, sortFiles } from '../lesson-files.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import { choosePython } from '../python/python-runtime.ts';
import { isRoot } from '../sandbox/sandbox.ts';
import { startJupyterLab } from './jupyter-lab.ts';
import { PACKAGES_FOLDER, sessionSandbox, type SessionOptions } from './session-sandbox.ts';
import { Session } from './session.ts';

/** What a session needs to know; the same for a run and for POST /sessions. */
export type Wanted = Pick<
  SessionRequest,
  'owner' | 'program' | 'base_path' | 'language' | 'language_version' | 'environment' | 'files' | 'limits'
> & { readonly session: SessionSettings };

/**
 * Starts the sandbox of a session, and its program.
 *
 * @param sockets the folder for the session's socket
 * @throws CannotRunError, SandboxFailure
 */
export async function startSession(
  deps: RuntimeDeps,
  languages: Languages,
  sockets: string,
  wanted: Wanted & { readonly signature: string },
  hooks: RunHooks,
): Promise<Session> {
  const { sandbox, userIds, folders, blobs } = deps;
  await using held = new AsyncDisposableStack();
  held.defer(blobs.hold(wanted.files.map(({ sha256 }) => sha256)));
  const lesson = await sortFiles(blobs, wanted.files);
  const options: SessionOptions = {
    ...(await programsOf(deps, languages, wanted, hooks)),
    runnerFolders: folders,
    files: lesson.files.map(({ name, sha256 }) => ({ name, source: blobs.path(sha256) })),
    folders: folderBinds(blobs, lesson),
    isProject: wanted.program === 'jupyterlab',
    hasInterpreter: wanted.program === 'interpreter' && canHaveSessions(wanted.language),
    limits: wanted.limits,
    totalSeconds: wanted.session.total_seconds,
  };
  const userId = userIds.take();
  held.defer(() => userIds.release(userId));
  const folder = join(sockets, randomUUID().slice(0, 8));
  await mkdir(folder, { mode: 0o700 });
  held.defer(() => rm(folder, { recursive: true, force: true }));
  if (isRoot()) await chown(folder, userId, userId);
  const socketPath = join(folder, 'host');
  const process = await sandbox.start(userId, sessionSandbox(options, socketPath));
  // From here on, the end of the sandbox releases its resources.
  const kept = held.move();
  const ended = process.ended.then(() => kept.disposeAsync());
  const { owner, signature, session: settings } = wanted;
  const session = await Session.open({ owner, settings, signature, socketPath, sandbox: process, ended });
  if (wanted.program === 'jupyterlab') {
    try {
      await startJupyterLab(session, options.python.path, wanted.base_path, hooks);
    } catch (error) {
      await session.end();
      throw error;
    }
  }
  return session;
}

/** Python hosts every session; packages of another language are for its applications. */
async function programsOf(
  { environments }: RuntimeDeps,
  languages: Languages,
  wanted: Wanted,
  hooks: RunHooks,
): Promise<Pick<SessionOptions, 'packages' | 'environment'> & { python: PreparedPython }> {
  const { python } = languages;
  const { application } = languages.runtimeOf(wanted.language);
  const isPython = languages.runtimeOf(wanted.language) === python;
  const base = choosePython(isPython ? wanted.language_version : null, python.interpreters);
  if (wanted.environment === null) return { python: base, packages: null, environment: {} };
  if (isPython) return { python: await python.environments.get(wanted.environment, hooks), packages: null, environment: {} };
  const { folder } = await environments.get(wanted.environment, hooks.onPreparing, hooks.signal);
  return {
    python: base,
    packages: folder,
    environment: application?.environment(PACKAGES_FOLDER) ?? {},
  };
}
