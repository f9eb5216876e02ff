import { RateLimit } from '#platform/server/rate-limit.ts';

const HOUR_MS = 60 * 60_000;
const text = (wait: string) => `Too many problems were reported in the last hour. Try again ${wait}. Your text stays here.`;

interface Reporter {
  readonly linkId: number;
  /** A class may share one; a visitor can pretend to be another. */
  readonly network: string;
  readonly visitor: string;
}

/** How many problems the visitors of links report. */
export class GuestReports {
  readonly #ofVisitor: RateLimit;
  readonly #ofNetwork: RateLimit;
  readonly #ofLink: RateLimit;

  constructor(now: () => number = Date.now) {
    const what = { what: 'reports', windowMs: HOUR_MS, now, text };
    this.#ofVisitor = new RateLimit({ ...what, max: 10 });
    this.#ofNetwork = new RateLimit({ ...what, max: 40 });
    this.#ofLink = new RateLimit({ ...what, max: 100 });
  }

  /** @throws AppError `too_many` */
  take({ linkId, network, visitor }: Reporter): void {
    const keys = [
      [this.#ofVisitor, `${linkId} ${visitor}`],
      [this.#ofNetwork, `${linkId} ${network}`],
      [this.#ofLink, String(linkId)],
    ] as const;
    for (const [limit, key] of keys) limit.requireLeft(key);
    for (const [limit, key] of keys) limit.count(key);
  }
}
