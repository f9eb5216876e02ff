import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { TerminalCheckRequest, TerminalRequest } from '#platform/contract/runner-protocol.ts';
import { TERMINAL_PAUSE_BYTES, TERMINAL_RESUME_BYTES, type TerminalToPage } from '#platform/contract/terminal-frames.ts';
import { CannotRunError } from '../cannot-run.ts';
import { Refusal } from '../refusal.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import { OutputRing } from './output-ring.ts';
import type { TerminalProcess } from './terminal-process.ts';

const KEPT_BYTES = 1024 * 1024;
const RED = '\x1b[31m';
const PLAIN = '\x1b[0m';

/** Input before the shell has started. People type less; the rest is dropped. */
const EARLY_BYTES = 64 * 1024;

type Exit = Extract<TerminalToPage, { type: 'exit' }>;
type Times = Pick<TerminalRequest, 'grace_seconds' | 'idle_seconds' | 'total_seconds'>;

/** A connected client. */
export interface Viewer {
  show(bytes: Buffer): void;
  send(message: TerminalToPage): void;
  /** Disconnects the client. */
  close(): void;
}

/** Starts a terminal's process and reports what takes time before it is ready. */
export type StartProcess = (onPreparing: (text: string) => void, signal: AbortSignal) => Promise<TerminalProcess>;

/**
 * One terminal: its process, its output and its viewer.
 *
 *     starting ──▶ open ──▶ ended
 *         └────────────────────▲
 *
 * It needs no viewer: output is stored for the next one. The shell is paused at 128 kB of output that no viewer has received.
 */
export class Terminal {
  /** Settles when the process is completely gone. */
  readonly ended: Promise<void>;
  readonly owner: string;
  readonly #ring = new OutputRing(KEPT_BYTES);
  readonly #stop = new AbortController();
  readonly #graceMs: number;
  readonly #idle: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout;
  #grace: NodeJS.Timeout;
  #reason: Exit['reason'] | null = null;
  #process: TerminalProcess | null = null;
  #viewer: Viewer | null = null;
  #typedEarly = Buffer.alloc(0);
  #resizedEarly: { columns: number; rows: number } | null = null;
  /** Position up to which a viewer has seen the output. */
  #seen = 0;
  #exit: Exit | null = null;
  #isDraining = false;
  #unwatchedSince = performance.now();

  constructor(owner: string, times: Times, start: StartProcess) {
    this.owner = owner;
    const after = (seconds: number, reason: Exit['reason']) => setTimeout(() => this.end(reason), seconds * 1000);
    this.#graceMs = times.grace_seconds * 1000;
    this.#grace = after(times.grace_seconds, 'stopped');
    this.#idle = after(times.idle_seconds, 'idle');
    this.#total = after(times.total_seconds, 'total');
    this.ended = this.#live(start);
  }

  get isOpen(): boolean {
    return this.#exit === null;
  }

  /** Since when it has had no viewer, on this process's clock; null if it has one. */
  get unwatchedSince(): number | null {
    return this.#viewer === null ? this.#unwatchedSince : null;
  }

