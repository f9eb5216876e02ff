import { randomUUID } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { applicationOf } from '#features/learner-view/contract/learner-screen.ts';
import type { Config } from '#platform/server/config.ts';
import type { DeployLine } from '../../contract/deploys.ts';
import { answerProblems, type AnswerVerdict, packageProblems, screenProblems } from './lesson-problems.ts';
import { MESSAGES, PROBLEMS } from './messages.ts';
import { error, warning, type DeployProblem } from './problem.ts';
import { readEditedFile, type ReadText } from './read-edited-file.ts';
import type { BuildSource } from './read-lesson-for-build.ts';
import { renderScreen } from './render-screen.ts';
import type { Snapshot, SnapshotScreen } from './snapshot.ts';

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
  { lesson, screens, files, images, datasets, environment, packages, missing }: BuildSource,
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
  for (const [index, stored] of screens.entries()) {
    signal.throwIfAborted();
    say(MESSAGES.screen(index + 1, screens.length, stored.fields.title), stored.id);
    const { screen, problems } = await renderScreen(stored, known, videoHosts);
    const folders = screens.map(({ folder }) => folder);
    const edited = await readEditedFile(lesson.fields, stored, { files, folders, readText });
    const judged = { ...stored.attached, folder: stored.folder, fields: stored.fields };
    const ofScreen = screenProblems(lesson.fields, judged, { files, datasets: names });
    report([...problems, ...edited.problems, ...ofScreen, ...answerProblems(answers.get(stored.id), isAnyway)], stored.id);
    rendered.push(
      edited.file ? { ...screen, edited_file: edited.file.name, fields: { ...screen.fields, initial_code: edited.file.text } } : screen,
    );
    // A long lesson must not block other requests.
    await breathe();
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
