import { randomUUID } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { applicationOf } from '#features/learner-view/contract/learner-screen.ts';
import { startCode, startScreenOf } from '#features/screens/rules/start-code.ts';
import type { Draw } from '#features/screens/rules/values/draw-values.ts';
import { drawText } from '#features/screens/rules/values/fill-in-values.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { Config } from '#platform/server/config.ts';
import type { DeployLine } from '../../contract/deploys.ts';
import { answerProblems, type AnswerVerdict, packageProblems, screenProblems } from './lesson-problems.ts';
import { MESSAGES, PROBLEMS } from './messages.ts';
import { error, warning, type DeployProblem } from './problem.ts';
import { readEditedFile, type ReadText } from './read-edited-file.ts';
import type { BuildSource } from './read-lesson-for-build.ts';
import { renderScreen } from './render-screen.ts';
import { countDraws, distinctProblems, drawScreen, type ScreenDraw } from './screen-draws.ts';
import type { Snapshot, SnapshotScreen } from './snapshot.ts';

/** What a build is made of: no more of the rows than files have. */
export interface LessonToBuild extends Omit<BuildSource, 'lesson' | 'screens'> {
  readonly lesson: Pick<BuildSource['lesson'], 'sequence' | 'fields' | 'attached'>;
  readonly screens: readonly Pick<BuildSource['screens'][number], 'id' | 'uuid' | 'folder' | 'fields' | 'attached'>[];
}

/** Writes a line of the log. */
export type ReportLine = (line: Omit<DeployLine, 'at'>) => void;

export type Answers = ReadonlyMap<number, AnswerVerdict>;

interface BuildOptions extends Pick<Config, 'videoHosts'> {
  readonly readText: ReadText;
  readonly answers: Answers;
  /** Failing answers don't stop it. */
  readonly isAnyway: boolean;
}

/**
 * Renders a lesson and checks it, screen by screen. Returns the build and the problems that block its deploy: all are
 * reported, so that one deploy finds them.
 *
 * @throws the signal's reason if it was stopped.
 */
export async function buildLesson(
  { lesson, screens, files, images, datasets, environment, packages, missing }: LessonToBuild,
  { videoHosts, readText, answers, isAnyway }: BuildOptions,
  tell: ReportLine,
  signal: AbortSignal,
): Promise<{ snapshot: Snapshot; errors: string[] }> {
  const errors: string[] = [];
  const report = (problems: readonly DeployProblem[], screen_id: number | null) => {
    for (const { level, text } of problems) {
      if (level === 'error') errors.push(text);
      tell({ level, text, screen_id });
    }
  };
  const say = (text: string, screen_id: number | null = null) => tell({ level: 'info', text, screen_id });
  if (files.length + images.length > 0) say(MESSAGES.files(files.length, images.length));
  const names = lesson.attached.datasets.map(({ name }) => name);
  for (const name of names) say(MESSAGES.dataset(name));
  if (lesson.fields.language !== null) say(MESSAGES.environment(environment === null ? 0 : lesson.attached.packages.length));
  const hasJupyterLab = screens.some(({ fields }) => applicationOf(lesson.fields, fields) === 'jupyterlab');
  const ofLesson = [
    ...missing.map(error),
    ...packageProblems(packages),
    ...(screens.length === 0 ? [error(PROBLEMS.noScreens)] : []),
    ...(hasJupyterLab ? [warning(PROBLEMS.jupyterLab)] : []),
  ];
  report(ofLesson, null);

  const image_mark = randomUUID();
  const known = { mark: `${image_mark}/`, names: new Set(images.map(({ file_name }) => file_name)) };
  const rendered: SnapshotScreen[] = [];
  const count = countDraws(screens);
  for (const [index, stored] of screens.entries()) {
    signal.throwIfAborted();
    say(MESSAGES.screen(index + 1, screens.length, stored.fields.title), stored.id);
    const folders = screens.map(({ folder }) => folder);
    const edited = await readEditedFile(lesson.fields, stored, { files, folders, readText });
    const begun = begunFrom(screens, stored);
    const {
      draws: [first, ...others],
      problems,
    } = drawScreen({ ...stored, fields: begun.fields }, { count, start: begun.start });
    if (begun.start !== null && lesson.fields.type === 'assessment') problems.push(error(PROBLEMS.startInAssessment));
    const texts = new Map<string, SafeHtml>();
    const build = async ({ draw, drawn }: ScreenDraw): Promise<SnapshotScreen> => {
      signal.throwIfAborted();
      const screen = drawn();
      const built = await renderScreen(screen, known, {
        videoHosts,
        textLanguage: lesson.fields.text_language,
        language: lesson.fields.language,
        rendered: texts,
      });
      const judged = { ...screen.attached, folder: screen.folder, fields: screen.fields };
      problems.push(...built.problems, ...screenProblems(lesson.fields, judged, { files, datasets: names }));
      // A long lesson must not block other requests.
      await breathe();
      return edited.file ? withFile(built.screen, edited.file, draw) : built.screen;
    };
    const screen = await build(first);
    const draws: SnapshotScreen[] = [];
    for (const other of others) draws.push(await build(other));
    rendered.push(draws.length === 0 ? screen : { ...screen, draws });
    report([...distinctProblems(problems), ...edited.problems, ...answerProblems(answers.get(stored.id), isAnyway)], stored.id);
  }
  const snapshot: Snapshot = {
    format: 1,
    image_mark,
    sequence: lesson.sequence,
    lesson: lesson.fields,
    packages: lesson.attached.packages,
    environment,
    screens: rendered,
    files: [...files],
    images: [...images],
    datasets: [...datasets],
  };
  return { snapshot, errors };
}

/**
 * What learners begin with where that is the answer of another screen. If that screen has values, everybody begins with its answer, not with
 * their own code: what is recorded for this screen has the values of the author.
 */
function begunFrom(screens: LessonToBuild['screens'], stored: LessonToBuild['screens'][number]) {
  const from = startScreenOf(screens, stored);
  if (from === null) return { fields: stored.fields, start: null };
  const starts_from = from.fields.values === '' ? stored.fields.starts_from : null;
  return { fields: { ...stored.fields, starts_from }, start: startCode(screens, stored) };
}

function withFile(screen: SnapshotScreen, { name, text }: { name: string; text: string }, draw: Draw | null): SnapshotScreen {
  const initial_code = draw === null ? text : drawText(text, draw);
  return { ...screen, edited_file: name, fields: { ...screen.fields, initial_code } };
}
