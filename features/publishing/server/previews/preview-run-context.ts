import { canRunInBuild } from '#features/learner-view/contract/learner-screen.ts';
import { toRunFile } from '#features/lesson-files/server/index.ts';
import { earlierCode, type EarlierCode } from '#features/runs/earlier-code.policy.ts';
import type { RunContext } from '#features/runs/server/index.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { WorkFile } from '#platform/contract/runner-protocol.ts';
import { refused } from '#platform/server/errors.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { MESSAGES } from './messages.ts';
import type { SeenSnapshot } from './open-build.ts';

/**
 * The run context of a build's screen: from the build alone, whatever became of the lesson. @throws AppError `refused`
 * without code
 */
export function previewRunContext(snapshot: SeenSnapshot, screen: SnapshotScreen): RunContext {
  const { language } = snapshot.lesson;
  if (language === null || screen.fields.type !== 'code') throw refused(MESSAGES.noCode);
  if (isTerminal(language)) throw refused(MESSAGES.terminal);
  if (!canRunInBuild(snapshot.lesson, screen.fields)) throw refused(MESSAGES.applicationOnly);
  const earlier = earlierInBuild(snapshot, screen);
  // Recorded outputs are of the author's values, also those of screens that run after one with values: their answer runs beside the code.
  const runsAfterOthers = earlier.some(({ uuid }) => snapshot.othersValues?.has(uuid));
  return {
    screen: { attached: screen },
    fields: runsAfterOthers ? { ...screen.fields, dynamic_answer: true } : screen.fields,
    draw: null,
    // Long-running code is for authors: a learner's run gets the lesson's time limit.
    lesson: {
      ...snapshot.lesson,
      language,
      enabled_features: snapshot.lesson.enabled_features.filter((each) => each !== 'Long-running code'),
    },
    files: filesOfBuild(snapshot, screen),
    edited: screen.edited_file ?? null,
    datasets: [],
    setup: { ofLesson: [], ofScreen: [] },
    environment: snapshot.environment,
    earlier,
  };
}

/** The context of a visitor's run: one that isn't submitted may read other input than the screen's. */
export function withInputs(context: RunContext, { submit, inputs }: { submit: boolean; inputs?: string | undefined }): RunContext {
  return submit || inputs === undefined ? context : { ...context, fields: { ...context.fields, inputs } };
}

/** The code that runs before that of a build's screen. */
export function earlierInBuild({ lesson, screens }: Snapshot, screen: SnapshotScreen): EarlierCode[] {
  return earlierCode(lesson.language, screens.map(identified), identified(screen));
}

/** A build's screen as other screens name it. No screen of an older build names another one, so none has a uuid there. */
export function identified({ uuid = '', fields }: SnapshotScreen) {
  return { uuid, fields };
}

/** The files in the work folder of a screen's code. */
export function filesOfBuild({ files, datasets, screens }: Snapshot, { folder }: SnapshotScreen): WorkFile[] {
  const folders = new Set(screens.map((screen) => screen.folder));
  // A file whose screens are all gone is for all screens.
  const isFor = (named: readonly string[]) => named.includes(folder) || !named.some((each) => folders.has(each));
  return [...files.filter((file) => isFor(file.screens)).map(toRunFile), ...datasets];
}

/** The files of all screens, for an interpreter that outlives a screen. */
export function filesOfAll({ files, datasets }: Snapshot): WorkFile[] {
  const byName = new Map(files.toReversed().map((file) => [file.name, toRunFile(file)]));
  return [...byName.values(), ...datasets];
}
