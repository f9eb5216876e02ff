import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

/** An installation that failed; the message is for authors: the installer's own words. */
export class InstallError extends Error {}

/** The build of a source failed; to ask for other versions would not help. */
export class SourceBuildError extends InstallError {}

interface Program {
  readonly command: readonly [string, ...string[]];
  /** Beside what every program gets. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly folder?: string;
  /** Hears what it writes to its error stream. */
  readonly log: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Seconds are many: a slow network and large packages are no failure. */
const LIMIT_MS = 20 * 60_000;
/** Of what a program said, so much of the end is shown as the reason of a failure. Characters. */
const REASON_LENGTH = 8_000;
const LOW_PRIORITY = 10;
export const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
export const PROGRAM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Runs a program of an installation, which never runs code of a package outside a sandbox (python-environments.ts says how), with none
 * of the runner's own settings. Answers its standard output.
 *
 * @throws InstallError with its words when it fails; the signal's reason when it was stopped.
 */
export async function runInstaller(program: Program): Promise<string> {
  program.signal.throwIfAborted();
  const [file, ...words] = program.command;
  const child = spawn(file, words, {
    cwd: program.folder ?? '/',
    env: {
      PATH: PROGRAM_PATH,
      LANG: 'C.UTF-8',
      ...(existsSync(CERTIFICATES) ? { SSL_CERT_FILE: CERTIFICATES } : {}),
      ...program.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that what it starts ends with it.
    detached: true,
  });
  yieldToRuns(child.pid);
  const kill = () => endGroup(child.pid);
  const limit = setTimeout(kill, LIMIT_MS);
  program.signal.addEventListener('abort', kill, { once: true });
  if (program.signal.aborted) kill();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said = (said + piece).slice(-REASON_LENGTH);
    program.log(piece);
  });
  child.stdin.on('error', () => undefined).end(program.input ?? '');
  try {
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
    program.signal.throwIfAborted();
    if (code === 0) return output;
    throw new InstallError(said.trim() || output.trim().slice(-REASON_LENGTH) || `${file} ended with ${code ?? 'a signal'}.`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InstallError(`${file} is not installed on this machine.`);
    throw error;
  } finally {
    clearTimeout(limit);
    program.signal.removeEventListener('abort', kill);
  }
}

/** Somebody waits for a run, while a build may take its time. */
function yieldToRuns(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already.
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
