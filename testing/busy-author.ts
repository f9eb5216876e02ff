import { once, EventEmitter } from 'node:events';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { OwnerCalls } from './stopped-product.ts';

/** The description that a round of saves sets in both lessons. */
export const ROUND = /^round (\d+)$/;

/**
 * An author who writes without a pause: saves the same count in two lessons, one after the other; uploads files; creates releases
 * with lessons. A failed call rejects `rounds` and `stop`.
 */
export class BusyAuthor {
  /** Saved first, and at most one round ahead of `second`. */
  readonly first: number;
  readonly second: number;
  readonly #client: Client<Api>;
  readonly #calls: OwnerCalls;
  readonly #events = new EventEmitter();
  readonly #rounds = [0, 0, 0];
  readonly #work: Promise<void>[];
  #isStopped = false;

  private constructor(client: Client<Api>, calls: OwnerCalls, [first, second]: readonly [number, number]) {
    this.#client = client;
    this.#calls = calls;
    this.first = first;
    this.second = second;
    this.#work = [this.#repeat(0, (n) => this.#save(n)), this.#repeat(1, (n) => this.#upload(n)), this.#repeat(2, (n) => this.#release(n))];
  }

  static async start(client: Client<Api>, calls: OwnerCalls): Promise<BusyAuthor> {
    const first = await client.createLesson({ body: { sequence: 901, title: 'First' } });
    const second = await client.createLesson({ body: { sequence: 902, title: 'Second' } });
    return new BusyAuthor(client, calls, [first.id, second.id]);
  }

  /** Resolves once every kind of work was done this many more times. */
  async rounds(count: number): Promise<void> {
    const goals = this.#rounds.map((done) => done + count);
    const isDone = () => this.#rounds.every((done, at) => done >= (goals[at] ?? 0));
    while (!isDone()) await Promise.race([once(this.#events, 'round'), Promise.all(this.#work)]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#work);
  }

  async #repeat(at: number, work: (round: number) => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await work((this.#rounds[at] ?? 0) + 1);
      this.#rounds[at] = (this.#rounds[at] ?? 0) + 1;
      this.#events.emit('round');
    }
  }

  async #save(round: number): Promise<void> {
    for (const id of [this.first, this.second]) await this.#client.saveLesson({ params: { id }, body: { description: `round ${round}` } });
  }

  async #upload(round: number): Promise<void> {
    const form = new FormData();
    form.append('file', new File([`Bytes of file ${round}`], `file-${round}.txt`));
    const { address, headers } = this.#calls;
    const reply = await fetch(`${address}/api/lesson/${this.second}/datafile`, { method: 'POST', headers, body: form });
    if (!reply.ok) throw new Error(`File ${round} could not be uploaded: ${await reply.text()}`);
  }

  async #release(round: number): Promise<void> {
    const { id } = await this.#client.createRelease({
      body: { name: `Release ${round}`, version_major: `release-${round}`, create_new: true },
    });
    await this.#client.createLesson({ body: { sequence: 910, title: `Of release ${round}`, release_id: id } });
  }
}
