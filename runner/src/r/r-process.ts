import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { RunLimits, RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { RuntimeDeps } from '../language-runtime.ts';
import { splitFiles } from '../lesson-files.ts';
import { linkOrCopy } from '../link-or-copy.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import { WORK_FOLDER } from '../sandbox/bubblewrap-arguments.ts';
import type { SandboxProcess } from '../sandbox/sandbox-process.ts';
import type { OneShot } from '../slots/one-shot-pools.ts';
import { endAtMark } from './end-at-mark.ts';
import type { InstalledR } from './find-r.ts';

/** What an R process is started for. Any run of the same kind may use it. */
export interface RKind {
  readonly r: InstalledR;
  /** A folder of installed packages; null: those of the machine. */
  readonly library: string | null;
  /** Limits that the sandbox itself enforces; the rest is set inside once the run is known. */
  readonly limits: Pick<RunLimits, 'memory_bytes' | 'disk_bytes' | 'files' | 'processes'>;
  /** What has run when it is warm: the code of earlier screens, with the files and limits of the run; null: nothing. */
  readonly state: Pick<RunnerRunRequest, 'earlier' | 'files' | 'limits'> | null;
}

/** Key of a kind. */
export function keyOfRKind(kind: RKind): string {
  return createHash('sha256').update(JSON.stringify(kind)).digest('base64url');
}

/** The part of a request that the supervisor inside reads (runner/languages/r/supervise.py). */
type RRequest = Pick<RunnerRunRequest, 'earlier' | 'preamble' | 'code' | 'input' | 'values' | 'compared' | 'limits' | 'checks' | 'files'>;

/** Start of the report of a run that finished. */
const WHOLE_RUN = /^.*\n\{"phase": 3,/;
const MARK_BYTES = 16;
const HEAD_CHARACTERS = 500;
const PROGRAM_FOLDER = '/opt/lessonwright/r';
const INBOX_FOLDER = '/opt/lessonwright/inbox';
/** The runner's folder may be anywhere on the host, even below /work, which is the learner's folder inside. */
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
  // Threads of numeric libraries count as processes, and with two processors more of them don't help.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
};

/**
 * An R in its own sandbox that warms up and waits for its only run. Its files usually aren't known at the start, so they are placed
 * in an outside folder that it sees read-only.
 */
export class RProcess implements OneShot {
  readonly #deps: RuntimeDeps;
  readonly #process: SandboxProcess;
  readonly #inbox: string;
  /** The files and the code of earlier screens are in place. */
  readonly #hasState: boolean;
  readonly #report = new PassThrough();
  /** Settles when the supervisor has reported a finished run. */
  readonly #whole = Promise.withResolvers<Awaited<SandboxProcess['ended']>>();
  #isWarm = false;
  #isAlive = true;
  /** Settles once it is completely gone. */
  readonly gone: Promise<void>;

  private constructor(
    deps: RuntimeDeps,
    process: SandboxProcess,
    inbox: string,
    { userId, hasState }: { userId: number; hasState: boolean },
  ) {
    this.#deps = deps;
    this.#process = process;
    this.#inbox = inbox;
    this.#hasState = hasState;
    this.#listen();
    this.gone = process.ended.then(async () => {
      this.#isAlive = false;
      deps.userIds.release(userId);
      await rm(inbox, { recursive: true, force: true });
    });
  }

  /** @param supervisor the Python that enforces its time limit inside */
  static async start(deps: RuntimeDeps, supervisor: PreparedPython, kind: RKind): Promise<RProcess> {
    const { folders, sandbox, userIds } = deps;
    const userId = userIds.take();
    const inbox = join(folders.folder, 'r-inboxes', `${process.pid}-${userId}`);
    try {
      await rm(inbox, { recursive: true, force: true });
      await mkdir(inbox, { recursive: true, mode: 0o755 });
      const programFolders = [...new Set([...supervisor.folders, ...kind.r.folders])];
      const { state } = kind;
      const names = state === null ? [] : await fillInbox(deps, inbox, state.files);
      const started = await sandbox.start(userId, {
        command: [supervisor.path, `${PROGRAM_FOLDER}/supervise.py`, kind.r.path, PROGRAM_FOLDER, ...(state === null ? [] : ['prepared'])],
        environment: { ...ENVIRONMENT, ...(kind.library === null ? {} : { R_LIBS: LIBRARY_FOLDER }) },
        binds: [
          ...folders.settings,
          { source: folders.rPrograms, target: PROGRAM_FOLDER },
          { source: inbox, target: INBOX_FOLDER },
          ...programFolders.map((folder) => ({ source: folder, target: folder })),
          ...(kind.library === null ? [] : [{ source: kind.library, target: LIBRARY_FOLDER }]),
        ],
        reads: programFolders.filter((folder) => !folder.startsWith(`${folders.folder}/`)),
        limits: kind.limits,
        input: state === null ? '' : `${JSON.stringify({ earlier: state.earlier, limits: state.limits, files: names })}\n`,
        keepsInput: true,
        // Process 1 can't be stopped or killed by the code.
        isFirstProcess: true,
      });
      return new RProcess(deps, started, inbox, { userId, hasState: state !== null });
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

  /** Whether everything a run may need is loaded. */
  get isWarm(): boolean {
    return this.#isWarm && this.#isAlive;
  }

  /**
   * Sends it its only run. `ended` and the streams of the returned process settle as soon as the supervisor reports a finished
   * run: removing processes, mounts and control groups takes longer than an empty run.
   */
  async run(request: RRequest): Promise<SandboxProcess> {
    const { preamble, code, input, values, compared, limits, checks } = request;
    const [earlier, files] = this.#hasState ? [[], []] : [request.earlier, await fillInbox(this.#deps, this.#inbox, request.files)];
    const mark = randomBytes(MARK_BYTES).toString('hex');
    this.#process.input.end(`${JSON.stringify({ earlier, preamble, code, input, values, compared, limits, checks, files, mark })}\n`);
    const until = (stream: Readable) => endAtMark(stream, Buffer.from(`\0${mark}`));
    const [stdout, stderr] = [until(this.#process.stdout), until(this.#process.stderr)];
    return { ...this.#process, stdout, stderr, report: this.#report, ended: Promise.race([this.#process.ended, this.#whole.promise]) };
  }

  /** Ends it. Settles once it is completely gone. */
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
}

/** Places files in the folder that an R sees, by number: folders come after the files. Returns their names in this order. */
async function fillInbox({ blobs }: RuntimeDeps, inbox: string, files: RRequest['files']): Promise<string[]> {
  const lesson = splitFiles(files);
  const add = async (sha256: string, name: string) => {
    const to = join(inbox, name);
    await mkdir(dirname(to), { recursive: true, mode: 0o755 });
    await linkOrCopy(blobs.path(sha256), to);
  };
  await Promise.all(lesson.files.map(({ sha256 }, index) => add(sha256, String(index))));
  for (const [index, folder] of lesson.folders.entries())
    for (const { name, sha256 } of folder.files) await add(sha256, `${lesson.files.length + index}/${name}`);
  return [...lesson.files, ...lesson.folders].map(({ name }) => name);
}
