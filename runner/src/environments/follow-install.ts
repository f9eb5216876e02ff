import type { Readable } from 'node:stream';
import type { SandboxProcess } from '#runner/sandbox/sandbox-process.ts';
import type { BuildHooks } from './environment-kind.ts';

/** Of what an installer says, as much as is kept for a failure. */
const MOST_SAID = 8_000;

/**
 * Follows an installation in a sandbox to its end: tells its words as they come, and ends it when its time is over or the
 * build is stopped.
 *
 * @param take reads what the program inside reports.
 * @throws the signal's reason when the build was stopped.
 */
export async function followInstall<Report>(
  run: SandboxProcess,
  { log, signal }: BuildHooks,
  limitMs: number,
  take: (report: Readable) => Promise<Report>,
): Promise<{ report: Report; said: string; end: Awaited<SandboxProcess['ended']> }> {
  const limit = setTimeout(() => run.kill(), limitMs);
  const stop = () => run.kill();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let said = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MOST_SAID);
      log(text);
    });
  }
  const [report, end] = await Promise.all([take(run.report), run.ended]);
  clearTimeout(limit);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  return { report, said, end };
}
