import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { interpreterBinds, type Interpreter } from '#runner/python/interpreters.ts';
import type { BuildGround } from './build-ground.ts';
import type { BuildHooks } from './environment-kind.ts';
import { followInstall } from './follow-install.ts';
import type { PackageSource, PythonInstaller } from './python-installer.ts';
import { SourceBuildError } from './run-installer.ts';

export interface BuiltWheel {
  readonly fileName: string;
  readonly sha256: string;
}

interface Job {
  readonly step: 'needs' | 'more needs' | 'build';
  /** Path of the archive. */
  readonly source: string;
  /** A folder of packages that the build needs. */
  readonly needs: string;
}

const PROGRAM_FOLDER = '/opt/lessonwright/python';
const BUILD_FOLDER = '/opt/lessonwright/build';
const LIMIT_MS = 15 * 60_000;
const LIMITS = { memory_bytes: 2 * 2 ** 30, disk_bytes: 2 * 2 ** 30, files: 200_000, processes: 256 };

const Answer = z.union([
  z.object({ needs: z.array(z.string().max(1_000)).max(100) }),
  z.object({ wheel: z.string().regex(/^[A-Za-z0-9._+-]+\.whl$/) }),
]);

/**
 * Builds wheels from sources in a sandbox: without a network, without anything of the runner, and with nothing but the wheels
 * that the build needs.
 */
export class SourceBuilder {
  readonly #equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>;

  constructor(equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>) {
    this.#equipment = equipment;
  }

  /**
   * Builds the wheel of an archive into `target`.
   * @param folder an empty one, readable for everybody.
   * @throws SourceBuildError with what the build said.
   */
  async build(
    given: {
      python: Interpreter;
      archive: { fileName: string; bytes: Buffer };
      folder: string;
      target: string;
      installer: PythonInstaller;
      from: PackageSource;
    },
    hooks: BuildHooks,
  ): Promise<BuiltWheel> {
    const { python, archive, folder, installer, from } = given;
    const needs = join(folder, 'needs');
    const source = join(folder, archive.fileName);
    await rm(needs, { recursive: true, force: true });
    await mkdir(needs, { mode: 0o755 });
    await writeFile(source, archive.bytes, { mode: 0o644 });
    hooks.log(`Building ${archive.fileName} from source, in a sandbox without a network.\n`);
    for (const step of ['needs', 'more needs'] as const) {
      const answer = await this.#run(python, { step, source, needs }, hooks);
      const wanted = 'needs' in answer.line ? answer.line.needs : [];
      if (wanted.length > 0) await installer.installInto(python.path, needs, wanted, from, hooks);
    }
    const { line, bytes } = await this.#run(python, { step: 'build', source, needs }, hooks);
    if (!('wheel' in line)) throw new SourceBuildError(`The build of ${archive.fileName} gave no wheel.`);
    await writeFile(join(given.target, line.wheel), bytes, { mode: 0o644 });
    await rm(needs, { recursive: true, force: true });
    return { fileName: line.wheel, sha256: createHash('sha256').update(bytes).digest('hex') };
  }

  async #run(python: Interpreter, job: Job, hooks: BuildHooks): Promise<{ line: z.infer<typeof Answer>; bytes: Buffer }> {
    const { sandbox, userIds, workshop } = this.#equipment;
    hooks.signal.throwIfAborted();
    const source = `${BUILD_FOLDER}/${basename(job.source)}`;
    const userId = userIds.take();
    try {
      const run = await sandbox.start(userId, {
        command: [python.path, '-s', `${PROGRAM_FOLDER}/build_wheel.py`],
        environment: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: '/tmp',
          TMPDIR: '/tmp',
          LANG: 'C.UTF-8',
          PYTHONPATH: `${BUILD_FOLDER}/needs`,
        },
        binds: [
          ...workshop.settings,
          { source: workshop.pythonModules, target: PROGRAM_FOLDER },
          { source: job.source, target: source },
          { source: job.needs, target: `${BUILD_FOLDER}/needs` },
          ...interpreterBinds(python),
        ],
        reads: python.folders,
        limits: LIMITS,
        input: JSON.stringify({ step: job.step, source }),
      });
      const { report, said, end } = await followInstall(run, hooks, LIMIT_MS, buffer);
      const newline = report.indexOf('\n');
      if (newline < 0) throw new SourceBuildError(reasonOf(basename(job.source), said, end.isOutOfMemory));
      return { line: Answer.parse(JSON.parse(report.subarray(0, newline).toString('utf8'))), bytes: report.subarray(newline + 1) };
    } finally {
      userIds.release(userId);
    }
  }
}

function reasonOf(fileName: string, said: string, isOutOfMemory: boolean): string {
  const why = isOutOfMemory ? 'it used more memory than it may' : said.trim() || 'it ended without a word';
  return `${fileName} could not be built from source:\n${why}`;
}
