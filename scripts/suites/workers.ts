const GIGABYTE = 1024 ** 3;
/** Memory of a Vitest worker with the server, repositories and sandboxes that it starts. */
const VITEST_BYTES = GIGABYTE;
/** Memory of a product with its runner and a browser. */
const BROWSER_BYTES = 2 * GIGABYTE;
/** More of them only wait for the disk and for one another. */
const MOST_VITEST = 8;
const MOST_BROWSER = 4;
const MOST_SUITES = 4;
const MOST_THREADS = 4;

/** Degrees of parallelism. */
export interface Workers {
  /** Suites. */
  readonly suites: number;
  readonly vitest: number;
  readonly browser: number;
  /** Threads of a tool that could use every core: the share of one suite. */
  readonly threads: number;
}

/**
 * The parallelism for a machine. Measured on two cores: two browser tests and one other suite with two workers. All of them spend
 * half of their time waiting for a page, a disk or a sandbox.
 */
export function workersFor(machine: { readonly cores: number; readonly memoryBytes: number }): Workers {
  const cores = Math.max(1, machine.cores);
  const browser = within(1, Math.min(cores / 2 + 1, machine.memoryBytes / 2 / BROWSER_BYTES), MOST_BROWSER);
  const left = machine.memoryBytes - browser * BROWSER_BYTES;
  const vitest = within(1, Math.min(cores, left / VITEST_BYTES), MOST_VITEST);
  const suites = within(1, cores, MOST_SUITES);
  return { suites, vitest, browser, threads: within(1, cores / suites, MOST_THREADS) };
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(Math.floor(value), most));
}
