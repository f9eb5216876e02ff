import { RealServer } from '#testing/real-server.ts';
import { sorted, timed, type TimedWork } from './measure.ts';
import { Notebooks } from './peers/notebooks.ts';
import type { Line } from './report.ts';
import { createRunScreen, runOn } from './run-screen.ts';
import type { Sizes } from './sizes.ts';

const ROUNDS = 3;
const CODE = 'print(1)';

/** The first Python run after the first start, when nothing is warm, in turn with Jupyter's first one in a new process. */
export async function measureFirstRun(sizes: Sizes): Promise<Line[]> {
  const [ours, peers]: [number[], number[]] = [[], []];
  const { nbclient } = await withNotebooks(async ({ versions }) => versions);
  for (let round = 0; round < sizes.times(ROUNDS); round += 1) {
    ours.push(await firstRun());
    peers.push(await timed(() => withNotebooks((notebooks) => notebooks.execute('nbclient', CODE)()))());
  }
  return [
    {
      what: 'first Python run after a first start',
      samples: sorted(ours),
      against: `nbclient ${nbclient} in a new process, with its imports`,
      baseline: sorted(peers),
    },
  ];
}

/** The server answers before its runner is warm: what an author waits for who runs code at once. */
const firstRun: TimedWork = async () => {
  const server = await RealServer.create({ LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn' });
  try {
    const client = await server.setUpOwner();
    const screen = await createRunScreen(client, { sequence: 900_050, language: 'python' });
    return await timed(() => runOn(client, screen, CODE))();
  } finally {
    await server.remove();
  }
};

async function withNotebooks<T>(work: (notebooks: Notebooks) => Promise<T>): Promise<T> {
  await using notebooks = await Notebooks.open();
  return await work(notebooks);
}
