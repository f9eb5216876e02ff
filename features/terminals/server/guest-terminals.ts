/** Terminals of a preview's visitors. */

import type { WebSocket } from 'ws';
import type { RunServices } from '#features/runs/server/index.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { checkTerminal, type CheckedTerminal, type TerminalVerdict } from './check-terminal.ts';
import { MESSAGES } from './messages.ts';
import { OpenTerminals } from './open-terminals.ts';
import {
  endRunnerTerminal,
  connectRunnerTerminal,
  withRunnerErrors,
  openRunnerTerminal,
  refuseSocket,
  TERMINAL_TIMES,
  type NewTerminal,
} from './runner-terminals.ts';

/** A guest's screen with a terminal. */
export interface GuestScreen {
  /** The guest's identity. */
  readonly owner: string;
  readonly screen: string;
}

/** What they need of the platform. */
type Services = RunServices & Pick<Platform, 'log'>;

/** Terminals of visitors without an account, on screens that may differ from the database. */
export class GuestTerminals {
  readonly #platform: Services;
  readonly #open = new OpenTerminals(TERMINAL_TIMES.grace_seconds);

  constructor(platform: Services) {
    this.#platform = platform;
  }

  /** Number of open terminals of guests whose name has this prefix. */
  countOf(prefix: string): number {
    return this.#open.countOf(prefix);
  }

  /** Whether a guest has a terminal open on a screen. */
  has({ owner, screen }: GuestScreen): boolean {
    return this.#open.findOnScreen(owner, screen) !== null;
  }

  /**
   * Returns the guest's terminal of a screen: the open one, or a new one.
   * @throws AppError `unavailable` with the reason if no runner can open one.
   */
  async open(guest: GuestScreen, restart: boolean, options: () => Promise<NewTerminal>): Promise<string> {
    const earlier = this.#open.findOnScreen(guest.owner, guest.screen);
    if (earlier && !restart) return earlier.id;
    if (earlier) {
      this.#open.remove(earlier.id);
      await endRunnerTerminal(this.#platform, earlier);
    }
    const opened = await openRunnerTerminal(this.#platform, await options());
    this.#open.add({ ...opened, ...guest });
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
    connectRunnerTerminal(this.#platform, terminal, after, socket, () => this.#open.remove(id));
  }

  /** Checks the terminal. @throws AppError `refused` if there is no terminal for the custom check. */
  async check(guest: GuestScreen, judged: CheckedTerminal): Promise<TerminalVerdict> {
    return checkTerminal(this.#platform.blobs, judged, async (request) => {
      const terminal = this.#open.findOnScreen(guest.owner, guest.screen);
      if (!terminal) throw refused(MESSAGES.noChecked);
      return withRunnerErrors(() => this.#platform.runners.terminals(terminal.runnerName).check(terminal.id, request));
    });
  }
}
