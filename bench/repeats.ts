import { RealServer } from '#testing/real-server.ts';
import { openBareSlots, runInSlot } from './bare-slot.ts';

// `node bench/repeats.ts [examinations]`: an examination with 300 repeats of an answer with a check of one line, beside 300 bare runs of
// the answer in two warm slots; and how many of these examinations find a check that fails one time in a hundred.

const [EXAMINATIONS = 40] = process.argv.slice(2).map(Number);
const REPEATS = 300;
const UNLOADED = 99;
const ANSWER = 'total = 2 + 3';
/** Fails one time in a hundred. */
const UNSURE = 'import random\nassert total == 5 and random.random() >= 0.01';

const server = await RealServer.create({ LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn', LESSONWRIGHT_SAMPLE: '0' });
try {
  const client = await server.setUpOwner();
  const makeLesson = async (sequence: number, legacy_check_code: string) => {
    const { id } = await client.createLesson({ body: { sequence, title: 'Repeats' } });
    await client.saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    const body = { type: 'code', answer_code: ANSWER, legacy_check_code } as const;
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body });
    return id;
  };
  const examine = async (id: number, repeats: number) => {
    const begun = performance.now();
    const [screen] = await client.examineChecks({ params: { id }, body: { repeats } });
    if (!screen?.trust) throw new Error('The screen was not examined.');
    return { trust: screen.trust, seconds: (performance.now() - begun) / 1_000 };
  };

  const sure = await makeLesson(900, 'assert total == 5');
  // Both slots are warm after these.
  for (const repeats of [20, 20]) await examine(sure, repeats);
  // The rest of an examination, without its repeats: mutants, rewrites and circumstances.
  const few = await examine(sure, 2);
  const many = await examine(sure, REPEATS);
  // So few are not tried beside a busy neighbor as well.
  const some = await examine(sure, UNLOADED);
  if (many.trust.repeats.right !== REPEATS) throw new Error('A right check failed.');

  const bare = await openBareSlots(2);
  const begun = performance.now();
  await Promise.all(
    bare.slots.map(async (slot) => {
      for (let run = 0; run < REPEATS / bare.slots.length; run += 1) await runInSlot(slot, ANSWER);
    }),
  );
  const bareSeconds = (performance.now() - begun) / 1_000;
  await bare.close();

  const each = (some.seconds - few.seconds) / (UNLOADED - 2);
  const seconds = each * REPEATS;
  console.log(
    `${REPEATS} repeats with their check: ${seconds.toFixed(1)} s, ${(1_000 * each).toFixed(0)} ms each (measured with ${UNLOADED})`,
  );
  console.log(
    `runs beside a busy neighbor, which large numbers of repeats get as well: ${(many.seconds - few.seconds - seconds).toFixed(1)} s`,
  );
  console.log(`the whole examination: ${many.seconds.toFixed(1)} s; with two repeats: ${few.seconds.toFixed(1)} s`);
  console.log(`${REPEATS} bare runs in two slots, unchecked: ${bareSeconds.toFixed(1)} s`);
  console.log(`ratio: ${(seconds / bareSeconds).toFixed(2)}`);

  let found = 0;
  const unsure = EXAMINATIONS > 0 ? await makeLesson(901, UNSURE) : 0;
  for (let round = 0; round < EXAMINATIONS; round += 1) {
    const { trust } = await examine(unsure, REPEATS);
    if (trust.repeats.right < trust.repeats.all) found += 1;
  }
  if (EXAMINATIONS > 0) console.log(`a check that fails one time in a hundred: found by ${found} of ${EXAMINATIONS} examinations`);
} finally {
  await server.remove();
}
