import { measureInTurn, timed } from './measure.ts';
import type { Bench } from './part.ts';
import { Grader } from './peers/graders.ts';
import type { Line } from './report.ts';
import { waitUntilWarm } from './run-latency.ts';
import { createRunScreen, runOn } from './run-screen.ts';

const ROUNDS = 9;
const ANSWER = 'total = 2 + 3';
const CHECK = 'assert total == 5';

/** Checking a submission: running the answer and its check, in turn with the graders of notebooks. */
export async function measureChecks({ client, sizes }: Bench): Promise<Line[]> {
  const screen = await createRunScreen(client, { sequence: 900_030, language: 'python', fields: { legacy_check_code: CHECK } });
  await client.saveLesson({ params: { id: screen.lesson_id }, body: { legacy_check_enabled: true } });
  await using otter = await Grader.open('otter');
  await using nbgrader = await Grader.open('nbgrader');
  await waitUntilWarm(client, screen);
  const check = async () => {
    const { check_summary: summary } = await runOn(client, screen, ANSWER);
    if (summary !== 'All passed.') throw new Error(`The answer did not pass: ${summary}`);
  };
  const samples = await measureInTurn(
    { ours: timed(check), otter: otter.grade, nbgrader: nbgrader.grade },
    { rounds: sizes.times(ROUNDS), warmUp: 2 },
  );
  const what = 'checking a submission: the answer and a check of one line';
  return [
    { what, samples: samples.ours, against: `otter-grader ${otter.version}, the notebook with the same test`, baseline: samples.otter },
    { what, samples: samples.ours, against: `nbgrader ${nbgrader.version} autograde, the same`, baseline: samples.nbgrader },
  ];
}
