import { NO_OUTCOME, type RunError, type RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { LanguageRuntime, RunHooks } from '../language-runtime.ts';
import type { Application, ApplicationEnd, Session } from './session.ts';

/**
 * Starts the code of a request as an application (Run and Deploy), in the way of its language. It is its own process beside the interpreter, takes
 * the place of the earlier application, and runs until the session ends.
 */
export async function deploy(
  session: Session,
  program: object,
  request: RunnerRunRequest,
  hooks: RunHooks,
): Promise<{ outcome: RunOutcome; isStopped: boolean }> {
  const startedAt = performance.now();
  const { ports } = session.settings;
  const application: Application = { program, ports, seconds: request.limits.wall_seconds };
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

/**
 * The program of an application, as its session starts it.
 * @throws CannotRunError for a language that has no applications, and for a lesson without ports.
 */
export function applicationProgram(request: RunnerRunRequest, { application }: LanguageRuntime): object {
  if (application === null) throw new CannotRunError(`A lesson in ${request.language} starts no application.`);
  if ((request.session?.ports.length ?? 0) === 0) {
    throw new CannotRunError('The lesson has no application port. On the lesson page, add the port that the application listens on.');
  }
  return application.program(request);
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
