import type { FastifyInstance } from 'fastify';
import { plainAddress } from '../caller-address.ts';
import type { Notices } from '../notices.ts';

/** How many of the last calls are compared, and after how many the notices are decided again. */
const CALLS = 1_000;
const DECIDE_EVERY = 100;
/** Fewer people say nothing about an installation. */
const PEOPLE_MIN = 20;
const PEOPLE_MAX = 1_000;
/** Part of the calls or people that counts as most. */
const MOST = 0.8;

/** Where a call came from. */
interface SeenCall {
  /** As limits and the audit trail see it. */
  readonly address: string;
  /** The other end of the connection. */
  readonly peer: string;
  /** A proxy wrote the header `X-Forwarded-For`. */
  readonly isForwarded: boolean;
  /** Null: signed out. */
  readonly person: number | null;
}

/** Notices a proxy that the settings don't name, behind which all people are one address to limits and the audit trail. */
export class AddressWatch {
  readonly #notices: Pick<Notices, 'set'>;
  /** By person, the address of the last call. */
  readonly #people = new Map<number, string>();
  /** The peers whose header was not believed, of the last calls; null for the others. */
  readonly #unbelieved: (string | null)[] = [];
  #seen = 0;

  constructor(notices: Pick<Notices, 'set'>) {
    this.#notices = notices;
  }

  see({ address, peer, isForwarded, person }: SeenCall): void {
    this.#unbelieved.push(isForwarded && address === peer ? peer : null);
    if (this.#unbelieved.length > CALLS) this.#unbelieved.shift();
    if (person !== null) {
      this.#people.delete(person);
      this.#people.set(person, address);
      const [oldest] = this.#people.keys();
      if (this.#people.size > PEOPLE_MAX && oldest !== undefined) this.#people.delete(oldest);
    }
    this.#seen += 1;
    if (this.#seen % DECIDE_EVERY === 0) this.#decide();
  }

  #decide(): void {
    const proxy = mostOf(this.#unbelieved);
    this.#notices.set(
      'unknown proxy',
      proxy === null
        ? null
        : `Most calls come through a proxy at ${proxy} that LESSONWRIGHT_TRUSTED_PROXIES doesn't name, so limits and the audit trail see one ` +
            `address for everybody. If the proxy is yours, set LESSONWRIGHT_TRUSTED_PROXIES=${proxy} and restart.`,
    );
    const shared = proxy === null && this.#people.size >= PEOPLE_MIN ? mostOf([...this.#people.values()]) : null;
    this.#notices.set(
      'one address',
      shared === null
        ? null
        : `Most people come from the address ${shared}. In one office that is right. If it is a proxy, name it in LESSONWRIGHT_TRUSTED_PROXIES ` +
            'and let it send X-Forwarded-For.',
    );
  }
}

/** The value that most of a list have; null if there is none. */
function mostOf(values: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [value = null] = [...counts].find(([, count]) => count >= values.length * MOST) ?? [];
  return value;
}

/** Watches the calls of the API. Those that another server forwards were seen there. */
export function watchAddresses(app: FastifyInstance, notices: Notices): void {
  const watch = new AddressWatch(notices);
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.url.startsWith('/api/') && !request.forwardedBy)
      watch.see({
        address: request.ip,
        peer: plainAddress(request.socket.remoteAddress ?? ''),
        isForwarded: request.headers['x-forwarded-for'] !== undefined,
        person: request.visitor?.actor.id ?? null,
      });
    done();
  });
}
