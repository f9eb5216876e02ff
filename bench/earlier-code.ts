import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { measureInTurn, timed, type TimedWork } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';
import { runOn } from './run-screen.ts';
import type { Sizes } from './sizes.ts';

const SCREENS = 40;
/** The screen whose answer takes this long, on the processor. */
const SLOW_SCREEN = 20;
const SLOW_SECONDS = 3;
const ROUNDS = 9;
/** Pause between two runs of a learner; each process is used once, and the next one runs the earlier code in the pause. */
const PAUSE_MS = 6_000;

/** A lesson in each language: its first answer, the others, the slow one, and what a learner runs. */
const LESSONS = [
  {
    language: 'python',
    sequence: 900_012,
    first: 'x = 1',
    next: 'x += 1',
    slow: `import time\nend = time.monotonic() + ${SLOW_SECONDS}\nwhile time.monotonic() < end:\n    pass\nx += 1`,
    code: 'print(x)',
  },
  {
    language: 'r',
    sequence: 900_013,
    first: 'x <- 1',
    next: 'x <- x + 1',
    slow: `end <- proc.time()[["elapsed"]] + ${SLOW_SECONDS}\nwhile (proc.time()[["elapsed"]] < end) NULL\nx <- x + 1`,
    code: 'print(x)',
  },
] as const;
type Lesson = (typeof LESSONS)[number];

/** The last screen of lessons whose earlier code takes seconds, in turn with the second screen. */
export async function measureEarlierCode({ client, sizes }: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  for (const lesson of LESSONS) lines.push(...(await measureLesson(client, lesson, sizes)));
  return lines;
}

async function measureLesson(client: Client<Api>, lesson: Lesson, sizes: Sizes): Promise<Line[]> {
  const run = await openLesson(client, lesson);
  const first = await timed(() => run(SCREENS))();
  const paused =
    (screen: number): TimedWork =>
    async () => {
      await sleep(PAUSE_MS);
      return timed(() => run(screen))();
    };
  const samples = await measureInTurn({ second: paused(2), last: paused(SCREENS) }, { rounds: sizes.times(ROUNDS) });
  const language = LANGUAGES[lesson.language].label;
  const what = `${language} run on screen ${SCREENS}, whose earlier code takes ${SLOW_SECONDS} s`;
  const second = { against: 'screen 2 of the lesson', baseline: samples.second };
  return [
    { what: `${what}: the first run`, samples: [first], ...second },
    { what: `${what}: later runs`, samples: samples.last, ...second },
  ];
}

/** Creates a lesson in which each screen runs after all earlier ones. Returns how to run the code of a screen. */
async function openLesson(
  client: Client<Api>,
  { language, sequence: number, first, next, slow, code }: Lesson,
): Promise<(sequence: number) => Promise<void>> {
  const lesson = await client.createLesson({ body: { sequence: number, title: 'One after the other', language } });
  const ids: number[] = [];
  for (let sequence = 1; sequence <= SCREENS; sequence += 1) {
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence, type: 'code' } });
    const answer_code = sequence === 1 ? first : sequence === SLOW_SCREEN ? slow : next;
    const params = { lessonId: lesson.id, screenId: newScreenId };
    const runs_after = sequence === 1 ? null : ('all' as const);
    // Answers of experimental screens don't run in the background after a save.
    await client.saveScreen({ params, body: { is_experimental: true, runs_after, answer_code } });
    ids.push(newScreenId);
  }
  return async (sequence) => {
    await runOn(client, { lesson_id: lesson.id, screen_id: ids[sequence - 1] ?? 0 }, code);
  };
}
