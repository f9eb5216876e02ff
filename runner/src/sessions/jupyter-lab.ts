import { CannotRunError } from '../cannot-run.ts';
import type { RunHooks } from '../language-runtime.ts';
import { WORK_FOLDER } from '../sandbox/bubblewrap-arguments.ts';
import { whyNot } from './applications.ts';
import type { Session } from './session.ts';

/** The first start reads many files. */
const START_SECONDS = 60;
const KEPT_BYTES = 64 * 1024;
/** Address space only: many threads reserve more than they use. The sandbox limits actual memory. */
const ADDRESS_SPACE = 2 ** 40;
const CONFIG_FILE = '/tmp/jupyter_server_config.json';

/**
 * Starts a JupyterLab on the first port of a session, below `basePath`. It needs no token: every visitor has passed the server,
 * which checks who they are.
 *
 * @param python path of the interpreter
 * @throws CannotRunError if it isn't installed or doesn't start
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
      // A frame on another site sends no cookies, which Jupyter's own check needs; the secret address protects it instead.
      disable_check_xsrf: true,
      allow_remote_access: true,
      allow_origin: '*',
    },
    IdentityProvider: { token: '' },
    PasswordIdentityProvider: { hashed_password: '' },
    // There is no network, so don't look for news or extensions.
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
    throw new CannotRunError(
      'JupyterLab is not installed for this lesson. Add the package jupyterlab on the lesson page and build the packages.',
    );
  }
  throw new CannotRunError(`JupyterLab did not start. ${lastWords(stderr || stdout) ?? error.message}`);
}

function lastWords(text: string): string | null {
  return text.trim().split('\n').at(-1) ?? null;
}
