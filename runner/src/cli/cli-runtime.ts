import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { RuntimeDeps, LanguageRuntime } from '../language-runtime.ts';
import { fileBinds, sortFiles } from '../lesson-files.ts';
import type { Extras } from '../python/python-program.ts';
import type { PythonRuntime } from '../python/python-runtime.ts';
import { FILES_FOLDER, shellBinds } from './shell-binds.ts';

const APPLICATION_FILE = '/tmp/application.sh';

/**
 * Runs the shell scripts of command-line lessons through a Python program (lessonwright_run/cli_run.py) that starts bash with the
 * same setup as a terminal. Lesson files are copied into the work folder so that a script can move and change them.
 */
export async function openCli(deps: RuntimeDeps, python: PythonRuntime): Promise<LanguageRuntime> {
  const { available, reason } = python.health;
  return {
    health: { available, versions: [], builds: {}, reason },
    slots: [],
    plan: (request) => {
      const inner: RunnerRunRequest = { ...request, language_version: null, environment: null, files: [] };
      const { blobs } = deps;
      const { environment } = request;
      if (environment === null && request.files.length === 0) return python.plan(inner);
      return async (hooks) => {
        const files = fileBinds(blobs, await sortFiles(blobs, request.files), FILES_FOLDER);
        const packages = environment && (await deps.environments.get(environment, hooks.onPreparing, hooks.signal)).folder;
        const extras: Extras = { binds: [...shellBinds(packages), ...files], reads: packages === null ? [] : [packages], environment: {} };
        return python.plan(inner, extras)(hooks);
      };
    },
    application: {
      program: ({ earlier, setup, preamble, code }) => ({
        earlier,
        setup,
        files: { [APPLICATION_FILE]: [...preamble, code].join('\n') },
        command: ['bash', APPLICATION_FILE],
      }),
      environment: (packages) => ({ PATH: `${packages}/usr/bin:${packages}/bin:/usr/local/bin:/usr/bin:/bin` }),
    },
    close: async () => undefined,
  };
}
