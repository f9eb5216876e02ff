import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { RunLimits, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { splitFiles } from '#runner/lesson-files.ts';
import { linkOrCopy } from '#runner/link-or-copy.ts';
import type { Equipment } from '#runner/language-runtime.ts';
import type { PreparedPython } from '#runner/python/prepare-python.ts';
import { WORK_FOLDER } from '#runner/sandbox/bubblewrap-arguments.ts';
import type { SandboxProcess } from '#runner/sandbox/sandbox-process.ts';
import type { OneShot } from '#runner/slots/one-shot-pools.ts';
import { endAtMark } from './end-at-mark.ts';
import type { InstalledR } from './find-r.ts';

/** What an R process is started for; any run of the same kind may have it. */
export interface RKind {
  readonly r: InstalledR;
  /** A folder of installed packages; null: those of the machine. */
  readonly library: string | null;
  /** What the sandbox itself bounds; the rest is set inside, once the run is known. */
  readonly limits: Pick<RunLimits, 'memory_bytes' | 'disk_bytes' | 'files' | 'processes'>;
}

/** What of a request the supervisor inside reads (runner/languages/r/supervise.py). */
type RRequest = Pick<RunnerRunRequest, 'preamble' | 'code' | 'values' | 'limits' | 'checks' | 'files'>;

/** How the report of a run begins that came to its end. */
const WHOLE_RUN = /^.*\n\{"phase": 3,/;
const MARK_BYTES = 16;
const HEAD_CHARACTERS = 500;
const PROGRAM_FOLDER = '/opt/lessonwright/r';
const INBOX_FOLDER = '/opt/lessonwright/inbox';
/** The runner's folder may lie anywhere, below /work too, which is the learner's inside. */
const LIBRARY_FOLDER = '/opt/packages';
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: WORK_FOLDER,
  TMPDIR: '/tmp',
  XDG_CACHE_HOME: '/tmp/.cache',
  LANG: 'C.UTF-8',
  LANGUAGE: 'en',
  TZ: 'UTC',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
  // Threads of numeric libraries count as processes, and two processors have no use for them.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
};

/**
 * One R in a sandbox of its own, which warms up and waits for its only run. Its files come into a folder outside that it
 * sees read only, because they are not known when it is started.
 */
export class RProcess implements OneShot {
  readonly #equipment: Equipment;
  readonly #process: SandboxProcess;
  readonly #inbox: string;
  readonly #report = new PassThrough();
  /** Settles when the supervisor has told of a whole run. */
  readonly #whole = Promise.withResolvers<Awaited<SandboxProcess['ended']>>();
  #isWarm = false;
  #isAlive = true;
  /** Settles once nothing of it is left. */
  readonly gone: Promise<void>;

  private constructor(equipment: Equipment, process: SandboxProcess, inbox: string, userId: number) {
    this.#equipment = equipment;
    this.#process = process;
    this.#inbox = inbox;
    this.#listen();
    this.gone = process.ended.then(async () => {
      this.#isAlive = false;
      equipment.userIds.release(userId);
      await rm(inbox, { recursive: true, force: true });
    });
  }

  /** @param supervisor the Python that keeps its time inside. */
  static async start(equipment: Equipment, supervisor: PreparedPython, kind: RKind): Promise<RProcess> {
    const { workshop, sandbox, userIds } = equipment;
    const userId = userIds.take();
    const inbox = join(workshop.folder, 'r-inboxes', `${process.pid}-${userId}`);
    try {
      await rm(inbox, { recursive: true, force: true });
      await mkdir(inbox, { recursive: true, mode: 0o755 });
      const folders = [...new Set([...supervisor.folders, ...kind.r.folders])];
      const started = await sandbox.start(userId, {
        command: [supervisor.path, `${PROGRAM_FOLDER}/supervise.py`, kind.r.path, PROGRAM_FOLDER],
        environment: { ...ENVIRONMENT, ...(kind.library === null ? {} : { R_LIBS: LIBRARY_FOLDER }) },
        binds: [
          ...workshop.settings,
          { source: workshop.rPrograms, target: PROGRAM_FOLDER },
          { source: inbox, target: INBOX_FOLDER },
          ...folders.map((folder) => ({ source: folder, target: folder })),
          ...(kind.library === null ? [] : [{ source: kind.library, target: LIBRARY_FOLDER }]),
        ],
        reads: folders.filter((folder) => !folder.startsWith(`${workshop.folder}/`)),
        limits: kind.limits,
        input: '',
        keepsInput: true,
        // Nothing that the code does may halt or end it.
        isFirstProcess: true,
      });
      return new RProcess(equipment, started, inbox, userId);
    } catch (error) {
      userIds.release(userId);
      await rm(inbox, { recursive: true, force: true });
      throw error;
    }
  }

  /** False: it has ended. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Everything is loaded that a run may want. */
  get isWarm(): boolean {
    return this.#isWarm && this.#isAlive;
  }

  /**
   * Hands over the run, once. What it answers has `ended`, and its streams have, as soon as the supervisor has told of a whole
   * run: processes, mounts and control groups take longer to go than an empty run takes.
   */
  async run(request: RRequest): Promise<SandboxProcess> {
    const { preamble, code, values, limits, checks, files } = request;
    const lesson = splitFiles(files);
    await Promise.all(lesson.files.map(({ sha256 }, index) => this.#lay(sha256, String(index))));
    // Folders after them, under their numbers as well.
    for (const [index, folder] of lesson.folders.entries()) {
      const number = String(lesson.files.length + index);
      for (const { name, sha256 } of folder.files) await this.#lay(sha256, `${number}/${name}`);
    }
    const names = [...lesson.files, ...lesson.folders].map(({ name }) => name);
    const mark = randomBytes(MARK_BYTES).toString('hex');
    this.#process.input.end(JSON.stringify({ preamble, code, values, limits, checks, files: names, mark }));
    const until = (stream: Readable) => endAtMark(stream, Buffer.from(`\0${mark}`));
    const [stdout, stderr] = [until(this.#process.stdout), until(this.#process.stderr)];
    return { ...this.#process, stdout, stderr, report: this.#report, ended: Promise.race([this.#process.ended, this.#whole.promise]) };
  }

  /** Ends it. Settles once nothing of it is left. */
  async close(): Promise<void> {
    this.#process.kill();
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream.resume();
    await this.gone;
  }

  #listen(): void {
    let head = '';
    this.#process.report.on('data', (chunk: Buffer) => {
      this.#isWarm = true;
      if (head.length < HEAD_CHARACTERS) head += chunk.toString('latin1');
      this.#report.write(chunk);
    });
    this.#process.report.on('close', () => {
      this.#report.end();
      if (WHOLE_RUN.test(head)) this.#whole.resolve({ exitCode: 0, isOutOfMemory: false });
    });
  }

  async #lay(sha256: string, place: string): Promise<void> {
    const [from, to] = [this.#equipment.blobs.path(sha256), join(this.#inbox, place)];
    await mkdir(dirname(to), { recursive: true, mode: 0o755 });
    await linkOrCopy(from, to);
  }
}
