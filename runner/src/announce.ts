/** Announces this runner to the servers, for installations whose runners come and go. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANNOUNCE_EVERY_MS, type RunnerAnnouncement, type RunnerHealth } from '#platform/contract/runner-protocol.ts';

const LIMIT_MS = 3_000;

interface Options {
  /** Address of a server, or of the load balancer in front of the servers. */
  readonly server: string;
  readonly token: string;
  readonly name: string;
  /** Where servers reach this runner. */
  readonly url: string;
  readonly health: () => RunnerHealth;
  /** Called with the reason when announcing starts to fail, and with null when it works again. */
  readonly onState: (reason: string | null) => void;
}

/** Announces the runner once a second until `stop`. */
export class Announcer {
  readonly #options: Options;
  readonly #instance = randomUUID();
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #failure: string | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#running = this.#repeat();
  }

  /** Announces the current state at once. A failure is reported to `onState`. */
  async announce(): Promise<void> {
    await this.#send(this.#options.health());
  }

  /** Announces that the runner has stopped. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#send(null);
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.announce();
      await sleep(ANNOUNCE_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #send(health: RunnerHealth | null): Promise<void> {
    const { server, name, token, url, onState } = this.#options;
    const announcement: RunnerAnnouncement = { url, instance: this.#instance, health };
    const failure = await fetch(new URL(`/api/runners/${name}`, server), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(announcement),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    }).then(reasonOf, describe);
    if (failure !== this.#failure) onState(failure);
    this.#failure = failure;
  }
}

/** `fetch` hides why it failed in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

async function reasonOf(response: Response): Promise<string | null> {
  const text = await response.text();
  return response.ok ? null : `${response.status} ${text.slice(0, 300)}`;
}
