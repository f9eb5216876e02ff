const GIGABYTE = 1024 ** 3;
/** What a worker of vitest needs with the server, repositories and sandboxes that it starts. */
const VITEST_BYTES = GIGABYTE;
/** A product with its runner and a browser. */
const BROWSER_BYTES = 2 * GIGABYTE;
/** More of them wait for the disk and for each other. */
const MOST_VITEST = 8;
const MOST_BROWSER = 4;

/** How much goes on at the same time. */
export interface Workers {
  /** Suites. */
  readonly suites: number;
  readonly vitest: number;
  readonly browser: number;
}

/**
 * What a machine can do at once. Two cores are the measure: two browser tests and one other suite with two workers. All of them wait
 * for a page, a disk or a sandbox half of their time.
 */
export function workersFor(machine: { readonly cores: number; readonly memoryBytes: number }): Workers {
  const cores = Math.max(1, machine.cores);
  const browser = within(1, Math.min(cores / 2 + 1, machine.memoryBytes / 2 / BROWSER_BYTES), MOST_BROWSER);
  const left = machine.memoryBytes - browser * BROWSER_BYTES;
  const vitest = within(1, Math.min(cores, left / VITEST_BYTES), MOST_VITEST);
  return { suites: within(1, cores, 4), vitest, browser };
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(Math.floor(value), most));
}
