import { TerminalToPage, type TerminalFromPage } from '#platform/contract/terminal-frames.ts';
import { TERMINAL_MESSAGES, endText } from './messages.ts';
import type { TerminalState } from './terminal-state.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Bytes drawn between two acknowledgements. */
const ACK_EVERY_BYTES = 16 * 1024;
/** Maximum message size; a long paste is split. */
const TYPED_CHUNK_BYTES = 64 * 1024;
const CLOSE = { done: 1000, refused: 1008, signedOut: 4001 } as const;

/** The display; xterm in the page. */
export interface Display {
  /** Draws bytes, and calls `drawn` afterwards. */
  write(bytes: Uint8Array, drawn: () => void): void;
  /** Clears the display. */
  reset(): void;
  size(): { columns: number; rows: number };
}

/** Access to the outside world; replaced in tests. */
export interface Reach {
  /** Opens a terminal or finds the open one; returns the path of its connection. @throws with a text for the user. */
  open(options: { restart: boolean; columns: number; rows: number }): Promise<string>;
  connect(path: string): Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>;
  /** The message of an error from `open`. */
  errorText(error: unknown): string;
}

type Connection = ReturnType<Reach['connect']>;

/** The page's side of a terminal: connects, draws, acknowledges what is drawn, and reconnects. */
export class TerminalSession {
  readonly #display: Display;
  readonly #reach: Reach;
  readonly #onState: (state: TerminalState) => void;
  #path: string | null = null;
  #connection: Connection | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE_MS;
  #isLeft = false;
  /** Increased with every start and connection: events of earlier ones are ignored. */
  #turn = 0;
  /** Bytes passed to the display, and bytes drawn. */
  #seen = 0;
  #drawn = 0;
  /** Where this connection began, and up to where it repeats earlier output. */
  #from = 0;
  #until = 0;
  #acked = 0;
  #last: TerminalToPage | null = null;
  #hasTyped = false;

  constructor(display: Display, reach: Reach, onState: (state: TerminalState) => void) {
    this.#display = display;
    this.#reach = reach;
    this.#onState = onState;
  }

  /** Whether the user typed something that a restart would discard. */
  get hasTyped(): boolean {
    return this.#hasTyped;
  }

  /** Opens the terminal. @param restart Discards an open one. */
  async start(restart: boolean): Promise<void> {
    const turn = this.#begin({ kind: 'connecting' });
    try {
      const path = await this.#reach.open({ restart, ...this.#display.size() });
      if (turn !== this.#turn || this.#isLeft) return;
      if (path !== this.#path || restart) this.#forget();
      this.#path = path;
      this.#connect();
    } catch (error) {
      if (turn === this.#turn && !this.#isLeft) this.#onState({ kind: 'failed', text: this.#reach.errorText(error) });
    }
  }

  /** Reconnects at once: takes the terminal back from another window. */
  reconnect(): void {
    if (this.#path === null) return;
    this.#begin({ kind: 'reconnecting' });
    this.#connect();
  }

  /** Skips the reconnection delay: the network is back. */
  wake(): void {
    if (this.#path === null || this.#connection !== null || this.#retry === undefined) return;
    this.#pause = FIRST_PAUSE_MS;
    this.reconnect();
  }

  /** Disconnects; the terminal stays alive for a minute. */
  leave(): void {
    this.#isLeft = true;
    clearTimeout(this.#retry);
    this.#connection?.close();
  }

  type(bytes: Uint8Array): void {
    // Repeated output may contain a query that the display answers; the shell already has that reply.
    if (this.#drawn < this.#until) return;
    this.#hasTyped = true;
    for (let start = 0; start < bytes.length; start += TYPED_CHUNK_BYTES) this.#send(bytes.slice(start, start + TYPED_CHUNK_BYTES));
  }

  resize(): void {
    this.#tell({ type: 'resize', ...this.#display.size() });
  }

  #begin(state: TerminalState): number {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#turn += 1;
    const earlier = this.#connection;
    this.#connection = null;
    earlier?.close();
    this.#onState(state);
    return this.#turn;
  }

  #forget(): void {
    this.#display.reset();
    this.#seen = 0;
    this.#drawn = 0;
    this.#hasTyped = false;
  }

  #connect(): void {
    this.#last = null;
    const connection = this.#reach.connect(`${this.#path ?? ''}?after=${this.#seen}`);
    this.#connection = connection;
    const ifOurs =
      <E>(work: (event: E) => void) =>
      (event: E) => {
        if (connection === this.#connection && !this.#isLeft) work(event);
      };
    connection.addEventListener(
      'message',
      ifOurs((event: MessageEvent<unknown>) => this.#receive(event.data)),
    );
    connection.addEventListener(
      'close',
      ifOurs((event: CloseEvent) => this.#closed(event.code)),
    );
  }

  #receive(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.#draw(new Uint8Array(data));
      return;
    }
    const message = TerminalToPage.parse(JSON.parse(String(data)));
    if (message.type === 'from') this.#joined(message);
    else this.#last = message;
  }

  #joined({ byte, until }: Extract<TerminalToPage, { type: 'from' }>): void {
    if (byte > this.#seen) this.#display.reset();
    this.#pause = FIRST_PAUSE_MS;
    this.#seen = byte;
    this.#drawn = byte;
    this.#from = byte;
    this.#until = until;
    this.#acked = 0;
    this.#onState({ kind: 'open' });
    this.resize();
  }

  #draw(bytes: Uint8Array): void {
    const connection = this.#connection;
    this.#seen += bytes.length;
    const end = this.#seen;
    this.#display.write(bytes, () => {
      if (connection !== this.#connection) return;
      this.#drawn = Math.max(this.#drawn, end);
      const drawn = this.#drawn - this.#from;
      if (drawn - this.#acked < ACK_EVERY_BYTES && end !== this.#seen) return;
      this.#acked = drawn;
      this.#tell({ type: 'ack', bytes: drawn });
    });
  }

  #closed(code: number): void {
    this.#connection = null;
    const last = this.#last;
    if (last?.type === 'exit') this.#onState({ kind: 'ended', text: endText(last) });
    else if (code === CLOSE.signedOut) this.#onState({ kind: 'failed', text: TERMINAL_MESSAGES.signedOut });
    else if (last?.type === 'error' && code === CLOSE.refused) this.#onState({ kind: 'ended', text: last.error });
    else if (last?.type === 'error' && code === CLOSE.done) this.#onState({ kind: 'elsewhere', text: last.error });
    else this.#tryAgain();
  }

  #tryAgain(): void {
    this.#onState({ kind: 'reconnecting' });
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#connect();
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #tell(message: TerminalFromPage): void {
    this.#send(JSON.stringify(message));
  }

  #send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#connection?.readyState === 1) this.#connection.send(data);
  }
}
