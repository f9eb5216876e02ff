import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { measure, measureInTurn, timed } from './measure.ts';
import type { Bench } from './part.ts';
import { invitePeople, takeTurns } from './people.ts';
import type { Line } from './report.ts';
import { runOn } from './run-screen.ts';

const SCREENS = 100;
const ROUNDS = 5;
/** As many runs at once as the runners here have slots. */
const AT_ONCE = 2;
const SEQUENCE = 900_040;
const TITLE = 'Checked';
const HELPS = 9;
const PEOPLE = 8;
const REPOSITORY = join(import.meta.dirname, '..');
const PROGRAM = join(REPOSITORY, 'dist/cli/main.js');

/** `lessonwright check` of a lesson, in turn with a server that does the same: preflight, and a run of each answer and initial code. */
export async function measureCommandLine({ client, server, sizes }: Bench): Promise<Line[]> {
  const count = sizes.of(SCREENS, 3);
  // Bundles it if it has changed.
  await promisify(execFile)('sh', ['scripts/run.sh', 'cli', '--', 'dist/cli/main.js', '--version'], { cwd: REPOSITORY });
  const { id } = await client.createLesson({ body: { sequence: SEQUENCE, title: TITLE, language: 'python' } });
  const screens: { lesson_id: number; screen_id: number; code: readonly string[] }[] = [];
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence } });
    const fields = fieldsOf(sequence);
    // Answers of experimental screens don't run in the background after a save.
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { ...fields, is_experimental: true } });
    screens.push({ lesson_id: id, screen_id: newScreenId, code: [fields.answer_code, fields.initial_code] });
  }
  const folder = await writeFolder(count);
  try {
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache'), LESSONWRIGHT_RUNNER_PREPARE_BASE: '0' };
    const check = () => promisify(execFile)(process.execPath, [PROGRAM, 'check', '--fail-on', 'error'], { cwd: folder, env });
    const next = takeTurns(await invitePeople(server.url, client, PEOPLE));
    const onServer = async () => {
      await client.getLessonPreflight({ params: { id } });
      await inParallel(screens, AT_ONCE, async ({ code, ...screen }) => {
        for (const each of code) await runOn(next(), screen, each);
      });
    };
    const { ours, theirs } = await measureInTurn({ ours: timed(check), theirs: timed(onServer) }, { rounds: sizes.times(ROUNDS) });
    const help = await measure(() => promisify(execFile)(process.execPath, [PROGRAM, '--help']), { count: sizes.times(HELPS) });
    const against = 'preflight and the same runs on a server that is up';
    return [
      { what: `lessonwright check of ${count} screens`, samples: ours, against, baseline: theirs, goal: { of: 'ratio', most: 1.2 } },
      { what: 'lessonwright --help', samples: help, goal: { of: 'median', most: 150 } },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fieldsOf(sequence: number): ScreenFields {
  return {
    ...emptyScreenFields('code'),
    title: `Screen ${sequence}`,
    body_markdown: 'A line of text as authors write them, with some *emphasis*.\n'.repeat(12),
    instructions_markdown: `Store ${sequence} as the total.\n`,
    initial_code: 'total = 0\n',
    answer_code: `total = ${sequence}\nprint(total)\n`,
    check_val: `total = ${sequence}`,
    check_scope: 'cmd',
  };
}

async function writeFolder(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-check-'));
  // Runs have other user ids.
  await chmod(folder, 0o711);
  const screens = Array.from({ length: count }, (_, index) => ({
    uuid: derivedUuid('bench check', index),
    folder: `screen-${index + 1}`,
    fields: fieldsOf(index + 1),
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
  }));
  const lesson = { packages: [], packages_lock: null, datasets: [], accepted: [], data_files: [], images: [], screens };
  const fields = emptyLessonFields({ title: TITLE, author: 'Ada Quill' });
  const files = writeLesson({ uuid: derivedUuid('bench check'), sequence: SEQUENCE, fields, ...lesson });
  for (const [path, bytes] of files) {
    const to = join(folder, 'lessons', `${SEQUENCE}-checked`, path);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, bytes);
  }
  return folder;
}
