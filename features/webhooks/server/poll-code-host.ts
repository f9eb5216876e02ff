import { CodeHostError } from '#features/code-hosts/server/index.ts';
import { listReleases } from '#features/releases/server/index.ts';
import { listOpenPullRows as listOpenPulls, syncPullRequest } from '#features/review/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { repeat } from '#platform/server/repeat.ts';
import { syncBranch } from './sync-branch.ts';

/** Polling interval in milliseconds: the built-in repository costs nothing, an external code host counts calls. */
const LOOK_EVERY_MS = { local: 20_000, hosted: 60_000 } as const;
/** While it is down, the pause doubles up to this. */
const LONGEST_PAUSE_MS = 10 * 60_000;
/** Open pull requests fetched per poll, with two calls each; the others follow in the next polls. */
const PULLS_AT_ONCE = 20;
/** A branch that is still not up to date after this many polls is reported again: its job may have failed. */
const LOOKS_OF_PATIENCE = 5;

/**
 * Polls the code host for what no webhook reported: branches that moved or were deleted, pull requests that were
 * reviewed, merged or closed. It remembers what it has reported, not the result: that is up to the jobs.
 */
export class CodeHostPoller {
  readonly #platform: Platform;
  /** The last reported head of each branch, and at which poll. After a restart everything is reported once more. */
  readonly #notified = new Map<string, { readonly head: string | null; readonly look: number }>();
  #looks = 0;
  #nextPull = 0;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Polls once. Returns false if the code host, or a part of it, did not respond. */
  async look(signal: AbortSignal): Promise<boolean> {
    return (await this.#lookAtBranches(signal)) && (await this.#lookAtPulls(signal));
  }

  async #lookAtBranches(signal: AbortSignal): Promise<boolean> {
    const { db, git, log } = this.#platform;
    const listed = await git.listRemoteHeads(signal);
    if (listed.kind === 'unreachable') {
      log.warn({ reason: listed.text }, 'could not poll the code host; retrying');
      return false;
    }
    this.#looks++;
    for (const { branch_name: branch, is_main, commit_sha, pushed_sha } of await listReleases(db)) {
      const head = listed.heads.get(branch) ?? null;
      if (head === (is_main ? commit_sha : pushed_sha)) {
        this.#notified.delete(branch);
      } else if (this.#needsNotice(branch, head, is_main)) {
        await syncBranch(this.#platform, branch, head);
        this.#notified.set(branch, { head, look: this.#looks });
      }
    }
    return true;
  }

  #needsNotice(branch: string, head: string | null, isMain: boolean): boolean {
    const last = this.#notified.get(branch);
    if (last === undefined || last.head !== head) return true;
    // Nothing can be done about a deleted main branch, so one line in the log is enough.
    return !(isMain && head === null) && this.#looks - last.look >= LOOKS_OF_PATIENCE;
  }

  async #lookAtPulls(signal: AbortSignal): Promise<boolean> {
    const { db, codeHost, log } = this.#platform;
    if (codeHost.pulls === null) return true;
    const open = await listOpenPulls(db);
    const first = this.#nextPull < open.length ? this.#nextPull : 0;
    const turn = open.slice(first, first + PULLS_AT_ONCE);
    this.#nextPull = first + PULLS_AT_ONCE;
    for (const { number } of turn) {
      try {
        await syncPullRequest(this.#platform, await codeHost.pulls.get(number, signal));
      } catch (error) {
        if (!(error instanceof CodeHostError)) throw error;
        log.warn({ number, reason: error.message }, 'could not fetch a pull request; retrying');
        if (error.failure === 'unreachable') return false;
      }
    }
    return true;
  }
}

/** Polls the code host until `stop`, after an initial delay. */
export function pollCodeHost(platform: Platform): { stop(): Promise<void> } {
  const watch = new CodeHostPoller(platform);
  const every = LOOK_EVERY_MS[platform.codeHost.kind === 'local' ? 'local' : 'hosted'];
  let pause: number = every;
  return repeat(every, async (signal) => {
    const isUp = await watch.look(signal).catch((error: unknown) => {
      if (!signal.aborted) platform.log.error({ err: error }, 'could not poll the code host');
      return false;
    });
    pause = isUp ? every : Math.min(pause * 2, LONGEST_PAUSE_MS);
    return pause;
  });
}
