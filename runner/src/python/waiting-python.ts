import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { RunLimits, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { RuntimeDeps } from '../language-runtime.ts';
import { fileBinds, sortFiles } from '../lesson-files.ts';
import type { RunProcess, SandboxProcess } from '../sandbox/sandbox-process.ts';
import type { OneShot } from '../slots/one-shot-pools.ts';
import type { PreparedPython } from './prepare-python.ts';
import { PROGRAM_FOLDER, oneShot, programBytes, programInput, type PythonRequest } from './python-program.ts';

/** What a process is waiting for. Any run of the same kind may use it. */
export interface WaitingKind {
  readonly python: PreparedPython;
  /** Files of its only lesson; it sees no others. */
  readonly files: RunnerRunRequest['files'];
  /** Limits that the sandbox itself enforces. */
  readonly limits: RunLimits;
  /** Code of earlier screens, which has run when the process is warm; empty: none. */
  readonly earlier: RunnerRunRequest['earlier'];
}

const WARM_MS = 60_000;

/** Key of a kind: the environment, the files, the sandbox limits, and the earlier code with its time limits. */
export function keyOfKind({ python, files, limits, earlier }: WaitingKind): string {
  const { memory_bytes, disk_bytes, files: inodes, processes, wall_seconds, cpu_seconds, result_bytes } = limits;
  const ofEarlier = earlier.length === 0 ? [] : [earlier, wall_seconds, cpu_seconds, result_bytes];
  const all = [python.path, python.moved, files, memory_bytes, disk_bytes, inodes, processes, ...ofEarlier];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}

/**
 * A Python with an environment of authors' packages, in its own sandbox, which imports what lessons use and waits for its only
 * run (runner/languages/python/waiting.py), or runs the code of earlier screens first (prepared.py). The imports are untrusted code, so the system call filter is active before the
 * interpreter starts, it has no capabilities, and it sees only the files of one lesson.
 */
export class WaitingPython implements OneShot {
  readonly #process: SandboxProcess;
  readonly #report = new PassThrough();
  #isWarm = false;
  #isAlive = true;
  readonly gone: Promise<void>;

  private constructor(process: SandboxProcess, warmMs: number, release: () => void) {
    this.#process = process;
    const overdue = setTimeout(() => process.kill(), warmMs);
    process.report.on('data', (chunk: Buffer) => {
      clearTimeout(overdue);
      // The first byte only signals that it is warm.
      this.#report.write(this.#isWarm ? chunk : chunk.subarray(1));
      this.#isWarm = true;
    });
    process.report.on('close', () => {
      this.#isAlive = false;
      this.#report.end();
    });
    this.gone = process.ended.then(() => {
      clearTimeout(overdue);
      this.#isAlive = false;
      release();
    });
  }

  /** @throws CannotRunError if files of the lesson are no longer cached */
  static async start({ folders, sandbox, userIds, blobs }: RuntimeDeps, kind: WaitingKind): Promise<WaitingPython> {
    const hashes = kind.files.map(({ sha256 }) => sha256);
    if (blobs.missing(hashes).length > 0) throw new CannotRunError('Files of the lesson are no longer on this runner. Run it again.');
    const releaseFiles = blobs.hold(hashes);
    const userId = userIds.take();
    const release = () => {
      userIds.release(userId);
      releaseFiles();
    };
    try {
      const lesson = await sortFiles(blobs, kind.files);
      const { python, limits, earlier } = kind;
      const request = { ...NOTHING, limits, earlier };
      const run = oneShot(python, folders, request, fileBinds(blobs, lesson), null);
      const hasEarlier = earlier.length > 0;
      const command = [python.path, `${PROGRAM_FOLDER}/${hasEarlier ? 'prepared.py' : 'waiting.py'}`];
      const input = hasEarlier ? programBytes(programInput(request)) : '';
      const started = await sandbox.start(userId, { ...run, command, input, keepsInput: true });
      return new WaitingPython(started, WARM_MS + (hasEarlier ? limits.wall_seconds * 1000 : 0), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isWarm(): boolean {
    return this.#isWarm && this.#isAlive;
  }

  /** Sends it its only run. */
  run(request: PythonRequest): RunProcess {
    this.#process.input.end(programBytes(programInput(request)));
    return { ...this.#process, report: this.#report };
  }

  async close(): Promise<void> {
    this.#process.kill();
    for (const stream of [this.#process.stdout, this.#process.stderr, this.#report]) stream.resume();
    await this.gone;
  }
}

const NOTHING: Omit<PythonRequest, 'limits'> = {
  language: 'python',
  earlier: [],
  setup: [],
  preamble: [],
  code: '',
  input: '',
  values: [],
  compared: [],
  sql: null,
  checks: null,
  wants_files: false,
  shows_last_value: false,
  circumstances: null,
};
