import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { interpreterBinds, type Interpreter } from '../python/interpreters.ts';
import type { BuildDeps } from './build-deps.ts';
import type { BuildHooks } from './environment-kind.ts';
import { followInstall } from './follow-install.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { withLimits } from './process-limits.ts';
import type { PackageSource, PythonInstaller } from './python-installer.ts';
import { buildRequirementsOf } from './python-requirements.ts';
import { InstallError, SourceBuildError } from './run-installer.ts';

export interface BuiltWheel {
  readonly fileName: string;
  readonly sha256: string;
}

interface Job {
  readonly step: 'needs' | 'more needs' | 'build';
  /** Path of the archive. */
  readonly source: string;
  /** Folder of packages that the build needs. */
  readonly needs: string;
  /** Where the wheel is written, under a name we chose. */
  readonly wheel: string;
}

interface Report {
  readonly line: z.infer<typeof Answer>;
  /** Hash of the bytes after the line. */
  readonly sha256: string;
}

const PROGRAM_FOLDER = '/opt/lessonwright/python';
const BUILD_FOLDER = '/opt/lessonwright/build';
const LIMIT_MS = 15 * 60_000;
const LIMITS = { memory_bytes: 2 * 2 ** 30, disk_bytes: 2 * 2 ** 30, files: 200_000, processes: 256 };
const MOST_LINE_BYTES = 2 ** 20;
const MOST_WHEEL_BYTES = 512 * 2 ** 20;
const NEWLINE = 0x0a;

const Answer = z.union([
  z.object({ needs: z.array(z.string().max(1_000)).max(100) }),
  z.object({ wheel: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9._+-]{0,200}\.whl$/) }),
]);

/**
 * Builds wheels from sources in a sandbox that has no network, nothing of the runner, and only the wheels the build needs. The
 * build's report is untrusted: it is bounded and validated before use.
 */
export class SourceBuilder {
  readonly #deps: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>;
  readonly #installers: InstallerSandbox;

  constructor(deps: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>, installers: InstallerSandbox) {
    this.#deps = deps;
    this.#installers = installers;
  }

  /**
   * Builds the wheel of an archive into `target`.
   * @param folder an empty folder, readable by everyone
   * @throws SourceBuildError with the output of the build
   */
  async build(
    options: {
      python: Interpreter;
      archive: { fileName: string; bytes: Buffer };
      folder: string;
      target: string;
      installer: PythonInstaller;
      from: PackageSource;
    },
    hooks: BuildHooks,
  ): Promise<BuiltWheel> {
    const { python, archive, folder, installer, from } = options;
    const needs = await this.#installers.give(join(folder, 'needs'));
    const source = join(folder, archive.fileName);
    const wheel = join(folder, 'built-wheel');
    await writeFile(source, archive.bytes, { mode: 0o644 });
    hooks.log(`Building ${archive.fileName} from source in a sandbox without network.\n`);
    for (const step of ['needs', 'more needs'] as const) {
      const { line } = await this.#run(python, { step, source, needs, wheel }, hooks);
      const wanted = refusedAsBuild(() => buildRequirementsOf(archive.fileName, 'needs' in line ? line.needs : []));
      if (wanted.length > 0) await installer.installInto(python, needs, wanted, from, hooks);
    }
    const { line, sha256 } = await this.#run(python, { step: 'build', source, needs, wheel }, hooks);
    if (!('wheel' in line)) throw new SourceBuildError(`The build of ${archive.fileName} produced no wheel.`);
    await rename(wheel, join(options.target, line.wheel));
    return { fileName: line.wheel, sha256 };
  }

  async #run(python: Interpreter, job: Job, hooks: BuildHooks): Promise<Report> {
    const { sandbox, userIds, folders } = this.#deps;
    hooks.signal.throwIfAborted();
    const source = `${BUILD_FOLDER}/${basename(job.source)}`;
    const userId = userIds.take();
    try {
      const run = await sandbox.start(userId, {
        command: withLimits([python.path, '-s', `${PROGRAM_FOLDER}/build_wheel.py`]),
        environment: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: '/tmp',
          TMPDIR: '/tmp',
          LANG: 'C.UTF-8',
          PYTHONPATH: `${BUILD_FOLDER}/needs`,
        },
        binds: [
          ...folders.settings,
          { source: folders.pythonModules, target: PROGRAM_FOLDER },
          { source: job.source, target: source },
          { source: job.needs, target: `${BUILD_FOLDER}/needs` },
          ...interpreterBinds(python),
        ],
        reads: python.folders,
        limits: LIMITS,
        input: JSON.stringify({ step: job.step, source }),
      });
      const { report, errorOutput, end } = await followInstall(run, hooks, {
        limitMs: LIMIT_MS,
        report: (stream) => readBuildReport(stream, job.wheel, MOST_WHEEL_BYTES),
      });
      if (report === null) throw new SourceBuildError(reasonOf(basename(job.source), errorOutput, end.isOutOfMemory));
      return report;
    } catch (error) {
      throw error instanceof InstallError ? new SourceBuildError(error.message) : error;
    } finally {
      userIds.release(userId);
    }
  }
}

/**
 * Reads what a build reports: a line of JSON, followed by the bytes of a wheel, which are written to a file. Returns null if it
 * reported nothing.
 * @throws InstallError if either is too long, or if the line is malformed
 */
export async function readBuildReport(stream: Readable, path: string, mostBytes: number): Promise<Report | null> {
  const hash = createHash('sha256');
  let line: Buffer | null = null;
  let start = Buffer.alloc(0);
  let bytes = 0;
  const file = createWriteStream(path, { mode: 0o644 });
  try {
    const failed = new Promise<never>((_, reject) => file.once('error', reject));
    failed.catch(() => undefined);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      let rest = piece;
      if (line === null) {
        const newline = piece.indexOf(NEWLINE);
        start = Buffer.concat([start, newline === -1 ? piece : piece.subarray(0, newline)]);
        if (start.length > MOST_LINE_BYTES) throw new InstallError('The report of the build is too long.');
        if (newline === -1) continue;
        line = start;
        rest = piece.subarray(newline + 1);
      }
      bytes += rest.length;
      if (bytes > mostBytes) throw new InstallError('The wheel is too large.');
      hash.update(rest);
      if (!file.write(rest)) await Promise.race([once(file, 'drain'), failed]);
    }
    await Promise.race([new Promise<void>((resolve) => file.end(() => resolve())), failed]);
  } catch (error) {
    file.destroy();
    await rm(path, { force: true });
    throw error;
  }
  return line === null ? null : { line: parseAnswer(line.toString('utf8')), sha256: hash.digest('hex') };
}

function parseAnswer(text: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    throw new InstallError('The build reported neither its requirements nor a wheel.');
  }
}

function refusedAsBuild<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof InstallError ? new SourceBuildError(error.message) : error;
  }
}

function reasonOf(fileName: string, errorOutput: string, isOutOfMemory: boolean): string {
  const why = isOutOfMemory ? 'it exceeded its memory limit' : errorOutput.trim() || 'it stopped without any output';
  return `Couldn’t build ${fileName} from source:\n${why}`;
}
