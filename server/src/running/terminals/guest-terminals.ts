import type { WebSocket } from 'ws';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { checkTerminal, type CheckedFields, type TerminalVerdict } from './check-terminal.ts';
import { MESSAGES } from './messages.ts';
import { endOnRunner, joinOnRunner, onRunner, openOnRunner, refuseSocket, TERMINAL_TIMES, type NewTerminal } from './on-runner.ts';
import { OpenTerminals } from './open-terminals.ts';

/** A guest's screen with a terminal. */
export interface GuestPlace {
  /** The guest's identity. */
  readonly owner: string;
  readonly screen: string;
}

/** Terminals of visitors without an account, on screens that may differ from the database. */
export class GuestTerminals {
  readonly #platform: Platform;
  readonly #open = new OpenTerminals(TERMINAL_TIMES.grace_seconds);

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Number of open terminals of guests whose name has this prefix. */
  countOf(prefix: string): number {
    return this.#open.countOf(prefix);
  }

  /** Whether a guest has a terminal open on a screen. */
  has({ owner, screen }: GuestPlace): boolean {
    return this.#open.findOnScreen(owner, screen) !== null;
  }

  /**
   * Returns the guest's terminal of a screen: the open one, or a new one.
   * @throws AppError `unavailable` with the reason if no runner can open one.
   */
  async open(place: GuestPlace, restart: boolean, wish: () => Promise<NewTerminal>): Promise<string> {
    const earlier = this.#open.findOnScreen(place.owner, place.screen);
    if (earlier && !restart) return earlier.id;
    if (earlier) {
      this.#open.remove(earlier.id);
      await endOnRunner(this.#platform, earlier);
    }
    const opened = await openOnRunner(this.#platform, await wish());
    this.#open.add({ ...opened, ...place });
    return opened.id;
  }

  /**
   * Connects a page to a terminal whose owner satisfies `isOwn`. @param after Bytes that the page has received already.
   */
  connect(id: string, isOwn: (owner: string) => boolean, after: number, socket: WebSocket): void {
    const terminal = this.#open.findAny(id);
    if (!terminal || !isOwn(terminal.owner)) {
      refuseSocket(socket);
      return;
    }
    socket.once('close', this.#open.watch(id));
    joinOnRunner(this.#platform, terminal, after, socket, () => this.#open.remove(id));
  }

  /** Checks the terminal. @throws AppError `refused` if there is no terminal for the custom check. */
  async check(place: GuestPlace, judged: { fields: CheckedFields; isCustom: boolean; lines: readonly string[] }): Promise<TerminalVerdict> {
    return checkTerminal(judged, async (request) => {
      const terminal = this.#open.findOnScreen(place.owner, place.screen);
      if (!terminal) throw refused(MESSAGES.noChecked);
      return onRunner(() => this.#platform.runners.terminals(terminal.runnerName).check(terminal.id, request));
    });
  }
}
