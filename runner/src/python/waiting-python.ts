import { PassThrough } from 'node:stream';
import type { RunLimits, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import { fileBinds, sortFiles } from '#runner/lesson-files.ts';
import type { Equipment } from '#runner/language-runtime.ts';
import type { RunProcess, SandboxProcess } from '#runner/sandbox/sandbox-process.ts';
import type { OneShot } from '#runner/slots/one-shot-pools.ts';
import type { PreparedPython } from './prepare-python.ts';
import { PROGRAM_FOLDER, oneShot, programBytes, programInput, type PythonRequest } from './python-program.ts';

/** What a process waits for; any run of the same kind may have it. */
export interface WaitingKind {
  readonly python: PreparedPython;
  /** Of the one lesson that it is for: it sees no others. */
  readonly files: RunnerRunRequest['files'];
  /** What the sandbox itself bounds. */
  readonly limits: RunLimits;
}

const WARM_MS = 60_000;

/** What tells one kind from another: the environment, the files, and what the sandbox bounds. */
export function keyOfKind({ python, files, limits }: WaitingKind): string {
  const { memory_bytes, disk_bytes, files: inodes, processes } = limits;
  return JSON.stringify([python.path, python.moved, files, memory_bytes, disk_bytes, inodes, processes]);
}

/**
 * A Python with an environment of an author's packages, in a sandbox of its own, which imports what lessons use and waits for
 * its only run (runner/languages/python/waiting.py). The imports are lesson code, so the filter of system calls is on before
 * the interpreter starts, it has no capability, and of all files it sees those of one lesson.
 */
export class WaitingPython implements OneShot {
  readonly #process: SandboxProcess;
  readonly #report = new PassThrough();
  #isWarm = false;
  #isAlive = true;
  readonly gone: Promise<void>;

  private constructor(process: SandboxProcess, release: () => void) {
    this.#process = process;
    const overdue = setTimeout(() => process.kill(), WARM_MS);
    process.report.on('data', (chunk: Buffer) => {
      clearTimeout(overdue);
      // The first byte says no more than that it is warm.
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

  /** @throws CannotRunError when files of the lesson are no longer here. */
  static async start({ workshop, sandbox, userIds, blobs }: Equipment, kind: WaitingKind): Promise<WaitingPython> {
    const hashes = kind.files.map(({ sha256 }) => sha256);
    if (blobs.missing(hashes).length > 0) throw new CannotRunError('Files of the lesson are no longer here.');
    const letGo = blobs.hold(hashes);
    const userId = userIds.take();
    const release = () => {
      userIds.release(userId);
      letGo();
    };
    try {
      const lesson = await sortFiles(blobs, kind.files);
      const run = oneShot(kind.python, workshop, { ...NOTHING, limits: kind.limits }, fileBinds(blobs, lesson), null);
      const command = [kind.python.path, `${PROGRAM_FOLDER}/waiting.py`];
      return new WaitingPython(await sandbox.start(userId, { ...run, command, input: '', keepsInput: true }), release);
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

  /** Hands over the run, once. */
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
  preamble: [],
  code: '',
  values: [],
  sql: null,
  checks: null,
  wants_files: false,
};
