import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { NO_OUTCOME, type RunError, type RunOutcome } from '#contract/runs.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import type { RunHooks } from '#runner/language-runtime.ts';
import type { Application, ApplicationEnd, Session } from './session.ts';

const R_FILE = '/tmp/application.R';
const SHELL_FILE = '/tmp/application.sh';

/**
 * Starts the code of a request as an application (Run and Deploy): Python as `__main__`, after the preamble in the same
 * namespace; R with Rscript; the script of a cli lesson with bash. It is a separate process beside the interpreter, replaces the
 * previous application, and runs until the session ends.
 */
export async function deploy(
  session: Session,
  request: RunnerRunRequest,
  hooks: RunHooks,
): Promise<{ outcome: RunOutcome; isStopped: boolean }> {
  const startedAt = performance.now();
  const { ports } = session.settings;
  const application: Application = { program: programOf(request), ports, seconds: request.limits.wall_seconds };
  const { end, stdout, stderr, cut, isStopped } = await session.launch(application, request.limits.stream_bytes, hooks);
  const outcome = {
    ...NO_OUTCOME,
    output: stdout,
    stderr,
    cut: [...cut],
    error: isStopped ? null : whyNot(end, ports, application.seconds),
    listening: end?.is_up ? end.listening : [],
    duration_ms: Math.round(performance.now() - startedAt),
  };
  return { outcome, isStopped };
}

/** @throws CannotRunError for a language without applications, and for a lesson without ports */
export function requireApplication(request: RunnerRunRequest): void {
  if (request.language === 'sql') throw new CannotRunError('SQL lessons cannot start applications.');
  if ((request.session?.ports.length ?? 0) === 0) {
    throw new CannotRunError('The lesson has no application port. On the lesson page, add the port that the application listens on.');
  }
}

function programOf({ language, preamble, code }: RunnerRunRequest): object {
  if (language === 'python') return { preamble, code };
  const text = [...preamble, code].join('\n');
  return language === 'r'
    ? { files: { [R_FILE]: text }, command: ['Rscript', '--vanilla', R_FILE] }
    : { files: { [SHELL_FILE]: text }, command: ['bash', SHELL_FILE] };
}

/** Explains to the author why an application isn't up; null if it is. */
export function whyNot(end: ApplicationEnd | null, ports: readonly number[], seconds: number): RunError | null {
  if (end?.is_up) return null;
  const wanted = ports.length === 1 ? `port ${ports[0]}` : `one of the ports ${ports.join(', ')}`;
  const others = end?.others.length ? ` It listens on ${end.others.join(', ')}, which is not a port of the lesson.` : '';
  const message =
    end === null
      ? 'The session ended before the application was up. Run it again.'
      : end.exit_code !== null
        ? `The application exited (exit code ${end.exit_code}) before it listened on ${wanted}.`
        : `Nothing listened on ${wanted} within ${seconds} seconds, so the application was stopped.${others}`;
  return { name: 'ApplicationError', message, line: null, column: null, traceback: `ApplicationError: ${message}` };
}
