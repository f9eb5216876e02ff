import type { Readable } from 'node:stream';
import type { SandboxProcess } from '../sandbox/sandbox-process.ts';
import type { BuildHooks } from './environment-kind.ts';
import { InstallError } from './run-installer.ts';

/** Characters of an installer's output that are kept to explain a failure. */
const MAX_ERROR_OUTPUT = 8_000;
/** Characters of its output that go to the log. */
const MOST_LOGGED = 2 * 1024 * 1024;

/**
 * Follows an installation in a sandbox to its end: logs its output, and kills it when its time is over, the build is canceled, or
 * a reader fails.
 *
 * @param options.report reads descriptor 4
 * @param options.output reads standard output; if omitted, that is logged as well
 * @throws the signal's reason if the build was canceled, and whatever the readers throw
 */
export async function followInstall<Report, Output = undefined>(
  run: SandboxProcess,
  { log, signal }: BuildHooks,
  options: {
    readonly limitMs: number;
    readonly report: (report: Readable) => Promise<Report>;
    readonly output?: (stdout: Readable) => Promise<Output>;
  },
): Promise<{ report: Report; output: Output | undefined; errorOutput: string; end: Awaited<SandboxProcess['ended']> }> {
  const kill = () => run.kill();
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    kill();
  }, options.limitMs);
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  let errorOutput = '';
  let logged = 0;
  for (const stream of options.output ? [run.stderr] : [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT);
      if (logged < MOST_LOGGED) log(text);
      logged += text.length;
    });
  }
  const read = async <Result>(stream: Readable, reader: (stream: Readable) => Promise<Result>): Promise<Result> => {
    try {
      return await reader(stream);
    } catch (error) {
      kill();
      throw error;
    }
  };
  const readings = [
    read(run.report, options.report),
    options.output ? read(run.stdout, options.output) : Promise.resolve(undefined),
  ] as const;
  try {
    const [report, output, end] = await Promise.all([...readings, run.ended]);
    signal.throwIfAborted();
    if (isLate) throw new InstallError('The installation took too long.');
    return { report, output, errorOutput, end };
  } catch (error) {
    await Promise.allSettled([...readings, run.ended]);
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', kill);
  }
}

/**
 * Reads a stream to its end.
 * @throws InstallError if it has more than `most` bytes; the stream is then closed
 */
export async function readAtMost(stream: Readable, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) throw new InstallError('The installation wrote too much output.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
