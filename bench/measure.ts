import { performance } from 'node:perf_hooks';

/** Durations in milliseconds, or other values, sorted. */
export type Samples = readonly number[];

/** A work that measures itself: it returns its milliseconds. */
export type TimedWork = () => Promise<number>;

/** Runs `work` sequentially: `warmUp` times unmeasured, then `count` times measured. */
export async function measure(work: () => Promise<unknown>, { count, warmUp = 3 }: { count: number; warmUp?: number }): Promise<Samples> {
  const { work: samples } = await measureInTurn({ work: timed(work) }, { rounds: 1, each: count, warmUp });
  return samples;
}

/**
 * Measures works in turn, so that other load of the machine affects all equally: in each round every work runs `each` times, in the
 * reverse order in every second round. Each work first runs `warmUp` times unmeasured.
 */
export async function measureInTurn<Name extends string>(
  works: Readonly<Record<Name, TimedWork>>,
  { rounds, each = 1, warmUp = 1 }: { rounds: number; each?: number; warmUp?: number },
): Promise<Record<Name, Samples>> {
  const names = Object.keys(works) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const name of names) for (let index = 0; index < warmUp; index += 1) await works[name]();
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      for (let index = 0; index < each; index += 1) samples[name].push(await works[name]());
  return Object.fromEntries(names.map((name) => [name, sorted(samples[name])])) as Record<Name, Samples>;
}

/** Measures a work from its call to its end. */
export function timed(work: () => Promise<unknown>): TimedWork {
  return async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
}

export function sorted(values: readonly number[]): Samples {
  return values.toSorted((one, other) => one - other);
}

/** The value that `share` (0 to 1) of the samples don't exceed. Samples must be sorted. */
export function quantile(samples: Samples, share: number): number {
  const index = Math.min(samples.length - 1, Math.max(0, Math.ceil(share * samples.length) - 1));
  return samples[index] ?? Number.NaN;
}

export function median(samples: Samples): number {
  return quantile(samples, 0.5);
}