  /**
   * Shows everything from a position on, then new output. A previous viewer is disconnected.
   *
   * @returns a function that removes the viewer
   */
  watch(viewer: Viewer, after: number): () => void {
    this.#viewer?.send({ type: 'error', error: 'This terminal was opened in another window.' });
    this.#viewer?.close();
    const from = Math.min(Math.max(after, this.#ring.start), this.#ring.end);
    this.#viewer = viewer;
    this.#seen = from;
    clearTimeout(this.#grace);
    viewer.send({ type: 'from', byte: from, until: this.#ring.end });
    const missed = this.#ring.since(from);
    if (missed.length > 0) viewer.show(missed);
    if (this.#exit) this.#sendOff(this.#exit);
    else this.#keepPace();
    return () => this.#leave(viewer);
  }

  /** Acknowledges everything before `byte` as drawn. */
  seen(byte: number): void {
    this.#seen = Math.min(Math.max(this.#seen, byte), this.#ring.end);
    this.#keepPace();
  }

  /**
   * Sends input. Returns null if more may follow at once, otherwise a promise to wait for. Input before the shell has started is
   * buffered.
   */
  type(bytes: Uint8Array): Promise<void> | null {
    this.#idle.refresh();
    if (this.#process) return this.#process.type(bytes) ? null : this.#process.whenReading();
    if (this.#typedEarly.length + bytes.length <= EARLY_BYTES) this.#typedEarly = Buffer.concat([this.#typedEarly, bytes]);
    return null;
  }

  resize(columns: number, rows: number): void {
    if (this.#process) this.#process.resize(columns, rows);
    else this.#resizedEarly = { columns, rows };
  }

  /** @throws Refusal if there is no shell to check */
  async check(request: TerminalCheckRequest): Promise<RunOutcome> {
    if (!this.#process || !this.isOpen)
      throw new Refusal(503, { error: 'The terminal is not ready yet. Wait for its prompt and check again.' });
    if (this.#process.isBusyChecking) throw new Refusal(503, { error: 'Other checks of this terminal are still running.' });
    const outcome = await this.#process.check(request);
    if (!outcome) throw new Refusal(503, { error: 'The terminal ended during the check.' });
    return outcome;
  }

  /** Kills all of its processes. */
  end(reason: Exit['reason']): void {
    this.#reason ??= reason;
    this.#stop.abort();
    this.#process?.kill();
  }

  async #live(start: StartProcess): Promise<void> {
    try {
      const process = await start((text) => this.#write(Buffer.from(`${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`)), this.#stop.signal);
      this.#process = process;
      if (this.#resizedEarly) process.resize(this.#resizedEarly.columns, this.#resizedEarly.rows);
      if (this.#typedEarly.length > 0) process.type(this.#typedEarly);
      this.#typedEarly = Buffer.alloc(0);
      if (this.#stop.signal.aborted) process.kill();
      process.output.on('data', (bytes: Buffer) => this.#write(bytes));
      const wholeOutput = new Promise<void>((resolve) => process.output.once('close', resolve));
      const [{ code, isOutOfMemory }] = await Promise.all([process.ended, this.#drain(process, wholeOutput)]);
      this.#over({ type: 'exit', code, reason: this.#reason ?? (isOutOfMemory ? 'memory' : code === null ? 'stopped' : 'exit') });
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#write(Buffer.from(`${RED}${textOf(error)}${PLAIN}\r\n`));
      this.#over({ type: 'exit', code: null, reason: this.#reason ?? 'stopped' });
    }
  }

  /** Once the process has ended, reads its remaining output whether or not there is a viewer. */
  async #drain(process: TerminalProcess, wholeOutput: Promise<void>): Promise<void> {
    await process.ended;
    this.#isDraining = true;
    process.output.resume();
    await wholeOutput;
  }

  #write(bytes: Buffer): void {
    this.#ring.push(bytes);
    this.#viewer?.show(bytes);
    this.#keepPace();
  }

  #keepPace(): void {
    if (this.#isDraining) return;
    const output = this.#process?.output;
    const unseen = this.#ring.end - this.#seen;
    if (unseen >= TERMINAL_PAUSE_BYTES) output?.pause();
    else if (unseen <= TERMINAL_RESUME_BYTES && output?.isPaused()) output.resume();
  }

  #leave(viewer: Viewer): void {
    if (this.#viewer !== viewer) return;
    this.#viewer = null;
    this.#unwatchedSince = performance.now();
    if (this.isOpen) this.#grace = setTimeout(() => this.end('stopped'), this.#graceMs);
  }

  #over(exit: Exit): void {
    for (const timer of [this.#grace, this.#idle, this.#total]) clearTimeout(timer);
    this.#exit = exit;
    this.#sendOff(exit);
  }

  #sendOff(exit: Exit): void {
    this.#viewer?.send(exit);
    this.#viewer?.close();
    this.#viewer = null;
  }
}

function textOf(error: unknown): string {
  if (error instanceof SandboxFailure || error instanceof CannotRunError) return error.message;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 'The runner couldn’t start this terminal.';
}
