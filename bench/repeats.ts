import { openBareSlots, runInSlot } from './bare-slot.ts';
import { measureInTurn, timed } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const REPEATS = 300;
/** So few are not tried beside a busy neighbor as well. */
const UNLOADED = 99;
const FEW = 2;
const ROUNDS = 3;
const EXAMINATIONS = 40;
const ANSWER = 'total = 2 + 3';
/** Fails one time in a hundred. */
const UNSURE = 'import random\nassert total == 5 and random.random() >= 0.01';

/** Examining a check: repeats of an answer with a check of one line, in turn with bare runs of the answer in two warm slots. */
export async function measureRepeats({ client, sizes }: Bench): Promise<Line[]> {
  const [repeats, unloaded] = [sizes.of(REPEATS, 6), sizes.of(UNLOADED, 4)];
  const makeLesson = async (sequence: number, legacy_check_code: string) => {
    const { id } = await client.createLesson({ body: { sequence, title: 'Repeats' } });
    await client.saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    const body = { type: 'code', answer_code: ANSWER, legacy_check_code } as const;
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body });
    return id;
  };
  const examine = async (id: number, count: number) => {
    const [screen] = await client.examineChecks({ params: { id }, body: { repeats: count } });
    if (!screen?.trust) throw new Error('The screen was not examined.');
    return screen.trust;
  };

  const sure = await makeLesson(900, 'assert total == 5');
  const bare = await openBareSlots(2);
  try {
    const bareRuns = () =>
      Promise.all(
        bare.slots.map(async (slot) => {
          for (let run = 0; run < (unloaded - FEW) / bare.slots.length; run += 1) await runInSlot(slot, ANSWER);
        }),
      );
    const samples = await measureInTurn(
      {
        some: timed(() => examine(sure, unloaded)),
        // The rest of an examination, without its repeats: mutants, rewrites and circumstances.
        few: timed(() => examine(sure, FEW)),
        many: timed(() => examine(sure, repeats)),
        bare: timed(bareRuns),
      },
      { rounds: sizes.times(ROUNDS) },
    );
    if ((await examine(sure, repeats)).repeats.right !== repeats) throw new Error('A right check failed.');
    const each = samples.some.map((time, index) => (time - (samples.few[index] ?? 0)) / (unloaded - FEW));
    const perRun = samples.bare.map((time) => time / (unloaded - FEW));
    return [
      { what: 'one repeat of an answer with its check', samples: each, against: 'a bare run in two slots, unchecked', baseline: perRun },
      { what: `examination of a check, ${repeats} repeats`, samples: samples.many, against: `with ${FEW} repeats`, baseline: samples.few },
      await countFound(await makeLesson(901, UNSURE), examine, sizes.of(EXAMINATIONS, 1), repeats),
    ];
  } finally {
    await bare.close();
  }
}

/** How many examinations find a check that fails one time in a hundred. */
async function countFound(
  id: number,
  examine: (id: number, count: number) => Promise<{ repeats: { right: number; all: number } }>,
  examinations: number,
  repeats: number,
): Promise<Line> {
  let found = 0;
  for (let round = 0; round < examinations; round += 1) {
    const trust = await examine(id, repeats);
    if (trust.repeats.right < trust.repeats.all) found += 1;
  }
  const share = (100 * found) / examinations;
  return { what: `check that fails one time in a hundred: found with ${repeats} repeats`, samples: [share], unit: '% of examinations' };
}
