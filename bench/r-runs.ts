import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openBareRunner } from './bare-r.ts';
import { measureInTurn, timed, type TimedWork } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';
import { createRunScreen, runOn } from './run-screen.ts';

const ROUNDS = 9;
/** Pause between two runs of an author; each process is used once, and the next one warms up in the pause. */
const PAUSE_MS = 3_000;
const PLAIN = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
/** Excludes waiting for the disk. */
const COLD_DEVICE = 'png("/dev/null", width = 672, height = 480, type = "cairo")';
const PROGRAMS = [
  { name: 'nothing', run: 'x <- 1', cold: 'x <- 1' },
  { name: 'a plot', run: 'plot(mtcars$wt, mtcars$mpg)', cold: `${COLD_DEVICE}; plot(mtcars$wt, mtcars$mpg); invisible(dev.off())` },
];

/** R at the runner, and through POST /api/run-code from the call to the judged result, in turn with a cold Rscript outside any sandbox. */
export async function measureR({ client, sizes }: Bench): Promise<Line[]> {
  const screen = await createRunScreen(client, { sequence: 900_005, language: 'r' });
  const bare = await openBareRunner();
  /** Each process is used once: both have the next one warm before they are measured. */
  const paused =
    (work: () => Promise<unknown>): TimedWork =>
    async () => {
      await sleep(PAUSE_MS);
      await bare.untilWarm();
      return timed(work)();
    };
  try {
    const lines: Line[] = [];
    for (const { name, run: code, cold } of PROGRAMS) {
      const samples = await measureInTurn(
        {
          posted: paused(() => runOn(client, screen, code)),
          direct: paused(() => bare.run(code)),
          cold: timed(() => promisify(execFile)('Rscript', ['--vanilla', '-e', cold], { env: PLAIN })),
        },
        { rounds: sizes.times(ROUNDS) },
      );
      const peer = { against: 'Rscript started cold: the same', baseline: samples.cold };
      lines.push(
        { what: `R at the runner, warm: ${name}`, samples: samples.direct, ...peer },
        { what: `R run through HTTP, warm: ${name}`, samples: samples.posted, ...peer },
      );
    }
    return lines;
  } finally {
    await bare.close();
  }
}
