/**
 * Which runners are alive, and what happens to a run when its runner is killed.
 *
 *                          announces itself again
 *        ┌───────────────────────────────────────────────────────────┐
 *        ▼                                                           │
 *   ┌─────────┐ no announcement for 1.5 s ┌────────┐ no connection,  │
 *   │  alive  │ ────────────────────────▶ │ silent │ or no response ┌──────┐
 *   │         │ ◀──────────────────────── │ (asked)│ twice ───────▶ │ gone │
 *   └─────────┘     responds              └────────┘                └──────┘
 *     │  │  │                                                        ▲    ▲
 *     │  │  └── announces that it stops, or another process has ─────┘    │
 *     │  │      its name (announced-runners.ts)                           │
 *     │  └───── a watched run finds its machine cut off (`watch`) ────────┘
 *     │
 *     └──────── a call to it fails (`doubt`): stays in the list, but is asked before it is picked again (runner-health.ts)
 *
 * Runners of the settings and the one beside the server announce nothing: only the last arrow concerns them, and a run notices that they
 * are gone by its connection, at once if the process was killed, after some ten seconds if the machine is gone (TCP keep-alive).
 *
 * When a runner is gone, the connections of all its runs end (`follow`). Each run then fails with RunnerLost (deliver-run.ts), and the first
 * line that applies decides:
 *
 *   it needs no session, and was returned unstarted → starts on another runner
 *   it is kept (a run that takes long)              → is joined again, or started again on any runner if it needs no session: 20 attempts, a
 *                                                     second apart, 4 starts (`outcomeOf` in features/runs/server/execute-run.ts)
 *   it needs a session of its runner                → lost: its user reads that nothing was changed, and runs it again
 *   it printed nothing yet                          → starts on another runner, on each at most once; lost if no other runner exists
 *   it has printed                                  → lost: what it printed stays, and its user runs it again
 *
 * A server that is gone is another matter: servers.ts notices it, and the others take its kept runs over (features/runs/server/runs.ts).
 */

import { CallWatch } from '#platform/server/call-watch.ts';
import type { isCutOff } from '#platform/server/can-connect.ts';
import type { AnnouncedRunners } from './announced-runners.ts';
import type { RunnersHealth } from './runner-health.ts';

/** How often runners are checked whose runs can be started again elsewhere. */
const WATCH_EVERY_MS = 200;

export class RunnerLiveness {
  readonly #announced: AnnouncedRunners | null;
  readonly #health: RunnersHealth;
  readonly #watch: CallWatch;
  /** The connections to runs by runner, so that those of a runner that is gone end at once instead of after a timeout. */
  readonly #connections = new Map<string, Set<AbortController>>();

  /** @param isSilent Whether nothing at an address responds. */
  constructor(announced: AnnouncedRunners | null, health: RunnersHealth, isSilent: typeof isCutOff) {
    this.#announced = announced;
    this.#health = health;
    this.#watch = new CallWatch(async (url) => !(await isSilent(url)), WATCH_EVERY_MS);
    announced?.onGone((name) => this.#endAll(name));
  }

  close(): void {
    this.#watch.close();
  }

  /** Aborts `connection` when its runner is gone. Call what it returns when the run is over. */
  follow(runnerName: string, connection: AbortController): () => void {
    const own = this.#connections.get(runnerName) ?? new Set();
    this.#connections.set(runnerName, own.add(connection));
    return () => {
      own.delete(connection);
      if (own.size === 0 && this.#connections.get(runnerName) === own) this.#connections.delete(runnerName);
    };
  }

  /**
   * Looks several times a second whether a runner is cut off, for a run that can be started again elsewhere. If so, the run's connection
   * ends, and the runner gets no other run until it announces itself again. Call what it returns when the run prints or is over.
   */
  watch(runnerName: string, url: string, connection: AbortController): () => void {
    return this.#watch.add(url, () => {
      this.#announced?.leaveOut(runnerName);
      connection.abort();
    });
  }

  /** A call to the runner failed: it is asked before the next one. */
  doubt(runnerName: string): void {
    this.#health.doubt(runnerName);
  }

  #endAll(runnerName: string): void {
    for (const connection of this.#connections.get(runnerName) ?? []) connection.abort();
  }
}
