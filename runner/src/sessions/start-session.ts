import { randomUUID } from 'node:crypto';
import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canHaveSessions } from '#contract/languages.ts';
import type { SessionRequest, SessionSettings } from '#contract/runner-protocol.ts';
import type { Equipment, RunHooks } from '#runner/language-runtime.ts';
import { folderBinds, sortFiles } from '#runner/lesson-files.ts';
import type { PreparedPython } from '#runner/python/prepare-python.ts';
import { choosePython } from '#runner/python/python-runtime.ts';
import type { Languages } from '#runner/languages.ts';
import { isRoot } from '#runner/sandbox/sandbox.ts';
import { startJupyterLab } from './jupyter-lab.ts';
import { PACKAGES_FOLDER, sessionSandbox, type SessionParts } from './session-sandbox.ts';
import { Session } from './session.ts';

/** What a session is made of; the same from a run and from POST /sessions. */
export type Wanted = Pick<
  SessionRequest,
  'owner' | 'program' | 'base_path' | 'language' | 'language_version' | 'environment' | 'files' | 'limits'
> & { readonly session: SessionSettings };

/**
 * Starts the sandbox of a session, and its program.
 *
 * @param sockets the folder in which the session gets a socket of its own. @throws CannotRunError, SandboxFailure
 */
export async function startSession(
  equipment: Equipment,
  languages: Languages,
  sockets: string,
  wanted: Wanted & { readonly signature: string },
  hooks: RunHooks,
): Promise<Session> {
  const { sandbox, userIds, workshop, blobs } = equipment;
  await using held = new AsyncDisposableStack();
  held.defer(blobs.hold(wanted.files.map(({ sha256 }) => sha256)));
  const lesson = await sortFiles(blobs, wanted.files);
  const parts: SessionParts = {
    ...(await programsOf(equipment, languages, wanted, hooks)),
    workshop,
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
  const process = await sandbox.start(userId, sessionSandbox(parts, socketPath));
  // From here on the end of the sandbox gives back what it holds.
  const kept = held.move();
  const ended = process.ended.then(() => kept.disposeAsync());
  const { owner, signature, session: settings } = wanted;
  const session = await Session.open({ owner, settings, signature, socketPath, sandbox: process, ended });
  if (wanted.program === 'jupyterlab') {
    try {
      await startJupyterLab(session, parts.python.path, wanted.base_path, hooks);
    } catch (error) {
      await session.end();
      throw error;
    }
  }
  return session;
}

/** Python hosts every session; the packages of another language are for its applications. */
async function programsOf(
  { environments }: Equipment,
  languages: Languages,
  wanted: Wanted,
  hooks: RunHooks,
): Promise<Pick<SessionParts, 'packages' | 'environment'> & { python: PreparedPython }> {
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
