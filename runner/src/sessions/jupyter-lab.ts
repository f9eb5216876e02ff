import { CannotRunError } from '#runner/cannot-run.ts';
import type { RunHooks } from '#runner/language-runtime.ts';
import { WORK_FOLDER } from '#runner/sandbox/bubblewrap-arguments.ts';
import { whyNot } from './applications.ts';
import type { Session } from './session.ts';

/** A first start reads many files. */
const START_SECONDS = 60;
const KEPT_BYTES = 64 * 1024;
/** What the address space may be; what is really held is bounded by the sandbox, and its many threads only reserve. */
const ADDRESS_SPACE = 2 ** 40;
const CONFIG_FILE = '/tmp/jupyter_server_config.json';

/**
 * Starts a JupyterLab on the first port of a session, below `basePath`. It asks for no token: whoever reaches it has
 * come through the product, which knows who that is.
 *
 * @param python the interpreter, by its path. @throws CannotRunError when it is not installed, or does not come up.
 */
export async function startJupyterLab(session: Session, python: string, basePath: string, hooks: Pick<RunHooks, 'signal'>): Promise<void> {
  const [port] = session.settings.ports;
  if (port === undefined) throw new CannotRunError('A JupyterLab needs a port.');
  const config = {
    ServerApp: {
      ip: '127.0.0.1',
      port,
      port_retries: 0,
      open_browser: false,
      base_url: basePath,
      root_dir: WORK_FOLDER,
      // Frames of another site send no cookies, on which its own check stands; the address is what nobody else knows.
      disable_check_xsrf: true,
      allow_remote_access: true,
      allow_origin: '*',
    },
    IdentityProvider: { token: '' },
    PasswordIdentityProvider: { hashed_password: '' },
    // Nothing outside can be reached, so nothing is looked for there.
    LabApp: { news_url: null, extension_manager: 'readonly' },
  };
  const { end, stdout, stderr } = await session.launch(
    {
      program: {
        files: { [CONFIG_FILE]: JSON.stringify(config) },
        command: [python, '-m', 'jupyterlab', `--config=${CONFIG_FILE}`],
      },
      ports: [port],
      seconds: START_SECONDS,
      limits: { memory_bytes: ADDRESS_SPACE },
    },
    KEPT_BYTES,
    { ...hooks, onText: () => undefined },
  );
  const error = whyNot(end, [port], START_SECONDS);
  if (error === null) return;
  if (/No module named '?jupyterlab/.test(stderr)) {
    throw new CannotRunError('JupyterLab is not installed for this lesson. Add the package jupyterlab on the lesson page and build.');
  }
  throw new CannotRunError(`JupyterLab did not start. ${lastWords(stderr || stdout) ?? error.message}`);
}

function lastWords(text: string): string | null {
  return text.trim().split('\n').at(-1) ?? null;
}
