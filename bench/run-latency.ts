import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { Slot } from '#runner/python/slots/slot.ts';
import { openBareSlots, runInSlot } from './bare-slot.ts';
import { installJupyter } from './jupyter.ts';
import { measure, type Samples } from './measure.ts';
import type { Comparison } from './report.ts';
import { openRunScreen } from './run-screen.ts';

const NOTHING = 'x = 1\n';
const IMPORTS = 'import pandas, matplotlib.pyplot\n';
const PLOT = "import pandas as pd\nimport matplotlib.pyplot as plt\npd.DataFrame({'x': [1, 3, 2]}).plot()\nplt.show()\n";
const COUNT = 60;
const SLOW_COUNT = 9;
/** A new server is slower until its code is optimized; measure after that. */
const UNTIL_STEADY = 100;
/** Runs of one slot whose memory is watched; the full number takes minutes. */
const MANY_RUNS = Number(process.env['LESSONWRIGHT_BENCH_RUNS'] ?? 500);
const THROUGHPUT_RUNS = 200;
/** A run that imports pandas within this time was warm. */
const WARM_MS = 250;
const WARM_ATTEMPTS = 100;
const MIB = 1024 * 1024;

/** POST /api/run-code from the call to the judged result, signed in and warm, compared with its components and with other tools. */
export async function measureRunLatency(client: Client<Api>): Promise<Comparison[]> {
  const run = await openRunScreen(client, { sequence: 900_002, language: 'python' });
  const bare = await openBareSlots(2);
  const [first, second] = bare.slots;
  if (!first || !second) throw new Error('There are no slots.');
  try {
    await waitUntilWarm(run);
    const cold = (code: string) => measure(() => promisify(execFile)(bare.python, ['-c', code], { env: PLAIN }), { count: SLOW_COUNT });
    // In turn, so that other load affects both equally.
    const nothing = await measure(() => run(NOTHING), { count: COUNT, warmUp: UNTIL_STEADY });
    const bareNothing = await measure(() => runInSlot(first, NOTHING), { count: COUNT, warmUp: UNTIL_STEADY });
    const coldImports = await cold(IMPORTS);
    const plot = await measure(() => run(PLOT), { count: SLOW_COUNT * 2 });
    const barePlot = await measure(() => runInSlot(first, PLOT), { count: SLOW_COUNT * 2 });
    const coldPlot = await cold(PLOT.replace('plt.show()', "plt.savefig('/dev/null', format='png')"));
    const what = { nothing: 'POST run-code, warm: nothing', plot: 'POST run-code, warm: a data frame and a plot' };
    return [
      { what: what.nothing, samples: nothing, against: 'the bare warm slot', baseline: bareNothing },
      { what: what.nothing, samples: nothing, against: 'python3 cold: pandas, pyplot', baseline: coldImports },
      { what: what.plot, samples: plot, against: 'the bare warm slot', baseline: barePlot },
      { what: what.plot, samples: plot, against: 'python3 cold: the same', baseline: coldPlot },
      await measureThroughput(first, second, coldImports),
      await measureManyRuns(first),
      ...(await againstJupyter(bare.python, what, { nothing, plot })),
    ];
  } finally {
    await bare.close();
  }
}

const PLAIN = { PATH: '/usr/bin:/bin', MPLBACKEND: 'Agg', OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };

/** The runner warms its slots in the background. */
async function waitUntilWarm(run: (code: string) => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < WARM_ATTEMPTS; attempt += 1) {
    const start = performance.now();
    await run(IMPORTS);
    if (performance.now() - start < WARM_MS) return;
    await sleep(WARM_MS);
  }
  throw new Error('The runner did not become warm.');
}

/** Two slots running at the same time: the cost of a run on the machine. */
async function measureThroughput(first: Slot, second: Slot, coldImports: Samples): Promise<Comparison> {
  const start = performance.now();
  await Promise.all([first, second].map((slot) => measure(() => runInSlot(slot, NOTHING), { count: THROUGHPUT_RUNS / 2, warmUp: 0 })));
  const each = (performance.now() - start) / THROUGHPUT_RUNS;
  const what = `two bare slots at work: ${(1000 / each).toFixed(0)} runs of nothing a second, one each`;
  return { what, samples: [each], against: 'python3 cold: pandas, pyplot', baseline: coldImports };
}

/** Whether a slot stays as fast and small after many runs. */
async function measureManyRuns(slot: Slot): Promise<Comparison> {
  const before = slot.heldBytes;
  const part = Math.max(1, Math.min(100, Math.floor(MANY_RUNS / 3)));
  const baseline = await measure(() => runInSlot(slot, NOTHING), { count: part, warmUp: 0 });
  for (let runs = 2 * part; runs < MANY_RUNS; runs += 1) await runInSlot(slot, NOTHING);
  const samples = await measure(() => runInSlot(slot, NOTHING), { count: part, warmUp: 0 });
  const memory = [before, slot.heldBytes].map((bytes) => (bytes / MIB).toFixed(1)).join(' → ');
  return { what: `one slot after ${MANY_RUNS} runs (holds ${memory} MB)`, samples, against: 'its first runs', baseline };
}

async function againstJupyter(
  python: string,
  what: Readonly<Record<'nothing' | 'plot', string>>,
  ours: Readonly<Record<'nothing' | 'plot', Samples>>,
): Promise<Comparison[]> {
  const jupyter = await installJupyter(python);
  if (!jupyter) return [];
  try {
    const against = 'nbclient, a fresh kernel';
    return [
      { what: what.nothing, samples: ours.nothing, against, baseline: await jupyter.execute(NOTHING, SLOW_COUNT) },
      { what: what.plot, samples: ours.plot, against, baseline: await jupyter.execute(PLOT, SLOW_COUNT) },
    ];
  } finally {
    await jupyter.remove();
  }
}
