import type { Socket } from 'node:net';
import { z } from 'zod';
import { NO_OUTCOME, type RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunnerRunRequest, SessionSettings, SessionState } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { RunEnd, RunHooks } from '../language-runtime.ts';
import { type EndedFromOutside, readReport, toOutcome } from '../python/report.ts';
import { readStart } from '../read-start.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import type { SandboxProcess } from '../sandbox/sandbox-process.ts';
import { askHost, connectPort, listenToHost, type Listening } from './session-call.ts';

/** How to start an application. */
export interface Application {
  /** Input of application_main.py. */
  readonly program: object;
  readonly ports: readonly number[];
  /** Time until it must listen. */
  readonly seconds: number;
  /** Limits that extend those of the session. */
  readonly limits?: object;
}

const ApplicationEnd = z.object({
  is_up: z.boolean(),
  exit_code: z.number().int().nullable(),
  listening: z.array(z.number().int()),
  others: z.array(z.number().int()),
});
export type ApplicationEnd = z.infer<typeof ApplicationEnd>;
const State = z.object({ listening: z.array(z.number().int()), log: z.string() });

/** Until the host reports that it is up. */
const START_MS = 30_000;
/** Added to the time limit in case the host was stopped; it enforces the limit and waits twenty seconds at most. */
const END_MS = 25_000;
/** For code that was asked to stop; the host ends its session before. */
const STOP_MS = 5_000;
/** Limit for the host's own output, which is empty unless it fails. */
const HOST_OUTPUT_BYTES = 64 * 1024;

const SESSION_RESTARTED = 'The session ended with it. Its variables are gone; the next run starts a new session.\n';

/** A sandbox that stays: its interpreter, applications and ports. Created by `startSession`. */
export class Session {
  readonly owner: string;
  readonly settings: SessionSettings;
  /** Identifies its options; a run with other options needs another session. */
  readonly signature: string;
  /** Settles once it is completely gone. */
  readonly ended: Promise<void>;
  readonly #socketPath: string;
  readonly #sandbox: SandboxProcess;
  readonly #totalTimer: NodeJS.Timeout;
  #idleTimer: NodeJS.Timeout | null = null;
  #uses = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isEnded = false;
  readonly #startedAt = performance.now();
  /** On the monotonic clock, in milliseconds. */
  lastUse = performance.now();

