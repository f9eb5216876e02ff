import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { measure, type Samples } from './measure.ts';
import type { Comparison } from './report.ts';

const SCREENS = 40;
/** The screen whose answer takes this long, on the processor. */
const SLOW_SCREEN = 20;
const SLOW_SECONDS = 3;
const COUNT = 9;
/** Pause between two runs of a learner; each process is used once, and the next one runs the earlier code in the pause. */
const PAUSE_MS = 6_000;
/** A call returns before a long run has ended. */
const POLL_MS = 20;

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

/** The last screen of lessons whose earlier code takes seconds, compared with the second screen. */
export async function measureEarlierCode(client: Client<Api>): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const lesson of LESSONS) comparisons.push(...(await measureLesson(client, lesson)));
  return comparisons;
}

/** In turn, so that other load affects both screens. */
async function measureLesson(client: Client<Api>, lesson: Lesson): Promise<Comparison[]> {
  const run = await openLesson(client, lesson);
  const [second, last] = [() => run(2), () => run(SCREENS)];
  const first = await once(last);
  await second();
  const [ofSecond, ofLast]: [number[], number[]] = [[], []];
  for (let round = 0; round < COUNT; round += 1) {
    await sleep(PAUSE_MS);
    ofSecond.push(...(await once(second)));
    ofLast.push(...(await once(last)));
  }
  const what = `POST run-code, ${LANGUAGES[lesson.language].label}, screen ${SCREENS}, whose earlier code takes ${SLOW_SECONDS} s`;
  const baseline = sorted(ofSecond);
  return [
    { what: `${what}: the first run`, samples: first, against: 'screen 2 of the lesson', baseline },
    { what: `${what}: later runs`, samples: sorted(ofLast), against: 'screen 2 of the lesson', baseline },
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
    const screen_id = ids[sequence - 1] ?? 0;
    let reply = await client.runCode({ body: { lesson_id: lesson.id, screen_id, code } });
    while (reply.status === 'pending') {
      await sleep(POLL_MS);
      const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = reply;
      reply = await client.getCodeRunResults({ params: { screenId: screen_id, runnerName, sessionId, codeRunId } });
    }
    if (reply.status !== 'done' || reply.error !== null)
      throw new Error(`The run returned no result: ${JSON.stringify(reply).slice(0, 500)}`);
  };
}

function once(work: () => Promise<unknown>): Promise<Samples> {
  return measure(work, { count: 1, warmUp: 0 });
}

function sorted(samples: readonly number[]): Samples {
  return samples.toSorted((one, other) => one - other);
}
