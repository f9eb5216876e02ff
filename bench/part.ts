import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { RealServer } from '#testing/real-server.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

/** What a part measures: a product of its own, and how much of it. */
export interface Bench {
  readonly server: RealServer;
  /** Calls of its owner. */
  readonly client: Client<Api>;
  readonly sizes: Sizes;
}

export interface Part {
  /** Whether code runs. In other parts a warming runner would distort the results. */
  readonly runsCode?: boolean;
  /** Further settings of the product. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly measure: (bench: Bench) => Promise<readonly Line[]>;
}

/** A part that starts what it measures itself, such as `npm start`. */
export interface PartAlone {
  readonly measureAlone: (sizes: Sizes) => Promise<readonly Line[]>;
}
