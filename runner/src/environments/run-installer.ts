import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

/** An installation failed. The message, for authors, is the installer's output. */
export class InstallError extends Error {}

/** Building a source failed; trying other versions would not help. */
export class SourceBuildError extends InstallError {}

interface Program {
  readonly command: readonly [string, ...string[]];
  /** Added to the default environment. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly folder?: string;
  /** Receives its error output. */
  readonly log: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Generous: slow networks and large packages are normal. */
const LIMIT_MS = 20 * 60_000;
/** Characters of a program's output, from its end, that are shown as the reason of a failure. */
const REASON_LENGTH = 8_000;
const LOW_PRIORITY = 10;
export const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
export const PROGRAM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Runs an installation program without any of the runner's settings and returns its standard output. It never runs package code
 * outside a sandbox (see python-environments.ts).
 *
 * @throws InstallError with its output if it fails; the signal's reason if it was canceled
 */
export async function runInstaller(program: Program): Promise<string> {
  program.signal.throwIfAborted();
  const [file, ...options] = program.command;
  const child = spawn(file, options, {
    cwd: program.folder ?? '/',
    env: {
      PATH: PROGRAM_PATH,
      LANG: 'C.UTF-8',
      ...(existsSync(CERTIFICATES) ? { SSL_CERT_FILE: CERTIFICATES } : {}),
      ...program.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own process group, so that its children end with it.
    detached: true,
  });
  yieldToRuns(child.pid);
  const kill = () => endGroup(child.pid);
  const limit = setTimeout(kill, LIMIT_MS);
  program.signal.addEventListener('abort', kill, { once: true });
  if (program.signal.aborted) kill();
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errorOutput = (errorOutput + piece).slice(-REASON_LENGTH);
    program.log(piece);
  });
  child.stdin.on('error', () => undefined).end(program.input ?? '');
  try {
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
    program.signal.throwIfAborted();
    if (code === 0) return output;
    throw new InstallError(errorOutput.trim() || output.trim().slice(-REASON_LENGTH) || `${file} ended with ${code ?? 'a signal'}.`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new InstallError(`${file} is not installed on this machine.`);
    throw error;
  } finally {
    clearTimeout(limit);
    program.signal.removeEventListener('abort', kill);
  }
}

/** Lowers the priority: users wait for runs, whereas a build may take its time. */
function yieldToRuns(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // The process has already exited.
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
