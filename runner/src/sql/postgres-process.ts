import { z } from 'zod';
import { LineTooLongError, readLines } from '#platform/contract/json-lines.ts';
import { EARLIER_ERRORS_AT_MOST, EarlierError } from '#platform/contract/run-outcome.ts';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import { earlierErrorOf } from '../earlier-error.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import type { SandboxProcess } from '../sandbox/sandbox-process.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UserIds } from '../user-ids.ts';
import { processLimits, type PostgresProgram } from './postgres-program.ts';

const place = z.number().int().positive().nullable();
const text = z.string();
const Line = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ earlier: text.nullable() }),
  z.object({ earlier_error: EarlierError.extend({ name: text, message: text }) }),
  z.object({ at: z.object({ line: place, column: place }) }),
  z.object({
    end: z.object({
      error: z.object({ name: text, message: text, line: place, column: place }).nullable(),
      isCut: z.boolean(),
      statements: z.array(z.object({ code: text, line: z.number(), text: text.nullable(), isCut: z.boolean() })),
    }),
  }),
]);
type Line = z.infer<typeof Line>;

/** How a run of the program ended, by its own report. */
export type PostgresEnd = Extract<Line, { end: unknown }>['end'];

const START_MS = 60_000;
/** JSON escapes a character with six bytes at most. */
const MOST_REPORT_BYTES = 16 * 1024 * 1024;

/** A PostgreSQL that waits in its sandbox for one run. */
export class PostgresProcess {
  readonly #process: SandboxProcess;
  /** Last reported line of the code. */
  line: number | null = null;
  /** The screen whose code runs before that of the request; null: none. */
  earlier: string | null = null;
  readonly earlierErrors: EarlierError[] = [];
  /** Called when the code of all earlier screens has run. */
  onEarlierDone: () => void = () => undefined;
  /** Null until it ends by itself. */
  end: PostgresEnd | null = null;
  /** Settles once it is completely gone. */
  readonly ended: SandboxProcess['ended'];
  /** The limits it was started with. */
  readonly limits: RunLimits;
  readonly #ready: Promise<boolean>;
  #isReady = false;

  private constructor(process: SandboxProcess, limits: RunLimits) {
    this.#process = process;
    this.limits = limits;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#ready = promise;
    const timer = setTimeout(() => process.kill(), START_MS);
    void process.ended.then(() => {
      clearTimeout(timer);
      resolve(false);
    });
    const whenReady = () => {
      clearTimeout(timer);
      this.#isReady = true;
      resolve(true);
    };
    const listening = this.#listen(process, whenReady).catch(() => process.kill());
    this.ended = Promise.all([process.ended, listening]).then(([end]) => end);
  }

  /** @throws if it reports more than our program ever does: something else is writing then */
  async #listen(process: SandboxProcess, whenReady: () => void): Promise<void> {
    let length = 0;
    for await (const written of readLines(process.report as AsyncIterable<Buffer>, MOST_REPORT_BYTES)) {
      length += written.length;
      if (length > MOST_REPORT_BYTES) throw new LineTooLongError(MOST_REPORT_BYTES);
      const line = parsed(written);
      if (line === null) continue;
      if ('at' in line) this.line = line.at.line;
      else if ('earlier' in line) {
        this.earlier = line.earlier;
        if (line.earlier === null) this.onEarlierDone();
      } else if ('earlier_error' in line) {
        if (this.earlierErrors.length < EARLIER_ERRORS_AT_MOST) this.earlierErrors.push(earlierErrorOf(line.earlier_error));
      } else if ('end' in line) {
        this.end = line.end;
        // Its result is complete; exiting by itself would take it a while.
        process.kill();
      } else whenReady();
    }
  }

  static async start(sandbox: Sandbox, userIds: UserIds, program: PostgresProgram, limits: RunLimits): Promise<PostgresProcess> {
    const userId = userIds.take();
    try {
      const process = await sandbox.start(userId, { ...program.run, limits: processLimits(limits), input: '', keepsInput: true });
      void process.ended.then(() => userIds.release(userId));
      return new PostgresProcess(process, limits);
    } catch (error) {
      userIds.release(userId);
      throw error;
    }
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get stdout(): SandboxProcess['stdout'] {
    return this.#process.stdout;
  }

  get stderr(): SandboxProcess['stderr'] {
    return this.#process.stderr;
  }

  /** Sends it its only request once it is ready. Returns false if it ended before. */
  async send(request: object): Promise<boolean> {
    if (!(await this.#ready)) return false;
    this.#process.input.end(JSON.stringify(request));
    return true;
  }

  kill(): void {
    this.#process.kill();
  }
}

/** @throws SandboxFailure with the output of a process that never became ready */
export function failedToStart(errorOutput: string): never {
  throw new SandboxFailure(errorOutput);
}

function parsed(written: string): Line | null {
  try {
    return Line.parse(JSON.parse(written));
  } catch {
    // Not written by our program.
    return null;
  }
}
