import { performance } from 'node:perf_hooks';

/** Durations in milliseconds, sorted. */
export type Samples = readonly number[];

/** Runs `work` sequentially: `warmUp` times unmeasured, then `count` times measured. */
export async function measure(work: () => Promise<unknown>, { count, warmUp = 3 }: { count: number; warmUp?: number }): Promise<Samples> {
  for (let index = 0; index < warmUp; index += 1) await work();
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await work();
    samples.push(performance.now() - start);
  }
  return samples.toSorted((a, b) => a - b);
}

/** The value that `share` (0 to 1) of the samples don't exceed. Samples must be sorted. */
export function quantile(samples: Samples, share: number): number {
  const index = Math.min(samples.length - 1, Math.max(0, Math.ceil(share * samples.length) - 1));
  return samples[index] ?? Number.NaN;
}

export function median(samples: Samples): number {
  return quantile(samples, 0.5);
}
