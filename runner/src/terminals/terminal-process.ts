import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { readJsonLines } from '#platform/contract/json-lines.ts';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunLimits, TerminalCheckRequest, TerminalRequest } from '#platform/contract/runner-protocol.ts';
import type { RuntimeDeps } from '../language-runtime.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import { PROGRAM_FOLDER, pythonBinds, pythonEnvironment } from '../python/python-program.ts';
import { readReport, toOutcome } from '../python/report.ts';
import type { Bind } from '../sandbox/bubblewrap-arguments.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import type { SandboxProcess } from '../sandbox/sandbox-process.ts';

/** Limits that the sandbox itself enforces. */
export type TerminalBounds = Pick<RunLimits, 'memory_bytes' | 'disk_bytes' | 'files' | 'processes'>;

/** Added to the time limit of a check, which is enforced inside. */
const CHECK_GRACE_MS = 12_000;
const MAX_CHECKS = 4;
const START_MS = 30_000;

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('checked'),
    id: z.number(),
    end: z.unknown(),
    records: z.string(),
    stdout: z.string(),
    stderr: z.string(),
  }),
  z.object({ type: z.literal('exited'), code: z.number().int() }),
]);
type Checked = Extract<z.infer<typeof Event>, { type: 'checked' }>;

/**
 * Messages from the runner to the first process of a terminal's sandbox (runner/languages/python/lessonwright_run/terminal.py):
 * one byte for the kind, four for the length, then the payload.
 */
const FRAME_KINDS = { fileName: 'f', fileBytes: 'b', start: 's', data: 'd', resize: 'r', check: 'c' } as const;

const FRAME_HEADER_BYTES = 5;

interface TerminalEnd {
  /** Exit code of the shell; null: it was killed with everything else. */
  readonly code: number | null;
  readonly isOutOfMemory: boolean;
}

/**
 * The sandbox of one terminal. Its first process is a trusted program (lessonwright_run/terminal.py) that owns the
 * pseudo-terminal and runs the checks.
 */
export class TerminalProcess {
  /** Settles once it is completely gone. */
  readonly ended: Promise<TerminalEnd>;
  readonly #run: SandboxProcess;
  readonly #checks = new Map<number, (checked: Checked | null) => void>();
  #nextCheck = 1;
  #exitCode: number | null = null;