  private constructor(options: {
    owner: string;
    settings: SessionSettings;
    signature: string;
    socketPath: string;
    sandbox: SandboxProcess;
    ended: Promise<void>;
  }) {
    this.owner = options.owner;
    this.settings = options.settings;
    this.signature = options.signature;
    this.#socketPath = options.socketPath;
    this.#sandbox = options.sandbox;
    this.#totalTimer = setTimeout(() => void this.end(), options.settings.total_seconds * 1000);
    this.ended = options.ended.then(() => {
      this.#isEnded = true;
      clearTimeout(this.#totalTimer);
      if (this.#idleTimer) clearTimeout(this.#idleTimer);
    });
    this.#rest();
  }

  /**
   * Waits until the host of a sandbox is up.
   *
   * @param options.ended settles once the sandbox is gone and its resources are released
   * @throws SandboxFailure
   */
  static async open(options: {
    owner: string;
    settings: SessionSettings;
    signature: string;
    socketPath: string;
    sandbox: SandboxProcess;
    ended: Promise<void>;
  }): Promise<Session> {
    const { sandbox } = options;
    const output = Promise.all([sandbox.stdout, sandbox.stderr].map((stream) => readStart(stream, HOST_OUTPUT_BYTES, ignore, ignore)));
    const overdue = setTimeout(() => sandbox.kill(), START_MS);
    const ready = Promise.withResolvers<boolean>();
    sandbox.report.once('data', () => ready.resolve(true));
    void sandbox.ended.then(() => ready.resolve(false));
    const isUp = await ready.promise;
    clearTimeout(overdue);
    if (!isUp) {
      await options.ended;
      throw new SandboxFailure((await output).map(({ text }) => text).join('\n'));
    }
    return new Session(options);
  }

  get isBusy(): boolean {
    return this.#uses > 0;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Runs code in the persistent namespace, one run at a time. */
  run(request: RunnerRunRequest, hooks: RunHooks): Promise<RunEnd> {
    return this.#inTurn(() => this.#runNow(request, hooks));
  }

  /** Starts an application and replaces the previous one. Settles once it listens or has failed to. */
  launch(
    application: Application,
    streamBytes: number,
    hooks: Pick<RunHooks, 'signal' | 'onText'>,
  ): Promise<{ end: ApplicationEnd | null; stdout: string; stderr: string; cut: RunOutcome['cut']; isStopped: boolean }> {
    return this.#inTurn(async () => {
      const listening = await listenToHost(this.#socketPath, { do: 'launch', ...application });
      const guard = this.#guard(listening, hooks.signal, application.seconds * 1000);
      const [stdout, stderr, reply] = await readStreams(listening, streamBytes, hooks.onText, ignore);
      guard.release();
      const cut: RunOutcome['cut'] = [...(stdout.isCut ? (['stdout'] as const) : []), ...(stderr.isCut ? (['stderr'] as const) : [])];
      const end = ApplicationEnd.safeParse(reply?.end).data ?? null;
      return { end, stdout: stdout.text, stderr: stderr.text, cut, isStopped: guard.why() === 'by stop' };
    });
  }

  /** Null: it has ended or is ending. */
  async state(): Promise<SessionState | null> {
    const answer = await askHost(this.#socketPath, { do: 'state' }).catch(() => null);
    if (answer === null) return null;
    const { listening, log } = State.parse(answer);
    const { id, ports, idle_seconds, total_seconds } = this.settings;
    const age_seconds = (performance.now() - this.#startedAt) / 1000;
    const idleSeconds = this.isBusy ? 0 : (performance.now() - this.lastUse) / 1000;
    return {
      id,
      listening: listening.filter((port) => ports.includes(port)),
      age_seconds,
      ends_in_seconds: Math.max(0, Math.min(total_seconds - age_seconds, idle_seconds - idleSeconds)),
      log,
    };
  }

  /** Connects to one of its ports. The session isn't idle while the connection is open. Null if nothing is listening. */
  async connect(port: number): Promise<Socket | null> {
    if (!this.settings.ports.includes(port)) return null;
    const release = this.#use();
    const socket = await connectPort(this.#socketPath, port).catch(() => null);
    if (socket) socket.once('close', release);
    else release();
    return socket;
  }

  /** Ends the session. Settles once it is completely gone. */
  async end(): Promise<void> {
    this.#sandbox.kill();
    await this.ended;
  }

  async #runNow(request: RunnerRunRequest, hooks: RunHooks): Promise<RunEnd> {
    if (hooks.signal.aborted) return { outcome: NO_OUTCOME, isStopped: true };
    hooks.onReady?.();
    const startedAt = performance.now();
    const { language, earlier, preamble, code, input, values, limits, checks, shows_last_value } = request;
    const run = { language, earlier, preamble, code, input, values, limits, sql: null, checks, shows_last_value };
    const listening = await listenToHost(this.#socketPath, { do: 'run', ...run });
    // Code of earlier screens has the same time again, before the code and before the answer of both kinds of checks.
    const shares = (earlier.length > 0 ? 2 : 1) + (checks === null ? 0 : earlier.length > 0 ? 6 : 4);
    const guard = this.#guard(listening, hooks.signal, limits.wall_seconds * 1000 * shares);
    const [stdout, stderr, reply] = await readStreams(listening, limits.stream_bytes, hooks.onText, () => guard.stop('by output'));
    guard.release();
    const isOver = reply === null || reply.isOver;
    const isOutOfMemory = isOver ? (await this.#sandbox.ended).isOutOfMemory : false;
    if (isOver) await this.ended;
    const note = isOver ? (stderr.text === '' || stderr.text.endsWith('\n') ? '' : '\n') + SESSION_RESTARTED : '';
    if (note !== '') hooks.onText('stderr', note);
    const report = readReport(`{"ready":true}\n${JSON.stringify(reply?.end ?? null)}\n${reply?.records ?? ''}`);
    const outcome = toOutcome({
      stdout,
      stderr: { ...stderr, text: stderr.text + note },
      report,
      ended: guard.why(),
      isOutOfMemory,
      limits,
      duration_ms: Math.round(performance.now() - startedAt),
    });
    const listeningNow = isOver ? [] : ((await this.state())?.listening ?? []);
    return { outcome: { ...outcome, listening: listeningNow }, isStopped: guard.why() === 'by stop', checkSeconds: report.checkSeconds };
  }

  /** Forwards a stop request, and ends the session if neither that nor its own timer works. */
  #guard(listening: Listening, signal: AbortSignal, limitMs: number) {
    let why: EndedFromOutside | null = null;
    let backstop = setTimeout(() => end('by backstop'), limitMs + END_MS);
    const end = (reason: EndedFromOutside) => {
      why ??= reason;
      this.#sandbox.kill();
    };
    const stop = (reason: EndedFromOutside) => {
      if (why !== null) return;
      why = reason;
      listening.stop();
      clearTimeout(backstop);
      backstop = setTimeout(() => end(reason), STOP_MS);
    };
    const onAbort = () => stop('by stop');
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    return {
      stop,
      why: (): EndedFromOutside | null => why,
      release: () => {
        clearTimeout(backstop);
        signal.removeEventListener('abort', onAbort);
      },
    };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const release = this.#use();
    const result = this.#turn.then(async () => {
      if (this.#isEnded) throw new CannotRunError('The session has ended. Run the code again to start a new one.');
      return work();
    });
    this.#turn = result.catch(ignore);
    try {
      return await result;
    } finally {
      release();
    }
  }

  #use(): () => void {
    this.#uses += 1;
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    return () => {
      this.#uses -= 1;
      this.lastUse = performance.now();
      if (this.#uses === 0) this.#rest();
    };
  }

  #rest(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    if (!this.#isEnded) this.#idleTimer = setTimeout(() => void this.end(), this.settings.idle_seconds * 1000);
  }
}

function readStreams(listening: Listening, streamBytes: number, onText: RunHooks['onText'], onCut: () => void) {
  const keep = (stream: 'stdout' | 'stderr') => readStart(listening[stream], streamBytes, (text) => onText(stream, text), onCut);
  return Promise.all([keep('stdout'), keep('stderr'), listening.ended]);
}

function ignore(): void {}
