import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { openBareRunner } from './bare-r.ts';
import { measure, type Samples } from './measure.ts';
import type { Comparison } from './report.ts';
import { openRunScreen } from './run-screen.ts';

const COUNT = 9;
/** Pause between two runs of an author; each process is used once, and the next one warms up in the pause. */
const PAUSE_MS = 3_000;
const PLAIN = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
/** Excludes waiting for the disk. */
const COLD_DEVICE = 'png("/dev/null", width = 672, height = 480, type = "cairo")';
const PROGRAMS = [
  { name: 'nothing', run: 'x <- 1', cold: 'x <- 1' },
  { name: 'a plot', run: 'plot(mtcars$wt, mtcars$mpg)', cold: `${COLD_DEVICE}; plot(mtcars$wt, mtcars$mpg); invisible(dev.off())` },
];

/**
 * R at the runner, and POST /api/run-code with R from the call to the judged result, compared with a cold Rscript outside any
 * sandbox. In turn, so that other load affects all equally.
 */
export async function measureR(client: Client<Api>): Promise<Comparison[]> {
  const run = await openRunScreen(client, { sequence: 900_005, language: 'r' });
  const bare = await openBareRunner();
  try {
    await run('1');
    await bare.run('1');
    const comparisons: Comparison[] = [];
    for (const { name, run: code, cold } of PROGRAMS) {
      const [posted, direct, baseline]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < COUNT; round += 1) {
        await sleep(PAUSE_MS);
        await bare.untilWarm();
        posted.push(...(await once(() => run(code))));
        direct.push(...(await once(() => bare.run(code))));
        baseline.push(...(await once(() => promisify(execFile)('Rscript', ['--vanilla', '-e', cold], { env: PLAIN }))));
      }
      const against = { against: 'Rscript started cold: the same', baseline: sorted(baseline) };
      comparisons.push(
        { what: `R at the runner, warm: ${name}`, samples: sorted(direct), ...against },
        { what: `POST run-code, R, warm: ${name}`, samples: sorted(posted), ...against },
      );
    }
    return comparisons;
  } finally {
    await bare.close();
  }
}

function once(work: () => Promise<unknown>): Promise<Samples> {
  return measure(work, { count: 1, warmUp: 0 });
}

function sorted(samples: readonly number[]): Samples {
  return samples.toSorted((one, other) => one - other);
}
