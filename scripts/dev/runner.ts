import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, '../../runner/src/main.ts');
const LEAVE_MS = 8_000;

export interface DevRunner {
  restart(): void;
  stop(): Promise<void>;
}

/**
 * Starts the runner that all servers of this session use. It exits when its standard input closes, and so also if this process is
 * killed.
 */
export function startRunner(port: number, token: string): DevRunner {
  let child = launch(port, token);
  let turn: Promise<void> = Promise.resolve();
  return {
    restart() {
      turn = turn.then(async () => {
        await dismiss(child);
        child = launch(port, token);
      });
    },
    async stop() {
      await turn;
      await dismiss(child);
    },
  };
}

function launch(port: number, token: string): ChildProcess {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('LESSONWRIGHT_RUNNER_'));
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'inherit'],
    // Its own process group: Ctrl-C reaches us, and we end it.
    detached: true,
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: homedir(),
      ...Object.fromEntries(settings),
      LESSONWRIGHT_RUNNER_NAME: 'local',
      LESSONWRIGHT_RUNNER_HOST: '127.0.0.1',
      LESSONWRIGHT_RUNNER_PORT: String(port),
      LESSONWRIGHT_RUNNER_FOLDER: resolve(process.env['LESSONWRIGHT_DATA'] || 'data', 'runner'),
      LESSONWRIGHT_RUNNER_ATTACHED: '1',
    },
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(`${token}\n`);
  return child;
}

async function dismiss(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  const overdue = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
  child.stdin?.end();
  await exit;
  clearTimeout(overdue);
}
