import { canRunInBuild } from '#features/learner-view/contract/learner-screen.ts';
import { earlierCode, type EarlierCode } from '#features/runs/earlier-code.policy.ts';
import type { RunContext } from '#features/runs/server/index.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { refused } from '#platform/server/errors.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { MESSAGES } from './messages.ts';

/**
 * The run context of a build's screen: from the build alone, whatever became of the lesson. @throws AppError `refused`
 * without code
 */
export function previewRunContext(snapshot: Snapshot, screen: SnapshotScreen): RunContext {
  const { language } = snapshot.lesson;
  if (language === null || screen.fields.type !== 'code') throw refused(MESSAGES.noCode);
  if (isTerminal(language)) throw refused(MESSAGES.terminal);
  if (!canRunInBuild(snapshot.lesson, screen.fields)) throw refused(MESSAGES.applicationOnly);
  return {
    screen: { attached: screen },
    fields: screen.fields,
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
    earlier: earlierInBuild(snapshot, screen),
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

/** No screen of an older build runs after others, so none is named there. */
function identified({ uuid = '', fields }: SnapshotScreen) {
  return { uuid, fields };
}

/** The files in the work folder of a screen's code. */
export function filesOfBuild({ files, datasets, screens }: Snapshot, { folder }: SnapshotScreen): { name: string; sha256: string }[] {
  const folders = new Set(screens.map((screen) => screen.folder));
  // A file whose screens are all gone is for all screens.
  const isFor = (named: readonly string[]) => named.includes(folder) || !named.some((each) => folders.has(each));
  return [...files.filter((file) => isFor(file.screens)).map(({ name, sha256 }) => ({ name, sha256 })), ...datasets];
}

/** The files of all screens, for an interpreter that outlives a screen. */
export function filesOfAll({ files, datasets }: Snapshot): { name: string; sha256: string }[] {
  const byName = new Map(files.toReversed().map(({ name, sha256 }) => [name, { name, sha256 }]));
  return [...byName.values(), ...datasets];
}
