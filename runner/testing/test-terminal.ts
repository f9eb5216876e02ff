import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { DEFAULT_RUN_LIMITS, type RunLimits, type TerminalCheckRequest, type TerminalRequest } from '#platform/contract/runner-protocol.ts';
import { TerminalToPage, type TerminalFromPage } from '#platform/contract/terminal-frames.ts';
import { processesWhere } from './hostile.ts';
import type { TestRunner } from './test-runner.ts';

export const PROMPT = /learner@lesson:[^$]*\$ $/;
/** Colors and titles, and bash's sequence that ends bracketed paste before a command runs. */
const CONTROLS = new RegExp(String.raw`\u001b\[\?2004l\r|\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007`, 'g');
const LONGEST_WAIT_MS = 300_000;

/** A page connected to a terminal. */
export class TestTerminal {
  readonly id: string;
  readonly #runner: TestRunner;
  readonly #socket: WebSocket;
  /** Everything shown, without colors. */
  #text = '';
  #bytes = 0;
  #acks = true;
  #onChange: () => void = () => undefined;
  readonly messages: TerminalToPage[] = [];
  readonly closed: Promise<number>;

  private constructor(runner: TestRunner, id: string, socket: WebSocket) {
    this.id = id;
    this.#runner = runner;
    this.#socket = socket;
    const decoder = new TextDecoder();
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.#bytes += data.length;
        this.#text += decoder.decode(data, { stream: true });
        if (this.#acks) this.sendMessage({ type: 'ack', bytes: this.#bytes });
      } else {
        this.messages.push(TerminalToPage.parse(JSON.parse(data.toString())));
      }
      this.#onChange();
    });
    this.closed = once(socket, 'close').then(([code]) => {
      this.#onChange();
      return code as number;
    });
  }

  /** Opens a terminal and connects to it. */
  static async open(runner: TestRunner, request: Parameters<typeof buildTerminal>[0] = {}): Promise<TestTerminal> {
    const wanted = buildTerminal(request);
    const response = await runner.call('POST', '/terminals', JSON.stringify(wanted));
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return TestTerminal.connect(runner, wanted.id);
  }

  static async connect(runner: TestRunner, id: string, after = 0): Promise<TestTerminal> {
    const socket = new WebSocket(`${runner.url.replace('http', 'ws')}/terminals/${id}/socket?after=${after}`, {
      headers: { authorization: `Bearer ${runner.token}` },
    });
    const terminal = new TestTerminal(runner, id, socket);
    await once(socket, 'open');
    return terminal;
  }

  get text(): string {
    return this.#text.replaceAll(CONTROLS, '');
  }

  /** The raw output. */
  get raw(): string {
    return this.#text;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How the terminal ended. */
  get exit(): Extract<TerminalToPage, { type: 'exit' }> | undefined {
    return this.messages.find((message) => message.type === 'exit');
  }

  sendMessage(message: TerminalFromPage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Stops acknowledging output. */
  stopReading(): void {
    this.#acks = false;
  }

  /** Acknowledges the output so far, and resumes. */
  startReading(): void {
    this.#acks = true;
    this.sendMessage({ type: 'ack', bytes: this.#bytes });
  }

  type(text: string): void {
    this.#socket.send(Buffer.from(text));
  }

  /** Waits until the output after `after` matches. */
  async until(pattern: RegExp, after = 0): Promise<string> {
    await this.#when(() => pattern.test(this.text.slice(after)) || this.#socket.readyState === WebSocket.CLOSED);
    const text = this.text.slice(after);
    if (!pattern.test(text)) throw new Error(`The terminal closed before ${pattern}: ${text}`);
    return text;
  }

  /** Types a command, waits for the next prompt, and returns the command's output. */
  async run(command: string): Promise<string> {
    await this.until(PROMPT);
    const before = this.text.length;
    this.type(`${command}\n`);
    const text = await this.until(PROMPT, before);
    return text
      .slice(text.indexOf('\n') + 1)
      .replace(PROMPT, '')
      .replaceAll('\r\n', '\n');
  }

  async check(custom: string, terminal_lines: string[] = [], limits: Partial<RunLimits> = {}): Promise<RunOutcome> {
    const request: TerminalCheckRequest = {
      checks: { custom, legacy: null, unit: null, answer_code: '' },
      terminal_lines,
      limits: { ...DEFAULT_RUN_LIMITS, ...limits },
    };
    const response = await this.#runner.call('POST', `/terminals/${this.id}/checks`, JSON.stringify(request));
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as RunOutcome;
  }

  async end(): Promise<void> {
    await this.#runner.call('DELETE', `/terminals/${this.id}`);
    await this.closed;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.closed;
  }

  async #when(condition: () => boolean): Promise<void> {
    const late = AbortSignal.timeout(LONGEST_WAIT_MS);
    while (!condition()) {
      if (late.aborted) throw new Error(`Nothing more came in ${LONGEST_WAIT_MS / 1000} seconds: ${this.text.slice(-2000)}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onChange = resolve;
      late.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
  }
}

/** A request for a terminal with default values. */
export function buildTerminal(fields: Omit<Partial<TerminalRequest>, 'limits'> & { limits?: Partial<RunLimits> }): TerminalRequest {
  return {
    id: randomUUID(),
    owner: 'somebody',
    environment: null,
    files: [],
    setup: [],
    earlier: [],
    late_setup: [],
    requirements: [],
    grace_seconds: 60,
    idle_seconds: 600,
    total_seconds: 600,
    columns: 80,
    rows: 24,
    ...fields,
    limits: { ...DEFAULT_RUN_LIMITS, ...fields.limits },
  };
}

/** Whether each result of a custom check passed. @throws if the check itself failed */
export function passes({ custom, ...rest }: RunOutcome): boolean[] {
  if (custom === null || custom.error) throw new Error(`The check failed: ${JSON.stringify({ custom, ...rest })}`);
  return custom.results.map(({ pass }) => pass);
}

/** Processes of this machine that have `mark` as an argument, including the first. */
export function processesWithArgument(mark: string): Promise<string[]> {
  return processesWhere((line) => line.split('\0').includes(mark));
}
