import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { measureInTurn, sorted, timed } from './measure.ts';
import type { Bench } from './part.ts';
import { findPython } from './peers/python.ts';
import { invitePeople } from './people.ts';
import type { Line } from './report.ts';
import { waitUntilWarm } from './run-latency.ts';
import { createRunScreen, runOn, type RunScreen } from './run-screen.ts';
import { textOf } from './saves.ts';

const PEOPLE = 25;
const PROCESSOR_SECONDS = 0.2;
const ROUNDS = 5;
const CODE = `import time
end = time.process_time() + ${PROCESSOR_SECONDS}
while time.process_time() < end:
    pass
`;

/** Many people press Run at the same moment, and others save meanwhile. */
export async function measureCrowd({ server, client, sizes }: Bench): Promise<Line[]> {
  const count = sizes.of(PEOPLE, 3);
  const screen = await createRunScreen(client, { sequence: 900_040, language: 'python' });
  const lesson = await client.createLesson({ body: { sequence: 900_041, title: 'Saved meanwhile' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  const save = timed(() =>
    client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { body_markdown: textOf() } }),
  );
  const people = await invitePeople(server.url, client, count);
  await waitUntilWarm(client, screen);
  const waits: number[] = [];
  const beside: number[] = [];
  const crowd = timed(async () => {
    const over = new AbortController();
    const runs = pressAll(people, screen, waits).finally(() => over.abort());
    while (!over.signal.aborted) beside.push(await save());
    await runs;
  });
  const python = await findPython();
  const limit = timed(() =>
    inParallel(Array.from({ length: count }), availableParallelism(), () => promisify(execFile)(python, ['-I', '-S', '-c', CODE])),
  );
  const samples = await measureInTurn({ crowd, limit, save }, { rounds: sizes.times(ROUNDS) });
  const alone = await measureInTurn({ save }, { rounds: sizes.of(30, 1) });
  const what = `${count} people press Run at once, ${PROCESSOR_SECONDS} s of processor each`;
  return [
    {
      what: `${what}: until all have their result`,
      samples: samples.crowd,
      against: 'the same processes without a sandbox, one on each core',
      baseline: samples.limit,
    },
    { what: `${what}: each person's wait`, samples: sorted(waits), against: 'all processes without a sandbox', baseline: samples.limit },
    { what: 'saves of 4 kB beside them', samples: sorted(beside), against: 'saves while nothing runs', baseline: alone.save },
  ];
}

async function pressAll(people: readonly Client<Api>[], screen: RunScreen, waits: number[]): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      waits.push(await timed(() => runOn(person, screen, CODE))());
    }),
  );
}