  private constructor(run: SandboxProcess, events: AsyncIterable<unknown>, release: () => void) {
    this.#run = run;
    // Kill a process whose messages can't be parsed.
    const listening = this.#listen(events).catch(() => run.kill());
    this.ended = Promise.all([run.ended, listening]).then(([{ isOutOfMemory }]) => {
      release();
      for (const settle of this.#checks.values()) settle(null);
      return { code: this.#exitCode, isOutOfMemory };
    });
  }

  /**
   * Starts the sandbox, without a shell yet.
   *
   * @param binds the lesson's own packages and datasets
   * @throws SandboxFailure
   */
  static async start(
    { sandbox, userIds, folders }: Pick<RuntimeDeps, 'sandbox' | 'userIds' | 'folders'>,
    python: PreparedPython,
    bounds: TerminalBounds,
    binds: readonly Bind[],
  ): Promise<TerminalProcess> {
    const userId = userIds.take();
    const release = () => userIds.release(userId);
    const run = await sandbox
      .start(userId, {
        command: [python.path, `${PROGRAM_FOLDER}/terminal_main.py`],
        environment: pythonEnvironment(python),
        binds: [...pythonBinds({ ...python, fontLists: [] }, folders), ...binds],
        reads: python.folders,
        limits: bounds,
        input: '',
        keepsInput: true,
        isFirstProcess: true,
      })
      .catch((error: unknown) => {
        release();
        throw error;
      });
    const errorOutput = text(run.stderr);
    const events = readJsonLines(run.report as AsyncIterable<Buffer>);
    const timer = setTimeout(() => run.kill(), START_MS);
    const isReady = await events.next().then(
      ({ done }) => done !== true,
      () => false,
    );
    clearTimeout(timer);
    if (!isReady) {
      run.kill();
      run.stdout.resume();
      await run.ended;
      release();
      throw new SandboxFailure(await errorOutput);
    }
    return new TerminalProcess(run, events, release);
  }

  /** Output of the terminal. */
  get output(): Readable {
    return this.#run.stdout;
  }

  /** Copies a lesson file into the work folder before the shell starts. */
  async addFile(name: string, path: string): Promise<void> {
    await this.#send(frame('fileName', name));
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) await this.#send(frame('fileBytes', chunk));
  }

  /** Runs the setup scripts and the code of earlier screens, then the shell. Call once. */
  begin(request: Pick<TerminalRequest, 'setup' | 'earlier' | 'late_setup' | 'limits' | 'columns' | 'rows'>): void {
    const { setup, earlier, late_setup, limits, columns, rows } = request;
    this.#run.input.write(frame('start', { setup, earlier, late_setup, limits, columns, rows }));
  }

  /** Sends input. Returns false if the terminal's buffer is full; then wait for {@link whenReading}. */
  type(bytes: Uint8Array): boolean {
    return this.#run.input.write(frame('data', bytes));
  }

  /** Settles when the input has been read or the terminal has ended. */
  async whenReading(): Promise<void> {
    await Promise.race([once(this.#run.input, 'drain'), this.ended]);
  }

  resize(columns: number, rows: number): void {
    this.#run.input.write(frame('resize', { columns, rows }));
  }

  /** Whether a check is running, so that no other can start. */
  get isBusyChecking(): boolean {
    return this.#checks.size >= MAX_CHECKS;
  }

  /**
   * Runs checks beside the shell, in its file system.
   * @returns null if the terminal ended before they finished
   */
  async check({ checks, limits, terminal_lines }: TerminalCheckRequest): Promise<RunOutcome | null> {
    const startedAt = performance.now();
    const id = this.#nextCheck;
    this.#nextCheck += 1;
    const { promise, resolve } = Promise.withResolvers<Checked | null>();
    this.#checks.set(id, resolve);
    const overdue = setTimeout(() => this.kill(), limits.wall_seconds * 1000 * MAX_CHECKS + CHECK_GRACE_MS);
    this.#run.input.write(
      frame('check', { id, language: 'cli', earlier: [], preamble: [], code: '', values: [], sql: null, checks, limits, terminal_lines }),
    );
    const checked = await promise;
    clearTimeout(overdue);
    this.#checks.delete(id);
    if (checked === null) return null;
    const report = readReport(`{"ready":true}\n${JSON.stringify(checked.end)}\n${checked.records}`);
    return toOutcome({
      stdout: { text: checked.stdout, isCut: false },
      stderr: { text: checked.stderr, isCut: false },
      report,
      ended: null,
      isOutOfMemory: false,
      limits,
      duration_ms: Math.round(performance.now() - startedAt),
    });
  }

  kill(): void {
    this.#run.kill();
  }

  async #send(bytes: Buffer): Promise<void> {
    if (!this.#run.input.write(bytes)) await this.whenReading();
  }

  async #listen(events: AsyncIterable<unknown>): Promise<void> {
    for await (const value of events) {
      const event = Event.parse(value);
      if (event.type === 'exited') this.#exitCode = event.code;
      if (event.type === 'checked') this.#checks.get(event.id)?.(event);
    }
  }
}

/** Encodes one frame. Objects are sent as JSON, strings as UTF-8. */
function frame(kind: keyof typeof FRAME_KINDS, payload: Uint8Array | string | object): Buffer {
  const bytes = payload instanceof Uint8Array ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const encoded = Buffer.allocUnsafe(FRAME_HEADER_BYTES + bytes.length);
  encoded.write(FRAME_KINDS[kind], 0, 'latin1');
  encoded.writeUInt32BE(bytes.length, 1);
  encoded.set(bytes, FRAME_HEADER_BYTES);
  return encoded;
}
