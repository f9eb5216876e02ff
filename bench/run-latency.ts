import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { Slot } from '#runner/python/slots/slot.ts';
import { openBareSlots, runInSlot } from './bare-slot.ts';
import { measure, measureInTurn, sorted, timed, type Samples } from './measure.ts';
import type { Bench } from './part.ts';
import { Notebooks } from './peers/notebooks.ts';
import { invitePeople, takeTurns } from './people.ts';
import type { Line } from './report.ts';
import { createRunScreen, runOn, type RunScreen } from './run-screen.ts';
import type { Sizes } from './sizes.ts';

const NOTHING = 'x = 1\n';
const IMPORTS = 'import pandas, matplotlib.pyplot\n';
const PLOT = "import pandas as pd\nimport matplotlib.pyplot as plt\npd.DataFrame({'x': [1, 3, 2]}).plot()\nplt.show()\n";
const COLD_PLOT = PLOT.replace('plt.show()', "plt.savefig('/dev/null', format='png')");
const ROUNDS = 9;
/** Runs of nothing in a round: they are short. */
const RUNS_EACH = 10;
/** A new server is slower until its code is optimized; measure after that. */
const UNTIL_STEADY = 100;
/** Runs of one slot whose memory is watched. */
const MANY_RUNS = 500;
const THROUGHPUT_RUNS = 200;
/** A run that imports pandas within this time was warm. */
const WARM_MS = 250;
const WARM_ATTEMPTS = 100;
const PEOPLE = 10;
const MIB = 1024 * 1024;
const PLAIN = { PATH: '/usr/bin:/bin', MPLBACKEND: 'Agg', OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };

/** POST /api/run-code from the call to the judged result, signed in and warm, in turn with its components and with other tools. */
export async function measureRunLatency({ server, client, sizes }: Bench): Promise<Line[]> {
  const screen = await createRunScreen(client, { sequence: 900_002, language: 'python' });
  const person = takeTurns(await invitePeople(server.url, client, PEOPLE));
  const run = (code: string) => runOn(person(), screen, code);
  await waitUntilWarm(client, screen);
  await using notebooks = await Notebooks.open();
  const bare = await openBareSlots(2);
  const [first, second] = bare.slots;
  if (!first || !second) throw new Error('There are no slots.');
  const peersOf = (code: string, coldCode: string) => ({
    cold: timed(() => promisify(execFile)(bare.python, ['-c', coldCode], { env: PLAIN })),
    nbclient: notebooks.execute('nbclient', code),
    papermill: notebooks.execute('papermill', code),
  });
  try {
    const rounds = { rounds: sizes.times(ROUNDS) };
    for (let warmUp = 0; warmUp < sizes.times(UNTIL_STEADY); warmUp += 1) await Promise.all([run(NOTHING), runInSlot(first, NOTHING)]);
    const nothing = await measureInTurn(
      { ours: timed(() => run(NOTHING)), slot: timed(() => runInSlot(first, NOTHING)) },
      { rounds: sizes.times(ROUNDS), each: sizes.times(RUNS_EACH) },
    );
    const nothingPeers = await measureInTurn({ ours: timed(() => run(NOTHING)), ...peersOf(NOTHING, IMPORTS) }, rounds);
    const plot = await measureInTurn(
      { ours: timed(() => run(PLOT)), slot: timed(() => runInSlot(first, PLOT)), ...peersOf(PLOT, COLD_PLOT) },
      rounds,
    );
    const what = { nothing: 'Python run through HTTP, warm: nothing', plot: 'Python run through HTTP, warm: a data frame and a plot' };
    const nbclient = `nbclient ${notebooks.versions.nbclient}, a new kernel`;
    const papermill = `papermill ${notebooks.versions.papermill}, a new kernel`;
    return [
      { what: what.nothing, samples: nothing.ours, against: 'the bare warm slot', baseline: nothing.slot },
      { what: what.nothing, samples: nothingPeers.ours, against: nbclient, baseline: nothingPeers.nbclient },
      { what: what.nothing, samples: nothingPeers.ours, against: papermill, baseline: nothingPeers.papermill },
      { what: what.nothing, samples: nothingPeers.ours, against: 'python3 cold: pandas, pyplot', baseline: nothingPeers.cold },
      { what: what.plot, samples: plot.ours, against: 'the bare warm slot', baseline: plot.slot },
      { what: what.plot, samples: plot.ours, against: nbclient, baseline: plot.nbclient },
      { what: what.plot, samples: plot.ours, against: papermill, baseline: plot.papermill },
      { what: what.plot, samples: plot.ours, against: 'python3 cold: the same', baseline: plot.cold },
      await measureThroughput(first, second, sizes, nothingPeers.cold),
      await measureManyRuns(first, sizes.of(MANY_RUNS, 6)),
    ];
  } finally {
    await bare.close();
  }
}

/** The runner warms its slots in the background. */
export async function waitUntilWarm(client: Client<Api>, screen: RunScreen): Promise<void> {
  let previous = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < WARM_ATTEMPTS; attempt += 1) {
    const start = performance.now();
    await runOn(client, screen, IMPORTS);
    const duration = performance.now() - start;
    // On a slow or busy machine no run is this quick, but two in a row no longer differ.
    if (duration < WARM_MS || (attempt > 4 && duration > previous * 0.9)) return;
    previous = duration;
  }
  throw new Error('The runner did not become warm.');
}

/** Two slots running at the same time: the cost of a run on the machine. */
async function measureThroughput(first: Slot, second: Slot, sizes: Sizes, cold: Samples): Promise<Line> {
  const samples: number[] = [];
  const runs = sizes.of(THROUGHPUT_RUNS, 2);
  for (let round = 0; round < sizes.times(3); round += 1) {
    const start = performance.now();
    await Promise.all([first, second].map((slot) => measure(() => runInSlot(slot, NOTHING), { count: runs / 2, warmUp: 0 })));
    samples.push((performance.now() - start) / runs);
  }
  const what = 'two bare slots at work: milliseconds of the machine for each run of nothing';
  return { what, samples: sorted(samples), against: 'python3 cold: pandas, pyplot', baseline: cold };
}

/** Whether a slot stays as fast and small after many runs. */
async function measureManyRuns(slot: Slot, runs: number): Promise<Line> {
  const before = slot.heldBytes;
  const part = Math.max(1, Math.min(100, Math.floor(runs / 3)));
  const baseline = await measure(() => runInSlot(slot, NOTHING), { count: part, warmUp: 0 });
  for (let done = 2 * part; done < runs; done += 1) await runInSlot(slot, NOTHING);
  const samples = await measure(() => runInSlot(slot, NOTHING), { count: part, warmUp: 0 });
  const memory = [before, slot.heldBytes].map((bytes) => (bytes / MIB).toFixed(1)).join(' → ');
  return { what: `one slot after ${runs} runs`, samples, against: 'its first runs', baseline, note: `holds ${memory} MB` };
}
